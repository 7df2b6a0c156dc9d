"""Experiments on documents held out, in folds: which recognizers and indicators are worth it."""
