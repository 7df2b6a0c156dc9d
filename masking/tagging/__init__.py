"""Taggers: the probability that each token must be masked, trained on corrected documents.

tokens.py     a parsed text by tokens: what was recognized in it, how annotators labelled it
features.py   the features of a token for the conditional random field
crf.py        the conditional random field
vectors.py    the vectors of a token for linear models: states of encoder and pipeline
linear.py     a linear model
ensemble.py   all of them together
tagged.py     the probabilities of a text's tokens, and the spans that follow
thresholds.py fitting the probability from which on a token is masked
"""
