"""Taggers: how likely each token of a text must be masked, learnt from corrected documents.

tokens.py     a parsed text by tokens: what was recognized in it, what annotators said of it
features.py   what a conditional random field sees of a token
crf.py        the conditional random field
vectors.py    what linear models see of a token: states of a frozen encoder and of the pipeline
linear.py     a linear model
ensemble.py   all of them together
tagged.py     what they say of a text, and the spans that follow
thresholds.py from which probability on a token is masked
"""
