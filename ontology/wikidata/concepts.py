"""A concept: its names and chains of generalizations, for the index or the thesis' form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from annotation.sources import ListSource
from ontology.entries import Entry, Kind
from ontology.wikidata.items import PROPERTIES
from ontology.wikidata.vocabulary import kind_of

_STEP = 0.001
"""Between the senses of one concept: less than any difference between two concepts."""


@dataclass(frozen=True, slots=True)
class Chains:
    """The two lists that a property gives: the first met on the way up, and the longest."""

    first: tuple[str, ...]
    longest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Concept:
    """A thing with its Wikidata id, all its names (the label first) and its chains by property."""

    identifier: str
    names: tuple[str, ...]
    chains: Mapping[str, Chains]
    weight: float = 0.0

    @property
    def kind(self) -> Kind:
        """The kind of thing, by the first generalization that has one; "part of" says nothing."""
        labels = (
            label
            for name in PROPERTIES[:3]
            if name in self.chains
            for label in (*self.chains[name].first, *self.chains[name].longest)
        )
        found = (kind for label in labels if (kind := kind_of(label)) is not None)
        return next(found, Kind.CONCEPT)

    def entries(self) -> Iterator[tuple[str, Entry]]:
        """Yield what the index says of it, each with its property, the best first.

        That is the order of PROPERTIES, but that a class ("geologist") is rather what it is a
        subclass of ("scientist") than what sort of class it is ("profession").
        """
        kind = self.kind
        for number, (name, generalizations) in enumerate(self._lists()):
            yield name, Entry(self.names, generalizations, kind, self.weight - number * _STEP)

    def _lists(self) -> Sequence[tuple[str, tuple[str, ...]]]:
        order = sorted(self.chains, key=_place_of)
        if ListSource.SUBCLASS_OF in self.chains:
            order.sort(key=lambda name: name != ListSource.SUBCLASS_OF)
        first = [(name, self.chains[name].first) for name in order]
        longest = [(name, self.chains[name].longest) for name in order]
        return [pair for pair in dict.fromkeys([*first, *longest]) if pair[1]]


def _place_of(name: str) -> int:
    return PROPERTIES.index(name) if name in PROPERTIES else len(PROPERTIES)
