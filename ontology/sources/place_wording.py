"""How places are worded: chains with "in" and "of", without what gives the place away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

from names.folding import fold

FEW = 3
"""What fits fewer things than this is no generalization, whatever it says."""


def keep_general(
    names: Sequence[str], chains: Sequence[tuple[str, ...]]
) -> Iterator[tuple[str, ...]]:
    """Yield the generalizations of each place, by the names and chains of all places.

    Dropped are those that fit fewer than FEW of the places, or that give the name away.
    """
    counts: Counter[str] = Counter()
    for chain, count in Counter(chains).items():
        counts.update(dict.fromkeys(chain, count))
    frequent = {
        chain: [text for text in dict.fromkeys(chain) if counts[text] >= FEW]
        for chain in dict.fromkeys(chains)
    }
    for name, chain in zip(names, chains, strict=True):
        own = f" {fold(name)} "
        yield tuple(text for text in frequent[chain] if not _gives_away(text, own))


def _gives_away(generalization: str, own: str) -> bool:
    words, outer = _parts(generalization)
    return own in words or any(map(own.__contains__, outer))


@cache
def _parts(generalization: str) -> tuple[str, tuple[str, ...]]:
    """Return the folded words of a text, and the names after "in" or "of", between blanks."""
    folded = fold(generalization)
    outer = folded.replace(" of ", " in ").partition(" in ")[2].removeprefix("the ")
    parts = tuple(f" {part} " for part in outer.split(", ") if part)
    return f" {folded.replace(',', ' ')} ", parts
