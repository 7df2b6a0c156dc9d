"""Tiny dumps, made of entities as Wikibase writes them."""

from __future__ import annotations

import bz2
import gzip
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

Entity = dict[str, Any]

COMPRESSIONS: dict[str, Callable[[bytes], bytes]] = {
    "json": bytes,
    "json.gz": gzip.compress,
    "json.bz2": bz2.compress,
}


def item_value(number: int) -> Entity:
    return {
        "value": {"entity-type": "item", "numeric-id": number, "id": f"Q{number}"},
        "type": "wikibase-entityid",
    }


def statement(property_: str, number: int | None, rank: str = "normal", **more: Any) -> Entity:
    """A statement; without a number its value is unknown."""
    snak: Entity = {"snaktype": "value" if number else "somevalue", "property": property_}
    if number:
        snak["datavalue"] = item_value(number)
    snak["datatype"] = "wikibase-item"
    return {"mainsnak": snak, "type": "statement", **more, "id": "Q1$x", "rank": rank}


def texts(by_language: dict[str, str]) -> Entity:
    return {code: {"language": code, "value": text} for code, text in by_language.items()}


def item(
    number: int,
    label: str | None,
    *,
    aliases: Iterable[str] = (),
    sitelinks: int = 0,
    labels: dict[str, str] | None = None,
    **claims: Iterable[int | Entity],
) -> Entity:
    """An item; claims are numbers of items, or whole statements."""
    named = {**({"en": label} if label else {}), **(labels or {})}
    spoken = [{"language": "en", "value": text} for text in aliases]
    return {
        "type": "item",
        "id": f"Q{number}",
        "labels": texts(named),
        "descriptions": {},
        "aliases": {"en": spoken} if spoken else {},
        "claims": {
            name: [value if isinstance(value, dict) else statement(name, value) for value in values]
            for name, values in claims.items()
        },
        "sitelinks": {
            f"{place}wiki": {"site": f"{place}wiki", "title": "x", "badges": []}
            for place in range(sitelinks)
        },
    }


def lines(entities: Iterable[Entity | str], *, empty: str = "{}") -> list[str]:
    """The lines of a dump; a text among the entities is a line as it is."""
    written = [
        entity if isinstance(entity, str) else json.dumps(entity, separators=(",", ":"))
        for entity in entities
    ]
    bare = [line.replace(":{}", f":{empty}") for line in written]
    return ["[", *(f"{line}," for line in bare[:-1]), *bare[-1:], "]"]


def write_dump(path: Path, entities: Iterable[Entity | str], *, empty: str = "{}") -> Path:
    """Write a dump, packed as the file's name says."""
    data = "\n".join(lines(entities, empty=empty)).encode() + b"\n"
    path.write_bytes(COMPRESSIONS[path.name.partition(".")[2]](data))
    return path


def sample_items() -> list[Entity]:
    """Return a few items whose classes come last: a city, a country, a trade, and some noise."""
    return [
        item(100, "Brackwater", aliases=["Brackwater-on-Sea", "bw", "🏖"], sitelinks=9, P31=[200]),
        item(101, "Norland", aliases=["Kingdom of Norland"], P31=[201], P361=[300]),
        item(102, "geologist", P31=[202], P279=[203]),
        item(103, "Ada Example", P31=[5], P19=[100], P106=[102], P27=[101]),
        item(104, "Brackwater (disambiguation)", P31=[4167410]),
        item(105, "The rocks of Brackwater", P31=[13442814]),
        item(106, "Unheard", P31=[200]),
        item(200, "city", P279=[210]),
        item(201, "island country", P279=[6256]),
        item(202, "profession", P279=[212]),
        item(203, "scientist", P279=[204]),
        item(204, "researcher", P279=[213]),
        item(210, "human settlement", P279=[211]),
        item(211, "geographic entity", P279=[35120]),
        item(212, "occupation"),
        item(213, "person"),
        item(300, "Northern Isles", P31=[301]),
        item(301, "archipelago region", P279=[302]),
        item(302, "geographic region"),
        item(6256, "country"),
        item(5, "human", P279=[213]),
        item(35120, "entity"),
        {"type": "property", "id": "P31", "labels": texts({"en": "instance of"}), "claims": {}},
        {"type": "lexeme", "id": "L7", "lemmas": texts({"en": "rock"}), "claims": {}},
    ]
