"""How much of what a text told is kept: 1 for the original, 0 for `***`.

A text keeps 1 − log t / log T of its original, where t is how many originals it fits and T how many
`***` fits: halving what may be meant tells one bit, whatever the type. A document keeps the mean of
its spans, weighted by how much each tells: by the inverse document frequency of its words.

Similarity of embeddings is no such measure: it ranks `***` above the first candidate.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import log


def kept_along(sizes: Sequence[float | None], total: float) -> list[float]:
    """Return what each text of a list keeps, never more than a text before it.

    `sizes` say how many originals each text fits, `total` how many `***` fits. A text of which
    nothing is known (None) lies evenly, in bits, between those before and behind it.
    """
    largest = log(max(total, *(size for size in sizes if size), 1.0))
    if not largest:
        return [0.0 for _ in sizes]
    told = _filled([None if size is None else log(max(size, 1.0)) for size in sizes], largest)
    kept = (min(max(1 - each / largest, 0.0), 1.0) for each in told)
    return list(accumulate(kept, min))


def _filled(values: Sequence[float | None], end: float) -> list[float]:
    """Put what is missing evenly between its neighbours; before the first stands 0."""
    filled: list[float] = []
    for place, value in enumerate(values):
        before = filled[-1] if filled else 0.0
        ahead = ((far, each) for far, each in enumerate(values[place:]) if each is not None)
        far, behind = next(ahead, (len(values) - place, end))
        missing = before + max(behind - before, 0.0) / (far + 1)
        filled.append(missing if value is None else value)
    return filled


def kept_in_document(spans: Iterable[tuple[float, float | None]]) -> float | None:
    """Return what a document keeps, given what each choice keeps and how much its span told.

    A span of which that is not known, as of one that was added since, counts 1. None without spans.
    """
    total = kept = 0.0
    for share, told in spans:
        weight = told or 1.0
        total += weight
        kept += weight * share
    return kept / total if total else None
