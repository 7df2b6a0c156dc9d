"""Answers to metrics: each of them over all examples, nothing is de-duplicated.

How one answer counts is in `judging.py`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from learning.errors import LearningError
from selection.evaluation.judging import NONE, Judged, judge
from selection.evaluation.protocols import Answer

BINS = 10
"""Of equal width, by confidence."""
AVERAGES = ("micro", "macro", "weighted")


@dataclass(frozen=True, slots=True)
class Averages:
    """Precision, recall and F1 of something."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class Slice:
    """The main metrics of a part of the examples."""

    examples: int
    majority_accuracy: float
    any_accuracy: float
    mrr: float


@dataclass(frozen=True, slots=True)
class Confusion:
    """How often a level (row) was answered by a level (column); level 0 is no level at all."""

    levels: tuple[int, ...]
    counts: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Bin:
    """The answers of about the same confidence: how sure they were, how often right, how many."""

    confidence: float
    agreeing: float
    examples: int


@dataclass(frozen=True, slots=True)
class Scores:
    """What is reported of the answers of one model.

    `precision`, `recall`, `f1`: of the pairs of mention and candidate, where the most-voted texts
    are to be found and the answers are what was found. `nll`: mean negative log-likelihood of the
    choices, in nats. `ece`: expected calibration error over ten bins of equal width, confidence
    against the share of the choices that agree.
    """

    documents: int
    examples: int
    majority_accuracy: float
    any_accuracy: float
    mrr: float
    precision: float
    recall: float
    f1: float
    nll: float
    ece: float
    levels: Mapping[str, Averages]
    confusion: Confusion
    reliability: tuple[Bin, ...]
    by_type: Mapping[str, Slice]
    by_length: Mapping[str, Slice]

    def to_json(self) -> dict[str, Any]:
        """Return the JSON value, keys as the fields."""
        return asdict(self)


def score(answers: Iterable[Answer]) -> Scores:
    """Measure answers; raises LearningError where there are none."""
    judged = [judge(answer) for answer in answers]
    if not judged:
        raise LearningError("There are no choices to hold the model against.")
    main = _slice(judged)
    pairs = _pairs(judged)
    bins = _bins(judged)
    gaps = sum(abs(each.confidence - each.agreeing) * each.examples for each in bins)
    return Scores(
        documents=len({each.answer.example.doc_id for each in judged}),
        examples=main.examples,
        majority_accuracy=main.majority_accuracy,
        any_accuracy=main.any_accuracy,
        mrr=main.mrr,
        precision=pairs.precision,
        recall=pairs.recall,
        f1=pairs.f1,
        nll=_mean(each.surprise for each in judged),
        ece=gaps / len(judged),
        levels=_averages(judged),
        confusion=_confusion(judged),
        reliability=bins,
        by_type=_sliced(judged, lambda each: each.answer.example.entity_type.value),
        by_length=_sliced(judged, lambda each: f"{len(each.answer.example.options):2}"),
    )


def _mean(values: Iterable[float]) -> float:
    return float(np.mean(list(values)))


def _slice(judged: Sequence[Judged]) -> Slice:
    return Slice(
        examples=len(judged),
        majority_accuracy=_mean(each.by_majority for each in judged),
        any_accuracy=_mean(each.by_any for each in judged),
        mrr=_mean(each.reciprocal_rank for each in judged),
    )


def _sliced(judged: Sequence[Judged], key: Callable[[Judged], str]) -> dict[str, Slice]:
    parts = defaultdict(list)
    for each in judged:
        parts[key(each)].append(each)
    return {name.strip(): _slice(parts[name]) for name in sorted(parts)}


def _pairs(judged: Sequence[Judged]) -> Averages:
    found = sum(each.by_majority for each in judged)
    answered = sum(each.level != NONE for each in judged)
    precision = found / answered if answered else 0.0
    golden = sum(each.golden for each in judged)
    recall = found / golden if golden else 0.0
    both = precision + recall
    return Averages(precision, recall, 2 * precision * recall / both if both else 0.0)


def _averages(judged: Sequence[Judged]) -> dict[str, Averages]:
    """Precision, recall and F1 of the levels as classes, averaged in three ways."""
    from sklearn.metrics import precision_recall_fscore_support  # noqa: PLC0415 - heavy

    truth, given = _levels(judged)
    levels = sorted({*truth, *given} - {NONE})
    if not levels:
        return dict.fromkeys(AVERAGES, Averages(0.0, 0.0, 0.0))
    averages = {}
    for way in AVERAGES:
        metrics = precision_recall_fscore_support(
            truth, given, labels=levels, average=way, zero_division=0
        )
        averages[way] = Averages(*(float(metric) for metric in metrics[:3]))
    return averages


def _confusion(judged: Sequence[Judged]) -> Confusion:
    truth, given = _levels(judged)
    levels = sorted({*truth, *given})
    counts = Counter(zip(truth, given, strict=True))
    rows = tuple(tuple(float(counts[row, column]) for column in levels) for row in levels)
    return Confusion(tuple(levels), rows)


def _levels(judged: Sequence[Judged]) -> tuple[list[int], list[int]]:
    return [each.truth for each in judged], [each.level for each in judged]


def _bins(judged: Sequence[Judged]) -> tuple[Bin, ...]:
    """Sort the answers by confidence; those without an answer made no claim, and are left out."""
    parts: dict[int, list[Judged]] = defaultdict(list)
    for each in judged:
        if each.level != NONE:
            parts[min(int(each.confidence * BINS), BINS - 1)].append(each)
    return tuple(
        Bin(
            confidence=_mean(each.confidence for each in parts[number]),
            agreeing=_mean(each.agreeing for each in parts[number]),
            examples=len(parts[number]),
        )
        for number in sorted(parts)
    )
