"""Brands, operators and transport networks of the world's maps, and what Wikidata says of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import log10
from pathlib import Path

from ontology.entries import Entry, Kind
from ontology.packages import Package
from ontology.sources.descriptions import read_description
from ontology.sources.source import Source
from ontology.taxonomy import TAXONOMY

PACKAGE = Package("npm", "name-suggestion-index")
_NAME_TAGS = ("name", "brand", "operator", "network", "official_name", "alt_name", "short_name")
_ENTITY_TAGS = ("brand:wikidata", "operator:wikidata", "network:wikidata")
_LANGUAGE_CODES = (0, 2, 3)
"""Lengths; 0 is no language, and what is longer says something else than a name."""

_LIST_SEPARATOR = ";"
_UNNAMED_BY = ("flags/", "transit/")
"""Trees whose names say a country or a town where Wikidata does not know them."""

_SHORTEST_NAME = 2
_TAGS = Path(__file__).parent / "map_tags.txt"


@dataclass(slots=True)
class _Brand:
    names: dict[str, None] = field(default_factory=dict)
    paths: dict[str, None] = field(default_factory=dict)
    description: str = ""


def _read() -> Iterator[Entry]:
    kinds = dict(_read_tags())
    for brand in _gather().values():
        generalizations = _generalizations_of(brand, kinds)
        names = tuple(name for name in brand.names if len(name) >= _SHORTEST_NAME)
        if generalizations and names:
            yield Entry(
                names=names,
                generalizations=generalizations,
                kind=Kind.BRAND,
                weight=log10(len(brand.paths)),
                sense=brand.description or generalizations[0],
            )


def _gather() -> Mapping[str, _Brand]:
    """Return what the trees and Wikidata say of each brand, by its Wikidata id if it has one."""
    groups = json.loads(PACKAGE.file("dist/json/nsi.json").read_bytes())["nsi"]
    entities = json.loads(PACKAGE.file("dist/wikidata/wikidata.json").read_bytes())["wikidata"]
    brands: dict[str, _Brand] = {}
    for path, group in groups.items():
        for item in group["items"]:
            entity = _entity_of(item["tags"])
            if entity not in entities and path.startswith(_UNNAMED_BY):
                continue
            about = entities.get(entity, {})
            brand = brands.setdefault(entity or item["id"], _Brand())
            brand.description = about.get("description", "")
            names = [item["displayName"], about.get("label", ""), *_names_in(item["tags"])]
            brand.names.update(dict.fromkeys(name.strip() for name in names if name))
            brand.paths[path] = None
    return brands


def _entity_of(tags: Mapping[str, str]) -> str:
    return next((tags[tag] for tag in _ENTITY_TAGS if tag in tags), "")


def _names_in(tags: Mapping[str, str]) -> Iterable[str]:
    for tag, value in tags.items():
        base, _, language = tag.partition(":")
        if base in _NAME_TAGS and len(language) in _LANGUAGE_CODES:
            yield from value.split(_LIST_SEPARATOR)


def _read_tags() -> Iterator[tuple[str, str]]:
    """Yield each path of the map's tags with the kind of thing it stands for."""
    for line in _TAGS.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            kind, _, paths = line.partition(": ")
            yield from ((path, kind) for path in paths.split(", "))


def _generalizations_of(brand: _Brand, kinds: Mapping[str, str]) -> tuple[str, ...]:
    """Believe the description; what the map says helps where it is silent or vague."""
    described = read_description(brand.description) if brand.description else None
    if described is not None and (described.is_place or described.generalizations):
        return described.generalizations
    mapped = {kinds.get(path) for path in brand.paths} - {None}
    chains = [TAXONOMY.chain(kind, "organization")[:-1] for kind in sorted(filter(None, mapped))]
    return _common(chains)


def _common(chains: list[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the generalizations that all chains share."""
    if not chains:
        return ()
    return tuple(text for text in chains[0] if all(text in other for other in chains[1:]))


SOURCE = Source(
    name="brands",
    label="Brands and operators",
    packages=(PACKAGE,),
    licence="BSD-3-Clause; descriptions CC0",
    attribution=(
        "name-suggestion-index © OpenStreetMap contributors and its authors (BSD-3-Clause); "
        "descriptions from Wikidata (CC0)."
    ),
    read=_read,
)
