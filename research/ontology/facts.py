"""A small dump of Wikidata made of facts in tables, for machines that have no real one.

`facts/items.tsv` has an item a row: label, aliases, instance of, subclass of, part of. Items are
named by their labels, several in a field are apart by `|`. `facts/classes.tsv` has what the classes
are in turn subclasses of. A class that neither has, nor `ontology/wikidata/classes.tsv`, stands in
the dump with nothing above it. How well known things are is not told: all weigh the same.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from annotation.sources import ListSource
from ontology.wikidata.vocabulary import known_classes

FACTS = Path(__file__).parent / "facts"
_FIRST_NUMBER = 3_000_000_000
"""Far above all items that Wikidata has, so that none of ours is taken for one of its."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What Wikidata says of an item; others are named by their labels."""

    label: str
    aliases: tuple[str, ...] = ()
    instance_of: tuple[str, ...] = ()
    subclass_of: tuple[str, ...] = ()
    part_of: tuple[str, ...] = ()


def read_facts(folder: Path = FACTS) -> list[Fact]:
    """Read the tables, classes last; raises ValueError, which names the line."""
    items = [
        Fact(label, *map(_several, fields)) for label, *fields in _rows(folder / "items.tsv", 5)
    ]
    classes = [
        Fact(label, subclass_of=_several(above))
        for label, above in _rows(folder / "classes.tsv", 2)
    ]
    return [*items, *classes]


def write_dump(facts: Sequence[Fact], path: Path) -> None:
    """Write a dump as Wikibase does: `[`, an entity a line, `]`."""
    numbers = _Numbers(facts)
    named = [(numbers.of(label), Fact(label)) for label in numbers.only_named]
    lines = [
        json.dumps(_entity(number, fact, numbers))
        for number, fact in [*zip(numbers.own, facts, strict=True), *named]
    ]
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


class _Numbers:
    """The number of each item; one that is named by its label is a class before anything else."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        fresh = count(_FIRST_NUMBER)
        known = {label: number for number, (label, _) in known_classes().items()}
        self.own = [
            known[fact.label] if fact.subclass_of and fact.label in known else next(fresh)
            for fact in facts
        ]
        ranked = sorted(
            zip(self.own, facts, strict=True),
            key=lambda pair: bool(pair[1].subclass_of),
        )
        self._by_label = {fact.label: number for number, fact in ranked} | known
        named = {
            label
            for fact in facts
            for label in (*fact.instance_of, *fact.subclass_of, *fact.part_of)
        }
        self.only_named = sorted(named - self._by_label.keys())
        self._by_label |= {label: next(fresh) for label in self.only_named}

    def of(self, label: str) -> int:
        """Return the number of the item that a label names."""
        return self._by_label[label]


def _entity(number: int, fact: Fact, numbers: _Numbers) -> dict[str, Any]:
    claims = {
        ListSource.INSTANCE_OF: fact.instance_of,
        ListSource.SUBCLASS_OF: fact.subclass_of,
        ListSource.PART_OF: fact.part_of,
    }
    return {
        "type": "item",
        "id": f"Q{number}",
        "labels": {"en": {"language": "en", "value": fact.label}},
        "descriptions": {},
        "aliases": {"en": [{"language": "en", "value": alias} for alias in fact.aliases]},
        "claims": {
            name: [_statement(name, numbers.of(label)) for label in labels]
            for name, labels in claims.items()
            if labels
        },
    }


def _statement(name: str, number: int) -> dict[str, Any]:
    value = {"entity-type": "item", "numeric-id": number, "id": f"Q{number}"}
    return {
        "mainsnak": {
            "snaktype": "value",
            "property": name,
            "datavalue": {"value": value, "type": "wikibase-entityid"},
            "datatype": "wikibase-item",
        },
        "type": "statement",
        "rank": "normal",
    }


def _rows(path: Path, fields: int) -> Iterator[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(reader)
        for number, row in enumerate(reader, start=2):
            if len(row) != fields:
                raise ValueError(f"{path}, line {number}: {len(row)} fields instead of {fields}")
            yield row


def _several(field: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in field.split("|") if part.strip())
