"""The kinds of thing that there are: one table, each with its parents and the words that name it.

The table is `tables/kinds.txt`; its head says how a row reads. A kind may have several parents: a
hospital is a health care provider and a medical facility. What covers it is ordered by
reachability, nothing before what it covers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from annotation.types import SemanticType
from names.folding import fold
from ontology.phrases import singular

FLOORS = {SemanticType.LOC: "place", SemanticType.ORG: "organization"}
"""What is true of every span of a type; roots of the table."""

VAGUE = frozenset(FLOORS.values())
"""What says no more than a type does; it ends a list where nothing else is left to say."""

_TABLE = Path(__file__).parent / "tables" / "kinds.txt"
_FIELDS = (
    "words",
    "beside",
    "first",
    "last",
    "ending",
    "frame",
    "behind",
    "adjectives",
    "bearer",
    "adjective",
)
_FIELD = re.compile(rf"(?P<field>{'|'.join(_FIELDS)}):(?: |$)")
_SHORTEST_STEM = 3
"""Letters that must stand before an ending."""

_LONGEST = 5
"""Words in the longest name of a kind, or in the longest phrase of its row."""


@dataclass(frozen=True, slots=True)
class Row:
    """A kind: what covers it at once, and the items of each field of its row."""

    kind: str
    parents: tuple[str, ...]
    fields: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class KindMatch:
    """A kind that words name: the field of its row that has a word of theirs, and this word."""

    kind: str
    field: str
    word: str


class Taxonomy:
    """The kinds, the kinds that cover each, and the words that name each."""

    def __init__(self, rows: Iterable[Row]) -> None:
        """Take in rows; raises ValueError for a parent without a row and for a circle."""
        self.rows = {row.kind: row for row in rows}
        for row in self.rows.values():
            for parent in row.parents:
                if parent not in self.rows:
                    raise ValueError(f"{row.kind!r} stands below {parent!r}, which has no row")
        order = TopologicalSorter({kind: row.parents for kind, row in self.rows.items()})
        self._depth = {kind: place for place, kind in enumerate(order.static_order())}
        self._kinds_by_item = {name: self._index(name) for name in _FIELDS}
        for kind in self.rows:
            self._kinds_by_item["words"].setdefault(fold(kind), []).insert(0, kind)
        self.ancestors = cache(self._ancestors)
        self.chain = cache(self._chain)

    def _index(self, name: str) -> dict[str, list[str]]:
        kinds: dict[str, list[str]] = {}
        for row in self.rows.values():
            for item in row.fields.get(name, ()):
                kinds.setdefault(fold(item).removesuffix("."), []).append(row.kind)
        return kinds

    def __contains__(self, kind: str) -> bool:
        return kind in self.rows

    def _ancestors(self, kind: str) -> frozenset[str]:
        parents = self.rows[kind].parents
        return frozenset(parents).union(*map(self._ancestors, parents))

    def roots(self, kind: str) -> frozenset[str]:
        """Return what covers a kind and is covered by nothing; itself where it is a root."""
        return frozenset(
            each for each in (kind, *self.ancestors(kind)) if not self.rows[each].parents
        )

    def _chain(self, kind: str, root: str = "") -> tuple[str, ...]:
        """Return a kind and all that covers it, ever more generally; only what leads to a root."""
        above = [
            each
            for each in self.ancestors(kind)
            if not root or each == root or root in self.ancestors(each)
        ]
        return (kind, *sorted(above, key=self._depth.__getitem__, reverse=True))

    def first_item(self, kind: str, name: str) -> str:
        """Return the first item of a field of a kind, or of the nearest that covers it."""
        for each in self.chain(kind) if kind in self else ():
            if items := self.rows[each].fields.get(name):
                return items[0]
        return ""

    def kinds_with(self, name: str, word: str) -> list[str]:
        """Return the kinds whose row has a word in a field."""
        return self._kinds_by_item[name].get(word, [])

    def of_noun(self, phrase: str, *fields: str) -> list[KindMatch]:
        """Return the kinds that the longest end of a noun phrase names, in either number."""
        words = fold(phrase).split()
        for size in range(min(_LONGEST, len(words)), 0, -1):
            last = " ".join(words[-size:])
            for form in dict.fromkeys([last, singular(last)]):
                matches = [
                    KindMatch(kind, name, form)
                    for name in fields or ("words",)
                    for kind in self.kinds_with(name, form)
                ]
                if matches:
                    return matches
        return []

    def of_beginning(self, name: str) -> list[KindMatch]:
        """Return the kinds that the first words of a name say it is: "Lake Como"."""
        words = fold(name).split()
        for size in range(min(_LONGEST, len(words) - 1), 0, -1):
            first = " ".join(words[:size]).removesuffix(".")
            if kinds := self.kinds_with("first", first):
                return [KindMatch(kind, "first", first) for kind in kinds]
        return []

    def of_ending(self, word: str) -> list[KindMatch]:
        """Return the kinds that the end of a long word names: "Karlsplatz", "gastritis"."""
        key = fold(word)
        for size in range(len(key) - _SHORTEST_STEM, 1, -1):
            if kinds := self.kinds_with("ending", key[-size:]):
                return [KindMatch(kind, "ending", key[-size:]) for kind in kinds]
        return []


def read_rows(lines: Iterable[str]) -> Iterator[Row]:
    """Yield the rows of a table; raises ValueError, which names the line."""
    kind, name = "", ""
    parents: tuple[str, ...] = ()
    texts: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" "):
            if kind:
                yield Row(kind, parents, _items(texts))
            kind, _, above = line.strip().partition(" < ")
            parents, texts, name = tuple(filter(None, above.split(", "))), {}, ""
            continue
        text = line.strip()
        if found := _FIELD.match(text):
            name, text = found["field"], text[found.end() :]
        if not name:
            raise ValueError(f"line {number} belongs to no field: {text!r}")
        texts[name] = f"{texts[name]} {text}" if name in texts else text
    if kind:
        yield Row(kind, parents, _items(texts))


def _items(texts: Mapping[str, str]) -> dict[str, list[str]]:
    return {
        name: [item.strip() for item in text.split(";" if name == "frame" else ",") if item.strip()]
        for name, text in texts.items()
    }


TAXONOMY = Taxonomy(read_rows(_TABLE.read_text(encoding="utf-8").splitlines()))
"""The table that comes with the program."""
