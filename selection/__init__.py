"""Which replacement an annotator is likely to choose: families of models, training, evaluation.

    catalogue.py   the families of models by name: a row each
    examples.py    what a model sees of a document: mentions, candidates, votes
    families/      one file a family: fit, rank, save, load
    training.py    a family fitted, tried and kept as a version
    suggesting.py  how likely each candidate is chosen, as a page shows it
    evaluation/    folds, measures, reports, probabilities

A web process starts with `catalogue` alone. The first page with suggestions loads `suggesting` and
`payload` with what these need: numpy, but no torch, LightGBM or SciPy.
"""
