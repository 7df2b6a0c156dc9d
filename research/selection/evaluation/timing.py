"""What a family takes: time and bytes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TypeVar

from research.selection.evaluation.running import Plan
from selection.evaluation.protocols import without_choices
from selection.families import Family, Training

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Cost:
    """What a model takes, in CPU time of all threads and by the clock, and its size on disk.

    Scoring is `rank` for each test document.
    """

    training_seconds: float
    milliseconds_per_document: float
    wall_training_seconds: float
    wall_milliseconds_per_document: float
    model_bytes: int


def cost_of(family: Family, plan: Plan) -> Cost:
    """Fit and rank once more in the first fold, no text being known to the encoder before.

    The network is loaded first: a family without feature groups has no use for it.
    """
    fold = next(plan.rounds(plan.seeds[0]))
    training = Training(plan.encoder, seed=plan.seeds[0])
    if family.groups:
        training.encoder.encode(["the network is loaded with the first text"])
    training.encoder.forget()
    model, *fitting = _clocked(lambda: family.fit(fold.train, training))
    training.encoder.forget()
    documents = [without_choices(document) for document in fold.test]
    _, *ranking = _clocked(lambda: [model.rank(document) for document in documents])
    with TemporaryDirectory() as folder:
        model.save(Path(folder))
        size = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
    each = 1000 / len(documents)
    return Cost(fitting[0], ranking[0] * each, fitting[1], ranking[1] * each, size)


def _clocked(work: Callable[[], Result]) -> tuple[Result, float, float]:
    """Return the result of some work, its CPU time and its time by the clock, in seconds."""
    cpu, wall = process_time(), perf_counter()
    result = work()
    return result, process_time() - cpu, perf_counter() - wall
