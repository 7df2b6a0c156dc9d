"""How places are worded: ladders with "in" and "of", without what gives the place away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache

from ontology.folding import fold

FEW = 3
"""What fits fewer things than this is no generalization, whatever it says."""


def _gives_away(rung: str, own: str) -> bool:
    words, outer = _parts(rung)
    return own in words or any(part in own for part in outer)


@cache
def _parts(rung: str) -> tuple[str, tuple[str, ...]]:
    """Return the folded words of a rung, and the names after "in" or "of", between blanks."""
    folded = fold(rung)
    outer = folded.replace(" of ", " in ").partition(" in ")[2].removeprefix("the ")
    parts = tuple(f" {part} " for part in outer.split(", ") if part)
    return f" {folded.replace(',', ' ')} ", parts


def count_rungs(ladders: Iterable[tuple[str, ...]]) -> Counter[str]:
    """Count for each rung how many places have it."""
    return Counter(rung for ladder in ladders for rung in dict.fromkeys(ladder))


def keep_general(rungs: Iterable[str], name: str, count: Callable[[str], int]) -> tuple[str, ...]:
    """Drop the rungs that fit fewer than FEW places, or that give the name away."""
    own = f" {fold(name)} "
    return tuple(
        rung for rung in dict.fromkeys(rungs) if count(rung) >= FEW and not _gives_away(rung, own)
    )
