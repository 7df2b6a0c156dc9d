"""A concept: its names and chains of generalizations, for the index or the thesis' form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from annotation.sources import ListSource
from ontology.entries import Entry, Kind
from ontology.wikidata.items import PROPERTIES
from ontology.wikidata.translation import Generalizations, generalize
from ontology.wikidata.vocabulary import kind_of

_STEP = 0.001
"""Between the senses of one concept: less than any difference between two concepts."""


@dataclass(frozen=True, slots=True)
class Chains:
    """The two lists that a property gives: the first met on the way up, and the longest.

    `every` are the chains from each thing that the property points to, for the index alone: the
    thesis' form has but the two.
    """

    first: tuple[str, ...]
    longest: tuple[str, ...]
    every: tuple[tuple[str, ...], ...] = ()


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
        subclass of ("scientist") than what sort of class it is ("profession"). Classes are
        translated into kinds of the table; what it is part of is no class.
        """
        kind = self.kind
        for number, (name, found) in enumerate(self._lists()):
            weight = self.weight - number * _STEP
            yield name, Entry(self.names, found.texts, found.sort or kind, weight)

    def _lists(self) -> Iterator[tuple[str, Generalizations]]:
        order = sorted(self.chains, key=_place_of)
        if ListSource.SUBCLASS_OF in self.chains:
            order.sort(key=lambda name: name != ListSource.SUBCLASS_OF)
        own = {name.casefold() for name in self.names}
        for name in order:
            chains = self.chains[name]
            for each in _lists_of(name, chains):
                texts = tuple(text for text in each.texts if text.casefold() not in own)
                if texts:
                    yield name, Generalizations(texts, each.sort)


def _lists_of(name: str, chains: Chains) -> Sequence[Generalizations]:
    if name != ListSource.PART_OF:
        return generalize(chains.every or (chains.first,), chains.longest)
    both = dict.fromkeys((chains.first, chains.longest))
    return tuple(Generalizations(chain, None) for chain in both)


def _place_of(name: str) -> int:
    return PROPERTIES.index(name) if name in PROPERTIES else len(PROPERTIES)
