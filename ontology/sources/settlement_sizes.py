"""Whether a populated place is called a village, a town, a city or a part of one."""

from __future__ import annotations

import re

from ontology.sources.settlements import Settlement

TOWN = 5_000
CITY = 50_000
"""Inhabitants from which the "degree of urbanisation" (United Nations, 2020) says town and city."""

_CITY_BY_COUNTRY = {"IN": 100_000, "US": 10_000, "CA": 10_000, "AU": 20_000}
_TOWN_BY_COUNTRY = {"US": 0, "CA": 1_000, "AU": 1_000, "NZ": 1_000}
"""Where usage differs: the census of India calls 100,000 a city, Americans say it early."""

_BRITISH_CITIES = frozenset(
    "Aberdeen;Armagh;Bangor;Bath;Belfast;Birmingham;Bradford;Brighton;Bristol;Cambridge;Canterbury;"
    "Cardiff;Carlisle;Chelmsford;Chester;Chichester;Colchester;Coventry;Derby;Derry;Doncaster;"
    "Dundee;Dunfermline;Durham;Edinburgh;Ely;Exeter;Glasgow;Gloucester;Hereford;Inverness;"
    "Kingston upon Hull;Hull;Lancaster;Leeds;Leicester;Lichfield;Lincoln;Lisburn;Liverpool;London;"
    "Londonderry;Manchester;Milton Keynes;Newcastle upon Tyne;Newport;Newry;Norwich;Nottingham;"
    "Oxford;Perth;Peterborough;Plymouth;Portsmouth;Preston;Ripon;Salford;Salisbury;Sheffield;"
    "Southampton;Southend-on-Sea;St Albans;St Asaph;St Davids;Stirling;Stoke-on-Trent;Sunderland;"
    "Swansea;Truro;Wakefield;Wells;Westminster;Winchester;Wolverhampton;Worcester;Wrexham;"
    "York".split(";")
)
"""City is a title there, whatever the size (and towns of the same name are smaller)."""

_BOROUGHS = frozenset({5110253, 5110302, 5125771, 5133273, 5139568})
"""The boroughs of New York, which GeoNames codes as cities of their own."""

_BOROUGH_CODES = frozenset({"005", "047", "061", "081", "085"})
_LONDON_CODES = frozenset({"GLA", ""})
_LONDON = (51.507, -0.128)
_NEAR_LONDON = (0.18, 0.3)
"""Degrees of latitude and longitude from its centre: what has no code there is London, too."""

_NUMBERED = re.compile(r"\w+ \d{1,2}\b")
"""An arrondissement: "Paris 18 Buttes-Montmartre"."""

_BY_FEATURE = {
    "PPLQ": "abandoned settlement",
    "PPLW": "abandoned settlement",
    "PPLH": "former settlement",
    "PPLCH": "former settlement",
    "PPLF": "village",
}
_SEATS = frozenset({"PPLC", "PPLA"})
_SEAT_OF_A_CITY = 20_000
_DISTRICT = 40_000


PARTS_OF_CITIES = frozenset({"neighborhood", "city district", "borough"})


def name_size(place: Settlement) -> str:
    """Return the noun for a populated place."""
    if place.number in _BOROUGHS:
        return "borough"
    if place.feature == "PPLX" or _is_swallowed(place):
        return "city district" if place.population >= _DISTRICT else "neighborhood"
    if place.feature in _BY_FEATURE:
        return _BY_FEATURE[place.feature]
    if place.population == 0:
        return "settlement"
    return "city" if _is_city(place) else _name_smaller(place)


def _is_swallowed(place: Settlement) -> bool:
    """Tell what GeoNames codes as a town, though it has become a part of New York or London."""
    if _NUMBERED.match(place.name):
        return True
    if (place.country, place.admin1) == ("US", "NY"):
        return place.admin2 in _BOROUGH_CODES
    near = (
        abs(place.latitude - _LONDON[0]) < _NEAR_LONDON[0]
        and abs(place.longitude - _LONDON[1]) < _NEAR_LONDON[1]
    )
    is_london = place.admin2 == "GLA" or (place.admin2 in _LONDON_CODES and near)
    return place.country == "GB" and place.feature != "PPLC" and is_london


def _is_city(place: Settlement) -> bool:
    if place.country == "GB":
        return place.population >= TOWN and place.name in _BRITISH_CITIES
    is_seat = place.feature in _SEATS and place.population >= _SEAT_OF_A_CITY
    return is_seat or place.population >= _CITY_BY_COUNTRY.get(place.country, CITY)


def _name_smaller(place: Settlement) -> str:
    has_seat = place.feature in _SEATS
    is_town = has_seat or place.population >= _TOWN_BY_COUNTRY.get(place.country, TOWN)
    return "town" if is_town else "village"
