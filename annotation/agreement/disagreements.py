"""Where annotators differ: over one and the same span (TAB, appendix A), what is hidden, links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import combinations
from typing import TypeVar

from annotation.agreement.coreference import by_borders, differing_links
from annotation.agreement.layer_report import Cell, Disagreements, Kind, Place
from annotation.records import Document, Mention
from annotation.rendering import hidden_characters
from annotation.types import IdentifierType, SemanticType

PLACES_KEPT = 25
"""The number of places kept of each cell: a report is stored in one row and read at once."""

_Label = TypeVar("_Label", bound=StrEnum)
_Borders = tuple[int, int]
_Marks = Mapping[str, Mention]
"""Annotator → the mention that they marked at a span."""


class DisagreementCounts:
    """How many spans annotators marked alike and judged differently, and the first places of each.

    However many annotators differ over a span in the same way, it counts once. Pairs of labels
    stand in the order of the enums.
    """

    def __init__(self) -> None:
        self._counts: Counter[Cell] = Counter()
        self._places: dict[Cell, list[Place]] = {}

    def count(self, document: Document) -> None:
        """Take in the layers of a document."""
        layers = {layer.name: by_borders(layer) for layer in document.layers}
        hidden = {
            layer.name: hidden_characters(document.text, layer.mentions)
            for layer in document.layers
        }
        for borders in sorted({borders for spans in layers.values() for borders in spans}):
            marks = {name: spans[borders] for name, spans in layers.items() if borders in spans}
            readable = [name for name, each in hidden.items() if each.find(1, *borders) < 0]
            for cell in _cells(marks, is_left=bool(readable)):
                self._add(cell, Place(document.doc_id, borders, _labels(layers, marks)))
        for link in differing_links(layers):
            self._add((Kind.LINKS,), Place(document.doc_id, link.later, link.labels, link.earlier))

    def _add(self, cell: Cell, place: Place) -> None:
        self._counts[cell] += 1
        places = self._places.setdefault(cell, [])
        if len(places) < PLACES_KEPT:
            places.append(place)

    def result(self) -> Disagreements:
        """Return the counts and the places kept, in the order of the documents."""
        return Disagreements(
            {cell: self._counts[cell] for cell in sorted(self._counts)},
            {cell: tuple(self._places[cell]) for cell in sorted(self._places)},
        )


def _cells(marks: _Marks, *, is_left: bool) -> Iterator[Cell]:
    """Yield the cells that a span counts in; identifier types, by entity type given alike."""
    mentions = list(marks.values())
    for types in _pairs(SemanticType, (mention.entity_type for mention in mentions)):
        yield (Kind.ENTITY_TYPES, *types)
    for kind in {mention.entity_type for mention in mentions}:
        given = [mention.identifier_type for mention in mentions if mention.entity_type is kind]
        for pair in _pairs(IdentifierType, given):
            yield (Kind.IDENTIFIER_TYPES, kind, *pair)
    masked = [mention.entity_type for mention in mentions if mention.is_masked]
    if masked and is_left:
        yield (Kind.HIDDEN_BY_SOME, masked[0])


def _pairs(labels: type[_Label], given: Iterable[_Label]) -> Iterator[tuple[_Label, _Label]]:
    present = set(given)
    return combinations([label for label in labels if label in present], 2)


def _labels(layers: Iterable[str], marks: _Marks) -> dict[str, tuple[str, ...]]:
    return {
        name: (marks[name].entity_type.value, marks[name].identifier_type.value)
        if name in marks
        else ()
        for name in layers
    }
