"""What more documents are worth: the same test documents, ever more to train on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from learning.errors import TrainingError
from selection.examples import ExampleDocument

FIRST = 5
"""How many documents the curve begins with."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """Accuracy with so many documents to train on, and its standard error, 0 if unknown."""

    documents: int
    accuracy: float
    spread: float = 0.0


def curve_sizes(documents: int, points: int = 5) -> list[int]:
    """Return growing numbers of documents, 5…all, each about the same factor above the last."""
    if documents <= FIRST:
        return [documents]
    factor = (documents / FIRST) ** (1 / (points - 1))
    return sorted({round(FIRST * factor**step) for step in range(points)})


def learning_curve(
    measure: Callable[[Sequence[ExampleDocument]], float],
    documents: Sequence[ExampleDocument],
    points: int = 5,
) -> list[CurvePoint]:
    """Let `measure` train on the first 5 of the documents, then on ever more of them, then on all.

    It returns an accuracy; where it raises TrainingError, so few do not suffice: no point there.
    """
    curve = []
    for size in curve_sizes(len(documents), points):
        with suppress(TrainingError):
            curve.append(CurvePoint(size, measure(documents[:size])))
    return curve
