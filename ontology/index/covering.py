"""How many entries a text covers, counted so that what is more general never covers less.

The entries that have a text in their chain are too few: chains are short, and "organization" stands
in fewer of them than "public body", which it covers. So a text b is taken to cover a text a where
it stands above a in most of the chains that hold a, or where the table of kinds says so, and
whatever covers b covers a, too. An entry is counted for the texts of its chain and for all that
cover these.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ontology.entries import Covered, Entry, Kind
from ontology.taxonomy import TAXONOMY

Chain = tuple[int, ...]
"""The texts of an entry by number, from the most specific to the most general."""


@dataclass(slots=True)
class _Sum:
    count: int = 0
    inhabitants: int = 0
    weight: float = 0.0

    def add(self, count: int, inhabitants: int, weight: float) -> None:
        self.count += count
        self.inhabitants += inhabitants
        self.weight += weight


class CoverageCounter:
    """Gathers the chains of entries, then counts what each text covers."""

    def __init__(self) -> None:
        self._sums: dict[tuple[Chain, Kind], _Sum] = defaultdict(_Sum)

    def add(self, chain: Chain, entry: Entry) -> None:
        """Take in an entry with its chain, in which each text stands once."""
        weight = 10**entry.weight if entry.inhabitants else 0.0
        self._sums[chain, entry.kind].add(1, entry.inhabitants, weight)

    def count(self, texts: Sequence[str]) -> Iterator[tuple[str, Covered]]:
        """Yield what each text covers, given the texts by number; kinds above them are added."""
        named = with_kinds_above(texts)
        closed = close(self._covering(named))
        totals: dict[int, dict[Kind, _Sum]] = defaultdict(lambda: defaultdict(_Sum))
        for (chain, kind), own in self._sums.items():
            for text in set[int]().union(*map(closed.__getitem__, chain)):
                totals[text][kind].add(own.count, own.inhabitants, own.weight)
        for text, by_kind in totals.items():
            yield named[text], _covered(by_kind.values())

    def _covering(self, texts: Sequence[str]) -> dict[int, set[int]]:
        """Return for each text those that cover it at once."""
        chains: Counter[Chain] = Counter()
        for (chain, _), own in self._sums.items():
            chains[chain] += own.count
        covering = covering_in(chains)
        for text, above in covering_among_kinds(texts).items():
            covering[text] = covering.get(text, set()) | above
        return covering


def _covered(sums: Iterable[_Sum]) -> Covered:
    by_kind = list(sums)
    return Covered(
        sum(each.count for each in by_kind),
        max(each.inhabitants for each in by_kind),
        sum(each.weight for each in by_kind),
    )


def covering_in(chains: Mapping[Chain, int]) -> dict[int, set[int]]:
    """Return for each text those above it in most chains that hold it; chains come with counts."""
    holding: Counter[int] = Counter()
    above: dict[int, Counter[int]] = defaultdict(Counter)
    for chain, count in chains.items():
        for place, text in enumerate(chain):
            holding[text] += count
            for higher in chain[place + 1 :]:
                above[text][higher] += count
    return {
        text: {higher for higher, count in above[text].items() if 2 * count > holding[text]}
        for text in holding
    }


def with_kinds_above(texts: Sequence[str]) -> list[str]:
    """Return the texts and all kinds above them in the table of kinds that are not among them."""
    above = (kind for text in texts if text in TAXONOMY for kind in TAXONOMY.ancestors(text))
    return [*texts, *sorted(set(above).difference(texts))]


def covering_among_kinds(texts: Sequence[str]) -> dict[int, set[int]]:
    """Return for each text that is a kind those above it in the table of kinds."""
    numbers = {text: number for number, text in enumerate(texts) if text in TAXONOMY}
    return {
        number: {numbers[above] for above in TAXONOMY.ancestors(kind)}
        for kind, number in numbers.items()
    }


def close(covering: Mapping[int, Iterable[int]]) -> dict[int, frozenset[int]]:
    """Return for each text itself and all that covers it, through others too."""
    closed = {}
    for text in covering:
        found, waiting = {text}, [text]
        while waiting:
            fresh = set(covering[waiting.pop()]) - found
            found |= fresh
            waiting.extend(fresh)
        closed[text] = frozenset(found)
    return closed
