"""Tables of the disagreements of annotators on masks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from annotation.agreement import Cell, Disagreements, Kind
from annotation.types import IdentifierType, LabelledEnum, SemanticType


@dataclass(frozen=True, slots=True)
class Count:
    """A cell of a table: how often annotators differ in this way, and whether places are stored."""

    number: int
    cell: Cell
    has_places: bool
    about: str
    """The labels in question."""

    @property
    def key(self) -> str:
        """Name the cell in an address."""
        return ".".join(self.cell)


@dataclass(frozen=True, slots=True)
class CountTable:
    """Disagreements of one kind; where a type meets itself there is no count."""

    caption: str
    help: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Count | None, ...]], ...]


def tables_of(found: Disagreements) -> list[CountTable]:
    """Return the tables that count something, each for the types concerned."""
    tables = (_entity_types(found), _identifier_types(found), _hidden(found), _links(found))
    return [table for table in tables if table.rows]


def count_named(found: Disagreements, key: str) -> tuple[CountTable, Count] | None:
    """Find a cell and its table; None where nothing is counted, or not any more."""
    for table in tables_of(found):
        for count in _counts(table):
            if count.number and count.key == key:
                return table, count
    return None


def _counts(table: CountTable) -> Iterator[Count]:
    for _, counts in table.rows:
        yield from (count for count in counts if count)


def _entity_types(found: Disagreements) -> CountTable:
    types = _types_in(found, Kind.ENTITY_TYPES)
    return CountTable(
        "Two types for one span",
        "Spans with the same borders.",
        tuple(kind.label for kind in types),
        tuple((a.label, tuple(_of_types(found, a, b) for b in types)) for a in types),
    )


def _of_types(found: Disagreements, a: SemanticType, b: SemanticType) -> Count | None:
    """Count a pair, which stands in the order of the types, whichever is the row."""
    order = list(SemanticType)
    pair = sorted((a, b), key=order.index)
    return None if a is b else _count(found, Kind.ENTITY_TYPES, pair)


def _identifier_types(found: Disagreements) -> CountTable:
    pairs = list(combinations(IdentifierType, 2))
    return CountTable(
        "Two identifier types for one span",
        "Spans with the same borders and one type.",
        tuple(_versus(pair) for pair in pairs),
        tuple(
            (
                kind.label,
                tuple(_count(found, Kind.IDENTIFIER_TYPES, (kind, *each)) for each in pairs),
            )
            for kind in _types_in(found, Kind.IDENTIFIER_TYPES)
        ),
    )


def _hidden(found: Disagreements) -> CountTable:
    return CountTable(
        "Hidden by some, left by others",
        "Spans of which one annotator hides everything and another nothing.",
        ("Spans",),
        tuple(
            (kind.label, (_count(found, Kind.HIDDEN_BY_SOME, (kind,)),))
            for kind in _types_in(found, Kind.HIDDEN_BY_SOME)
        ),
    )


def _links(found: Disagreements) -> CountTable:
    links = _count(found, Kind.LINKS, ())
    return CountTable(
        "Linked by some only",
        "Two spans, worded differently, that are the same person or thing for some annotators.",
        ("Pairs",),
        (("All types", (links,)),) if links.number else (),
    )


def _types_in(found: Disagreements, kind: Kind) -> list[SemanticType]:
    concerned = {label for cell in found.counts if cell[0] == kind for label in cell[1:]}
    return [each for each in SemanticType if each.value in concerned]


def _count(found: Disagreements, kind: Kind, labels: Iterable[LabelledEnum]) -> Count:
    cell = (kind, *labels)
    return Count(found.counts.get(cell, 0), cell, cell in found.places, _versus(labels))


def _versus(labels: Iterable[LabelledEnum]) -> str:
    return " – ".join(label.label for label in labels)
