"""Reading the short descriptions of Wikidata: what kind of organization, in which country."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache

from names.folding import fold
from ontology.naming import match_organization
from ontology.packages import Package
from ontology.sources.territories import load_territories
from ontology.taxonomy import TAXONOMY

NATIONALITIES = Package("npm", "i18n-nationality")
_PLACES = frozenset(
    """
    city town municipality county province state country region borough prefecture village island
    capital commune comune nation territory township ward powiat kingdom community area seat
    verbandsgemeinde samtgemeinde flag subdivision
    """.split()
)
_END = re.compile(
    r"""\s(?:in|of|based|operated|that|which|with|for|from|at|by|serving|owned|headquartered|on
          |operating|located|responsible|specializing|specialising|specialized|run|founded|used|to
          |under|offering|focused|providing|known|who|where|selling|within|engaged|created)\b
        |[,;(]|\s[-–]\s""",
    re.VERBOSE,
)
_CHAIN_OF = re.compile(
    r"\b(?:chain|network|group|brand|franchise|line|system)s? of (?P<what>[^A-Z].+)"
)
_CHAIN = re.compile(
    r"\s(?:chain|brand|franchise|group|network|concession|marque|(?:service )?provider|operator)s?$"
)
_IN = re.compile(r"\b(?:in|of) (?:[^,]+, )*(?P<country>(?:the )?[A-Z][\w.' -]+)$")
_USUAL = {
    "US": "US",
    "U.S.": "US",
    "USA": "US",
    "UK": "GB",
    "Taiwanese": "TW",
    "Argentine": "AR",
    "Argentinian": "AR",
    "Philippine": "PH",
    "Scottish": "GB",
    "English": "GB",
    "Welsh": "GB",
    "South Korean": "KR",
    "Dutch": "NL",
}
_WIDEST = frozenset(
    """
    company organization organisation business service group authority body administration
    network agency board center centre trust department institution association project program
    office system enterprise corporation unit house busines
    """.split()
)
"""Heads that say no more than "organization"; the map's tags may say more."""


@dataclass(frozen=True, slots=True)
class Described:
    """What a description says: generalizations, or that it describes a place, no organization."""

    generalizations: tuple[str, ...]
    is_place: bool = False


def read_description(description: str) -> Described | None:
    """Return what a description says; None where it says nothing that we can read."""
    text = re.sub(r"^(?:an?|the)\s+", "", description.strip().rstrip("."), flags=re.IGNORECASE)
    country, text = _take_country(text)
    chain = _CHAIN_OF.search(text)
    phrase = _END.split(chain["what"] if chain else text, maxsplit=1)[0].strip()
    if phrase and fold(phrase.split()[-1]) in _PLACES:
        return Described((), is_place=True)
    kind = _kind_of(phrase)
    if kind is None:
        return None
    generalizations = TAXONOMY.chain(kind, "organization")[:-1]
    return Described(
        (f"{generalizations[0]} in {country}", *generalizations) if country else generalizations
    )


def _kind_of(phrase: str) -> str | None:
    for text in (_CHAIN.sub("", phrase), phrase):
        match = match_organization(text.lower())
        if match and match.word.removesuffix("s") not in _WIDEST:
            return match.kind
    return None


def _take_country(text: str) -> tuple[str, str]:
    """Return the country as it stands after "in", and the text without its adjective."""
    words = text.split()
    for length in (2, 1):
        code = _adjectives().get(" ".join(words[:length]))
        if code:
            return load_territories()[code].within, " ".join(words[length:])
    named = _IN.search(text)
    within = _countries().get(fold(named["country"].removeprefix("the "))) if named else None
    return within or "", text


@cache
def _adjectives() -> dict[str, str]:
    listed = json.loads(NATIONALITIES.file("langs/en.json").read_bytes())["nationalities"]
    known = {name: code for code, name in listed.items() if code in load_territories()}
    return known | _USUAL


@cache
def _countries() -> dict[str, str]:
    return {
        fold(territory.name): territory.within
        for territory in load_territories().values()
        if territory.is_sovereign
    }
