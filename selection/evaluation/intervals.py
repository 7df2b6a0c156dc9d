"""How far metrics would move with other documents: bootstrap over documents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np

from selection.evaluation.judging import Judged
from selection.examples import Floats

RESAMPLES = 5_000
CONFIDENCE = 0.95
_FEWEST = 2


def bootstrap_interval(
    judged: Sequence[Judged], metric: Callable[[Judged], float], seed: int = 0
) -> tuple[float, float] | None:
    """Return the 95 % percentile interval of the mean of a metric over all answers.

    Whole documents are drawn, since the answers within one hang together. None for one document.
    """
    from scipy.stats import bootstrap  # noqa: PLC0415 - heavy

    parts: dict[str, list[float]] = defaultdict(list)
    for each in judged:
        parts[each.answer.example.doc_id].append(metric(each))
    if len(parts) < _FEWEST:
        return None
    sums = np.array([sum(part) for part in parts.values()], dtype=np.float64)
    counts = np.array([len(part) for part in parts.values()], dtype=np.float64)
    found = bootstrap(
        (sums, counts),
        _ratio,
        n_resamples=RESAMPLES,
        paired=True,
        vectorized=True,
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=np.random.default_rng(seed),
    ).confidence_interval
    return float(found.low), float(found.high)


def _ratio(sums: Floats, counts: Floats, axis: int = -1) -> Floats:
    ratio: Floats = sums.sum(axis=axis) / counts.sum(axis=axis)
    return ratio
