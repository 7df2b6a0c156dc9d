"""What the people of each country are called, and of the regions that it lies in.

Every word is both an adjective and a noun, so that it fits in place of either.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from names.folding import fold
from ontology.packages import Package

COUNTRIES = Package("PyPI", "countryinfo")
_COUNTRIES_FOLDER = "countryinfo/data/norway.json"  # any file in it tells where it lies
NATIONALITIES = Package("npm", "i18n-nationality")
TERRITORIES = Package("npm", "cldr-core")

_REGIONS = {
    "005": ("South American",),
    "011": ("West African", "African"),
    "013": ("Central American", "Latin American"),
    "014": ("East African", "African"),
    "015": ("North African", "African"),
    "017": ("Central African", "African"),
    "018": ("Southern African", "African"),
    "021": ("North American",),
    "029": ("Caribbean",),
    "030": ("East Asian", "Asian"),
    "034": ("South Asian", "Asian"),
    "035": ("Southeast Asian", "Asian"),
    "039": ("Southern European", "European"),
    "053": ("Oceanian",),
    "054": ("Melanesian", "Oceanian"),
    "057": ("Micronesian", "Oceanian"),
    "061": ("Polynesian", "Oceanian"),
    "143": ("Central Asian", "Asian"),
    "145": ("Middle Eastern",),
    "151": ("Eastern European", "European"),
    "154": ("Northern European", "European"),
    "155": ("Western European", "European"),
}
"""What the people of a region (UN M49) are called."""

_NEARER = {
    **dict.fromkeys(["DK", "NO", "SE"], ("Scandinavian",)),
    **dict.fromkeys(["FI", "FO", "IS"], ("Nordic",)),
    **dict.fromkeys(["EE", "LT", "LV"], ("Baltic",)),
    **dict.fromkeys(["AL", "BA", "ME", "MK", "RS", "XK"], ("Balkan",)),
}
"""Regions smaller than those of M49."""

_ELSEWHERE = {
    "CY": ("Mediterranean",),
    "MX": ("Latin American",),
    "IR": ("Middle Eastern",),
    "BZ": ("Central American",),
    **dict.fromkeys(["AM", "AZ", "GE"], ("Western Asian",)),
    **dict.fromkeys(["BG", "RO"], ("Southeastern European", "European")),
}
"""Countries that M49 puts where few readers would, or that only some words of a region fit."""

_MORE_DEMONYMS = {
    "AE": ("Emirati",),
    "AR": ("Argentine", "Argentinian"),
    "BF": ("Burkinabé",),
    "CZ": ("Czech",),
    "GB": ("British", "Briton"),
    "GL": ("Greenlander", "Greenlandic"),
    "HK": ("Hongkonger", "Hong Konger"),
    "IS": ("Icelandic",),
    "KZ": ("Kazakh",),
    "LU": ("Luxembourgish",),
    "MK": ("North Macedonian",),
    "MV": ("Maldivian",),
    "NP": ("Nepali",),
    "PH": ("Philippine",),
    "RS": ("Serb",),
    "SA": ("Saudi", "Saudi Arabian"),
    "SR": ("Surinamese",),
    "TT": ("Trinidadian", "Tobagonian"),
    "UZ": ("Uzbek",),
    "VA": ("Vatican",),
    "XK": ("Kosovar", "Kosovan"),
    "YE": ("Yemeni", "Yemenite"),
}
"""Common forms that the packages lack."""

_OWNERS = {
    "American": "US",
    "Chinese": "CN",
    "French": "FR",
    "Indian": "IN",
    "Norwegian": "NO",
    "Welsh": "GB",
}
"""Demonyms under which the packages list dependencies as well, or by mistake."""

_NO_DEMONYM = re.compile(r"\b(?:Territory|Islands?|Occupied|U\.S\.)(?: |$)")


@dataclass(frozen=True, slots=True)
class Country:
    """A country or territory with the words for its people, adjectives and nouns."""

    code: str
    names: tuple[str, ...]
    demonyms: tuple[str, ...]
    inhabitants: int


@cache
def read_countries() -> tuple[Country, ...]:
    """Return the countries with their names and demonyms."""
    nationalities = _load(NATIONALITIES.file("langs/en.json"))["nationalities"]
    found: dict[str, Country] = {}
    for path in sorted(COUNTRIES.file(_COUNTRIES_FOLDER).parent.glob("*.json")):
        data = _load(path)
        code = data.get("ISO", {}).get("alpha2", "")
        if code not in found:
            found[code] = _country(code, data, str(nationalities.get(code, "")))
    if "XK" not in found:
        found["XK"] = Country("XK", ("Kosovo",), _MORE_DEMONYMS["XK"], 0)
    return tuple(found.values())


def _country(code: str, data: dict[str, Any], nationality: str) -> Country:
    names = (str(data["name"]), *map(str, data.get("altSpellings", [])))
    listed = f"{data.get('demonym') or ''},{nationality.partition('(')[0]}"
    parts = [part.strip() for part in re.split(r"[,/]| - | or | and ", listed)]
    places = {fold(names[0]), *map(fold, _split(names[0]))}
    demonyms = dict.fromkeys(
        part
        for part in [*parts, *_MORE_DEMONYMS.get(code, ())]
        if part
        and fold(part) not in places
        and part.rstrip("s") not in set(parts) - {part}
        and not _NO_DEMONYM.search(part)
        and _OWNERS.get(part, code) == code
    )
    return Country(code, names, tuple(demonyms), int(data.get("population") or 0))


def _split(name: str) -> list[str]:
    return [part.strip() for part in re.split(r",| and |\(", name)]


@cache
def generalizations_of(code: str) -> tuple[str, ...]:
    """Return what the people of a country are, from the smallest region to the continent."""
    region = next((number for number in _REGIONS if code in _contained()[number]), "")
    return (*_NEARER.get(code, ()), *_ELSEWHERE.get(code, _REGIONS.get(region, ())))


@cache
def _contained() -> dict[str, list[str]]:
    data = _load(TERRITORIES.file("supplemental/territoryContainment.json"))
    containment = data["supplemental"]["territoryContainment"]
    return {number: containment[number]["_contains"] for number in _REGIONS}


def _load(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_bytes())
    return data
