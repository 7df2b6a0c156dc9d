"""How good the suggestions are: what is counted, on which documents, and how sure one can be.

folds.py        which documents train, which test; no document is on both sides
protocols.py    what a model is asked, and what it may know when it is asked
measures.py     answers to figures
intervals.py    how far the figures would move with other documents
running.py      train, ask, measure: once for each fold and seed
ablation.py     what each group of features is worth
learning.py     what more documents are worth
report.py       all of it as JSON
figures.py      all of it as pictures
"""
