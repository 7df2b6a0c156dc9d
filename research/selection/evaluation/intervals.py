"""How far metrics, and differences of them, would move with other documents: bootstrap over them.

Two families are compared document by document: what makes a document hard is hard for both, so
that a difference is known far better than either figure.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from selection.evaluation.judging import Judged
from selection.examples import Floats

RESAMPLES = 5_000
CONFIDENCE = 0.95
_FEWEST = 2

Interval = tuple[float, float] | None
"""The 95 % percentile interval; None for a single document."""


@dataclass(frozen=True, slots=True)
class Sums:
    """A metric summed over the answers of each document, and how many answers that are.

    `totals`, means over runs, and `counts` have shape (documents,).
    """

    documents: tuple[str, ...]
    totals: Floats
    counts: Floats

    @property
    def mean(self) -> float:
        """The mean of the metric over all answers."""
        return float(self.totals.sum() / self.counts.sum())


@dataclass(frozen=True, slots=True)
class Difference:
    """What a metric of one family has more than that of another."""

    mean: float
    interval: Interval


def sum_up(runs: Sequence[Sequence[Judged]], metric: Callable[[Judged], float]) -> Sums:
    """Sum a metric up by document, over runs that answered the same."""
    parts: dict[str, list[float]] = defaultdict(list)
    for judged in runs:
        for each in judged:
            parts[each.answer.example.doc_id].append(metric(each))
    documents = tuple(sorted(parts))
    totals, counts = (
        np.array([measure(parts[each]) for each in documents], np.float64) / len(runs)
        for measure in (sum, len)
    )
    return Sums(documents, totals, counts)


def bootstrap_interval(sums: Sums, seed: int = 0) -> Interval:
    """Return the interval of the mean of a metric over all answers.

    Whole documents are drawn, since the answers within one hang together.
    """
    from scipy.stats import bootstrap  # noqa: PLC0415 - heavy

    if len(sums.documents) < _FEWEST:
        return None
    found = bootstrap(
        (sums.totals, sums.counts),
        _ratio,
        n_resamples=RESAMPLES,
        paired=True,
        vectorized=True,
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=np.random.default_rng(seed),
    ).confidence_interval
    return float(found.low), float(found.high)


def difference(one: Sums, other: Sums) -> Difference:
    """Return how much more of a metric one family has than another, paired by document.

    Raises ValueError where they did not answer the same.
    """
    if one.documents != other.documents or (one.counts != other.counts).any():
        raise ValueError("the families answered for different examples")
    apart = Sums(one.documents, one.totals - other.totals, one.counts)
    return Difference(apart.mean, bootstrap_interval(apart))


def _ratio(totals: Floats, counts: Floats, axis: int = -1) -> Floats:
    ratio: Floats = totals.sum(axis=axis) / counts.sum(axis=axis)
    return ratio
