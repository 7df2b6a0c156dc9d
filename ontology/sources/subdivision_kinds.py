"""What a subdivision of a country is called in English: state, province, county and so on."""

from __future__ import annotations

import re

_USUAL_NOUNS = {
    "Land": "state",
    "Regional state": "state",
    "Voivodship": "voivodeship",
    "Rayon": "district",
    "Popularate": "district",
    "Metropolitan department": "department",
    "Metropolitan region": "region",
    "Administrative region": "region",
    "Geographical region": "region",
    "Decentralized regional entity": "region",
    "Two-tier county": "county",
    "Council area": "council area",
    "City municipality": "municipality",
    "Rural municipality": "municipality",
    "Urban municipality": "municipality",
    "District municipality": "municipality",
    "Special municipality": "municipality",
    "Free municipal consortium": "province",
    "Metropolitan city": "province",
    "Special self-governing province": "province",
    "Autonomous province": "province",
    "Economic prefecture": "prefecture",
    "Autonomous republic": "republic",
    "Union territory": "union territory",
    "London borough": "borough",
    "Metropolitan district": "district",
}
"""ISO 3166-2 category → the noun usual in English."""

_PLAIN_NOUNS = frozenset(
    {
        *("province", "district", "municipality", "region", "state", "department", "county"),
        *("governorate", "prefecture", "parish", "canton", "republic", "division", "commune"),
        *("autonomous region", "autonomous community", "emirate", "oblast", "territory", "quarter"),
        *("autonomous district", "unitary authority", "borough", "ward", "country"),
        *("special administrative region", "federal territory", "autonomous territory"),
    }
)

_BY_WORD = {
    "county": "county|xian|megye|fylke|județ|judet|powiat",
    "district": (
        r"district|distrito|rayon|raion|i̇lçesi|ilçesi|landkreis|kreis|okres|huyện|amphoe|"
        r"regional district|aūdany|bezirk|arrondissement|partido|sub-district|tehsil|qu"
    ),
    "province": "province|provincia|provincie|provinz|shahrestān-e|il|ili",
    "department": "département|departamento|department",
    "municipality": (
        "municipality|municipio|município|municipality of|gemeente|kommun|kommune|comuna|obshtina|"
        "gemeinde|općina|concelho|municipal|pagasts|novads"
    ),
    "parish": "parish|paróquia",
    "borough": "borough",
    "regency": "regency|kabupaten",
    "city": "shi|kota|city|grad|gorod|cidade|stadt|thành phố|qalasy",
    "ward": "ward|ku|barrio",
    "region": "region|región|região|regierungsbezirk",
}
_WORD_OF_KIND = {
    noun: re.compile(rf"(?:^|[\s-])(?:{words})(?:$|\s)", re.IGNORECASE)
    for noun, words in _BY_WORD.items()
}

_SECOND_LEVEL = {
    **dict.fromkeys(["BR", "MX", "CO", "NO", "PT", "PH", "SI", "HR", "SE", "RO"], "municipality"),
    **dict.fromkeys(["IT", "ES", "BE", "CU", "KR"], "province"),
    **dict.fromkeys(["FR", "HN"], "department"),
    **dict.fromkeys(["TR", "IN", "RU", "PK", "AF", "TH", "VN", "TN", "BD", "GH", "YE"], "district"),
    **dict.fromkeys(["US", "TW", "KE", "LR"], "county"),
    "IR": "county",
}
"""What the second level is called where the name does not say it."""

_COMMONLY = {"GB.NIR": "country"}
"""NamePart GeoNames code, where usage differs from ISO 3166-2."""

_COUNTY_ENDINGS = ("shire", "Cornwall", "Northumberland", "Durham", "Rutland", "Isle of Wight")
"""British unitary authorities that everybody calls counties."""

UNKNOWN = "administrative region"
"""True of every subdivision."""


def name_kind(category: str, names: tuple[str, ...], code: str, *, is_first: bool) -> str:
    """Return the noun for a subdivision, by its ISO category, its names or its country."""
    if code in _COMMONLY:
        return _COMMONLY[code]
    if category == "Unitary authority" and names[0].endswith(_COUNTY_ENDINGS):
        return "county"
    country = code.partition(".")[0]
    plain = _USUAL_NOUNS.get(category, category.lower())
    if plain in _PLAIN_NOUNS or category in _USUAL_NOUNS:
        return plain
    for name in names:
        for noun, pattern in _WORD_OF_KIND.items():
            if pattern.search(name):
                return noun
    return UNKNOWN if is_first else _SECOND_LEVEL.get(country, UNKNOWN)
