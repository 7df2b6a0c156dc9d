"""Families of models that others published, and the experiment that compares families."""
