"""Taggers: how likely each token of a text must be masked, learnt from corrected documents.

tokens.py     a parsed text by tokens: what was recognized without training, what annotators said
features.py   what a conditional random field sees of a token
crf.py        the conditional random field
vectors.py    what a linear model sees of a token: states of a frozen encoder and of the pipeline
linear.py     the linear model
"""
