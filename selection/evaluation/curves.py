"""The learning curve of a family over the folds of a plan."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import partial

import numpy as np

from selection.evaluation.folds import Fold
from selection.evaluation.learning import CurvePoint, learning_curve
from selection.evaluation.measures import score
from selection.evaluation.running import Plan, Run, ask
from selection.examples import ExampleDocument
from selection.families import Family, Training


def mean_learning_curve(family: Family, plan: Plan) -> list[CurvePoint]:
    """Return the mean accuracy over folds with 5…all documents, drawn at random from each fold.

    Accuracy is by majority, or by next choice where the family is personal; the standard error is
    that over the folds.
    """
    seed = plan.seeds[0]
    folds = list(plan.rounds(seed))
    smallest = min(len(fold.train) for fold in folds)
    found: dict[int, list[float]] = defaultdict(list)
    for fold in folds:
        if plan.asked.isdisjoint(document.doc_id for document in fold.test):
            continue
        order = np.random.default_rng(seed).permutation(len(fold.train))
        documents = [fold.train[place] for place in order[:smallest]]
        for point in learning_curve(partial(_accuracy, family, plan, fold), documents):
            found[point.documents].append(point.accuracy)
    return [
        CurvePoint(documents, float(np.mean(accuracies)), _standard_error(accuracies))
        for documents, accuracies in sorted(found.items())
    ]


def _accuracy(
    family: Family, plan: Plan, fold: Fold, documents: Sequence[ExampleDocument]
) -> float:
    seed = plan.seeds[0]
    found = Run(seed)
    model = family.fit(documents, Training(plan.encoder, seed=seed))
    ask(model, Fold(tuple(documents), fold.test), plan.asked, found)
    return score(found.main).majority_accuracy


def _standard_error(values: Sequence[float]) -> float:
    if len(values) == 1:
        return 0.0
    return float(np.std(values, ddof=1) / np.sqrt(len(values)))
