"""The thesis' own form (Olstad 2023, listing 3.1): a JSON object with a key for every term."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import orjson

from annotation.records import MASK
from ontology.errors import SourceError
from ontology.wikidata.concepts import Chains, Concept

_HEAD_BYTES = 100_000
_BEGINNING = re.compile(
    rb'\s*\{\s*(?:\}\s*\Z|"(?:[^"\\]|\\.)*"\s*:\s*\{\s*"(?:id|properties)"\s*:)'
)


def is_thesis_json(path: Path) -> bool:
    """Tell by its beginning whether a file is in this form."""
    with path.open("rb") as file:
        return _BEGINNING.match(file.read(_HEAD_BYTES)) is not None


def read_json(path: Path) -> tuple[int, Iterator[Concept]]:
    """Return how many concepts a file has, and these, the terms of one id together.

    The file is read into memory whole. Raises SourceError, also while the concepts are read.
    """
    try:
        terms = orjson.loads(path.read_bytes())
    except orjson.JSONDecodeError as error:
        raise SourceError(f"{path} is broken: {error}") from error
    named: dict[object, list[str]] = {}
    for term, value in terms.items():
        identifier = value.get("id") if isinstance(value, dict) else None
        named.setdefault(identifier or (term,), []).append(term)
    return len(named), (_read(path, names, terms[names[0]]) for names in named.values())


def _read(path: Path, names: list[str], value: Any) -> Concept:  # noqa: ANN401 - any JSON value
    try:
        chains = {
            name: Chains(_texts(lists.get("first")), _texts(lists.get("longest")))
            for name, lists in value["properties"].items()
        }
    except (AttributeError, LookupError, TypeError) as error:
        raise SourceError(
            f"{path} is not in the thesis' form at {names[0]!r}: wanted is "
            '{"id": …, "properties": {"P31": {"first": […], "longest": […]}}}'
        ) from error
    return Concept(str(value.get("id", "")), tuple(names), chains)


def _texts(value: Any) -> tuple[str, ...]:  # noqa: ANN401 - any JSON value
    """Return the generalizations of a list, without the `***` that ends all of them anyway."""
    texts = (" ".join(text.split()) for text in value or ())
    return tuple(text for text in texts if text and text != MASK)


def write_json(path: Path, concepts: Iterable[Concept]) -> int:
    """Write concepts in the thesis' form, a term a line; returns how many terms there are.

    A term that several concepts share goes to the best known of them. What does not fit into
    memory waits in a database beside the file.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=path.parent, prefix=".unfinished-") as name:
        with closing(sqlite3.connect(Path(name) / "terms.sqlite3")) as database:
            _store(database, concepts)
            count = _write_terms(Path(name) / "terms.json", database)
        (Path(name) / "terms.json").replace(path)
    return count


def _store(database: sqlite3.Connection, concepts: Iterable[Concept]) -> None:
    database.executescript(
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
        "CREATE TABLE concepts (number INTEGER PRIMARY KEY, value TEXT);"
        "CREATE TABLE terms (term TEXT PRIMARY KEY, concept INTEGER, name INTEGER, weight REAL)"
    )
    for number, concept in enumerate(concepts):
        value = orjson.dumps(_to_json(concept)).decode()
        database.execute("INSERT INTO concepts VALUES (?, ?)", (number, value))
        database.executemany(
            "INSERT INTO terms VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
            "concept = excluded.concept, name = excluded.name, weight = excluded.weight "
            "WHERE excluded.weight > weight",
            [(term, number, place, concept.weight) for place, term in enumerate(concept.names)],
        )
    database.commit()


def _write_terms(path: Path, database: sqlite3.Connection) -> int:
    count = 0
    with path.open("w", encoding="utf-8") as file:
        file.write("{")
        for term, value in database.execute(
            "SELECT term, value FROM terms JOIN concepts ON number = concept ORDER BY concept, name"
        ):
            file.write(f"{',' if count else ''}\n{orjson.dumps(term).decode()}: {value}")
            count += 1
        file.write("\n}\n")
    return count


def _to_json(concept: Concept) -> dict[str, Any]:
    properties = {
        str(name): {"first": chains.first, "longest": chains.longest}
        for name, chains in concept.chains.items()
    }
    return {"id": concept.identifier, "properties": properties}
