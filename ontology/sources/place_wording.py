"""How places are worded: chains with "in" and "of", without what gives the place away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache

from ontology.folding import fold

FEW = 3
"""What fits fewer things than this is no generalization, whatever it says."""


def _gives_away(generalization: str, own: str) -> bool:
    words, outer = _parts(generalization)
    return own in words or any(part in own for part in outer)


@cache
def _parts(generalization: str) -> tuple[str, tuple[str, ...]]:
    """Return the folded words of a text, and the names after "in" or "of", between blanks."""
    folded = fold(generalization)
    outer = folded.replace(" of ", " in ").partition(" in ")[2].removeprefix("the ")
    parts = tuple(f" {part} " for part in outer.split(", ") if part)
    return f" {folded.replace(',', ' ')} ", parts


def count_generalizations(chains: Iterable[tuple[str, ...]]) -> Counter[str]:
    """Count for each generalization how many places have it."""
    return Counter(text for chain in chains for text in dict.fromkeys(chain))


def keep_general(
    generalizations: Iterable[str], name: str, count: Callable[[str], int]
) -> tuple[str, ...]:
    """Drop the generalizations that fit fewer than FEW places, or that give the name away."""
    own = f" {fold(name)} "
    return tuple(
        text
        for text in dict.fromkeys(generalizations)
        if count(text) >= FEW and not _gives_away(text, own)
    )
