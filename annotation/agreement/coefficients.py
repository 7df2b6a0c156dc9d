"""The coefficients of agreement, over categories of any kind.

Items are `Counter`s (category → how many annotators chose it) of two ratings or more; `times` says
how often each item occurs, once by default. A coefficient is None where it is undefined, that is
0 / 0: everybody chose one and the same category.

The usual libraries are the reference these are tested against, not what computes them: krippendorff
keeps items × categories² numbers and scikit-learn categories², too many where the categories are
texts; statsmodels' Fleiss' κ wants the same number of raters everywhere. Counts stay whole numbers
and sums are exact (`fsum`), so that no result depends on the order of its items.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from itertools import accumulate
from math import fsum
from statistics import fmean
from typing import TypeVar

Category = TypeVar("Category", bound=Hashable)


def cohen_kappa(rated_by_both: Sequence[tuple[Category, Category]]) -> float | None:
    """Return Cohen's κ (1960) of two annotators over the items both rated."""
    return cohen_kappa_of_counts(Counter(rated_by_both))


def cohen_kappa_of_counts(counts: Counter[tuple[Category, Category]]) -> float | None:
    """Return Cohen's κ (1960) from how often two annotators chose which two categories."""
    n = counts.total()
    first: Counter[Category] = Counter()
    second: Counter[Category] = Counter()
    for (a, b), count in counts.items():
        first[a] += count
        second[b] += count
    agreed = sum(count for (a, b), count in counts.items() if a == b)
    by_chance = sum(count * second[category] for category, count in first.items())
    if by_chance == n * n:
        return None
    return (n * agreed - by_chance) / (n * n - by_chance)


def item_agreement(votes: Counter[Category]) -> float:
    """Return the share of an item's pairs of annotators that chose the same category."""
    raters = votes.total()
    return (_sum_of_squares(votes) - raters) / (raters * (raters - 1))


def raw_agreement(
    items: Sequence[Counter[Category]], times: Sequence[int] | None = None
) -> float | None:
    """Return the observed agreement of pairs of annotators, averaged over the items."""
    return fmean(map(item_agreement, items), times) if items else None


def fleiss_kappa(
    items: Sequence[Counter[Category]], times: Sequence[int] | None = None
) -> float | None:
    """Return Fleiss' κ (1971), generalized to items with differing numbers of annotators.

    Every item weighs the same however many rated it, in the observed agreement and in the shares of
    the categories alike (Gwet 2014); with equal numbers this is Fleiss' own formula.
    """
    repeats = times or [1] * len(items)
    shares: dict[Category, list[float]] = {}
    for votes, repeated in zip(items, repeats, strict=True):
        for category, count in votes.items():
            shares.setdefault(category, []).append(repeated * count / votes.total())
    if len(shares) <= 1:
        return None
    by_chance = fsum((fsum(values) / sum(repeats)) ** 2 for values in shares.values())
    observed = fmean(map(item_agreement, items), times)
    return (observed - by_chance) / (1 - by_chance)


def nominal_alpha(
    items: Sequence[Counter[Category]], times: Sequence[int] | None = None
) -> float | None:
    """Return Krippendorff's α (2011) where categories are only the same or different."""
    return _alpha(items, lambda votes: votes.total() ** 2 - _sum_of_squares(votes), times)


def ordinal_alpha(items: Sequence[Counter[int]]) -> float | None:
    """Return Krippendorff's α (2011) where categories are ranks.

    His ordinal distance of two ranks counts the ratings between them and half of those at either
    end: the distance of their mid-ranks. Over these, α is that of an interval scale.
    """
    pooled = _pooled(items, [1] * len(items))
    levels = sorted(pooled)
    below = accumulate((pooled[level] for level in levels), initial=0)
    # Twice the mid-rank: a whole number; α does not change with the unit.
    ranks = {level: 2 * start + pooled[level] for level, start in zip(levels, below, strict=False)}

    def spread(votes: Counter[int]) -> int:
        mean = sum(count * ranks[level] for level, count in votes.items())
        square = sum(count * ranks[level] ** 2 for level, count in votes.items())
        return votes.total() * square - mean**2

    return _alpha(items, spread)


def _alpha(
    items: Sequence[Counter[Category]],
    spread: Callable[[Counter[Category]], int],
    times: Sequence[int] | None = None,
) -> float | None:
    """Return 1 − observed / expected disagreement.

    `spread` sums the squared distances of all pairs in one bag of ratings, up to a constant factor.
    """
    repeats = times or [1] * len(items)
    pooled = _pooled(items, repeats)
    expected = spread(pooled)
    if expected == 0:
        return None
    observed = fsum(
        repeated * spread(votes) / (votes.total() - 1)
        for votes, repeated in zip(items, repeats, strict=True)
    )
    return 1 - (pooled.total() - 1) * observed / expected


def _pooled(items: Sequence[Counter[Category]], repeats: Sequence[int]) -> Counter[Category]:
    pooled: Counter[Category] = Counter()
    for votes, repeated in zip(items, repeats, strict=True):
        for category, count in votes.items():
            pooled[category] += repeated * count
    return pooled


def _sum_of_squares(votes: Counter[Category]) -> int:
    return sum(count * count for count in votes.values())
