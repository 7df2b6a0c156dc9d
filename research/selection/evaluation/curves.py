"""The learning curve of a family over the folds of a plan."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress

import numpy as np

from learning.errors import TrainingError
from learning.folds import Fold
from research.selection.evaluation.running import Plan, Run, ask
from selection.evaluation.learning import CurvePoint, curve_sizes
from selection.evaluation.measures import score
from selection.evaluation.protocols import Answer
from selection.examples import ExampleDocument
from selection.families import Family, Training


def learning_curve_over_folds(family: Family, plan: Plan) -> list[CurvePoint]:
    """Return the accuracy over all folds with 5…all documents, drawn at random in each fold.

    By majority, or by next choice where the family is personal; the standard error is that over
    the folds. With the first seed of the plan, so that the last point is its accuracy.
    """
    found: dict[int, list[list[Answer]]] = defaultdict(list)
    folds = list(plan.rounds(plan.seeds[0]))
    sizes = curve_sizes(min(len(fold.train) for fold in folds))
    for fold in folds:
        for part in _growing(fold, sizes, plan.seeds[0]):
            with suppress(TrainingError):
                found[len(part.train)].append(_answers(family, plan, part))
    return [_point(documents, answers) for documents, answers in sorted(found.items())]


def _growing(
    fold: Fold[ExampleDocument], sizes: list[int], seed: int
) -> Iterator[Fold[ExampleDocument]]:
    """Yield the fold with ever more of its training documents, in their order."""
    drawn = np.random.default_rng(seed).permutation(len(fold.train))
    for size in sizes:
        yield Fold(tuple(fold.train[place] for place in sorted(drawn[:size])), fold.test)


def _answers(family: Family, plan: Plan, fold: Fold[ExampleDocument]) -> list[Answer]:
    seed = plan.seeds[0]
    found = Run(seed)
    ask(family.fit(fold.train, Training(plan.encoder, seed=seed)), fold, plan.asked, found)
    return found.main


def _point(documents: int, folds: list[list[Answer]]) -> CurvePoint:
    accuracies = [score(answers).majority_accuracy for answers in folds if answers]
    several = len(accuracies) > 1
    error = np.std(accuracies, ddof=1) / np.sqrt(len(accuracies)) if several else 0.0
    together = score(answer for answers in folds for answer in answers)
    return CurvePoint(documents, together.majority_accuracy, float(error))
