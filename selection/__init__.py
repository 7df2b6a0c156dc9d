"""Which replacement an annotator is likely to choose: families of models, training, evaluation.

    examples.py    what a model sees of a document: mentions, candidates, votes
    encoding.py    texts to vectors, by a local transformer
    families/      one file a family: fit, rank, save, load
    evaluation/    folds, measures, reports, probabilities
    versions.py    trained models as immutable folders

A web process starts with `errors` alone. The first page with suggestions loads `suggesting` and
`versions` with what these need: numpy, but no torch, LightGBM or SciPy.
"""
