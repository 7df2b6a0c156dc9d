"""Protocols, measures and pictures of how well suggestions meet choices.

protocols.py   what a model is asked, and what it may know when it is asked
judging.py     an answer beside what was chosen
measures.py    answers to figures
learning.py    what more documents are worth
figures.py     all of it as pictures
"""
