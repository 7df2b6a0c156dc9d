"""The experiment that compares families: folds, seeds, intervals, and what features are worth.

running.py      train, ask, measure: once for each fold and seed
evaluating.py   all figures of one family
ablation.py     what each group of features is worth
curves.py       what more documents are worth
intervals.py    how far the figures would move with other documents
timing.py       what a family costs
report.py       all of it as JSON
tables.py       all of it as text
"""
