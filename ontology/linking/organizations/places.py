"""Places in the names of organizations: where a body is, and whose it is."""

from __future__ import annotations

import re
from itertools import takewhile

from ontology.entries import Kind, Sense
from ontology.layers import Ontology
from ontology.linking.organizations.kinds import ladder
from ontology.linking.organizations.names import NameReading

_PLACES = frozenset({Kind.COUNTRY, Kind.SUBDIVISION, Kind.SETTLEMENT})
_COUNTRY = re.compile(r" (?:in|of) ((?:the )?[A-ZÀ-Þ][^,]*)$")
_CLEAR_MARGIN = 1.0
"""Tenfold: by so much a place must outweigh its namesakes abroad."""

_OF_A_COUNTRY = {
    "government": "national government",
    "police force": "national police force",
    "football team": "national sports team",
    "sports team": "national sports team",
}
_OF_A_PART = {"government": "regional government"}
_OF_A_TOWN = {"government": "local government", "council": "local council"}
_ONE_A_COUNTRY = re.compile(r"^(?:supreme|constitutional|national|central|senate|parliament)\b")
_LOCAL = frozenset(
    {"educational institution", "court", "law enforcement agency", "local authority", "hospital"}
    | {"legislature", "government", "museum", "library", "tribunal", "local council"}
)
"""What the place after "of" places: "University of Oslo" lies there, "Bank of Oslo" need not."""

_BODIES = frozenset({"court", "law enforcement agency", "local authority", "legislature"})
"""What the place before it places as well; schools bear the names of persons there."""

_ORDINAL = re.compile(r"^\d+(?:st|nd|rd|th)$")


def place_senses(name: str, ontology: Ontology) -> list[Sense]:
    """Return the places that a name names, the most usual first; none for a common noun."""
    senses = ontology.lookup(name)
    found = [sense for sense in senses if sense.kind in _PLACES and sense.has_capital]
    found.sort(key=lambda sense: (sense.kind is not Kind.COUNTRY, -sense.weight))
    if found and found[0].kind is not Kind.COUNTRY and any(map(_is_noun, senses)):
        return []
    return found


def _is_noun(sense: Sense) -> bool:
    return not sense.has_capital and sense.kind not in _PLACES


def is_place(name: str, ontology: Ontology) -> bool:
    """Tell whether a name is spelled as the name of a country, a part of one, or a town."""
    return any(sense.is_exact for sense in place_senses(name, ontology))


def is_town(name: str, ontology: Ontology) -> bool:
    """Tell whether a town is called so, whatever else is: "Rugby"."""
    senses = (sense for sense in ontology.lookup(name) if sense.kind is Kind.SETTLEMENT)
    return any(sense.is_exact and sense.has_capital and sense.term == name for sense in senses)


def refine(found: NameReading, ontology: Ontology) -> tuple[str, ...]:
    """Return the rungs of what a name tells, with whose it is or its country where that is sure."""
    rungs = ladder(found.kind)
    local = set(rungs) & _LOCAL
    place = _place_in(found.after, ontology) if found.after else None
    if place is None and found.before and set(rungs) & _BODIES:
        place = _place_in(found.before, ontology)
    if place is None:
        return rungs
    owner = _OWNERS[place.kind].get(found.kind)
    if owner:
        rungs = ladder(owner)
    if place.kind is Kind.COUNTRY or not local or _ONE_A_COUNTRY.match(found.kind):
        return rungs
    country = country_of(place)
    return (f"{rungs[0]} in {country}", *rungs) if country else rungs


_OWNERS = {
    Kind.COUNTRY: _OF_A_COUNTRY,
    Kind.SUBDIVISION: _OF_A_PART,
    Kind.SETTLEMENT: _OF_A_TOWN,
}


def country_of(place: Sense) -> str:
    """Return the country of a part or town as it stands after "in"; nothing where untold."""
    for rung in place.rungs[:2]:
        told = _COUNTRY.search(rung)
        if told and "," not in rung:
            return told[1]
    return ""


def _place_in(words: tuple[str, ...], ontology: Ontology) -> Sense | None:
    """Find the place that some words name, up to where they say more ("Texas at Austin")."""
    kept = [word for word in words if not _ORDINAL.match(word) and word.lower() != "the"]
    named = list(takewhile(lambda word: word[0].isupper(), kept))
    if not named or kept[len(named) : len(named) + 1] in (["and"], ["&"]):
        return None
    senses = place_senses(" ".join(named), ontology)
    return senses[0] if senses and _is_clear(senses) else None


def _is_clear(senses: list[Sense]) -> bool:
    first = senses[0]
    if first.kind is Kind.COUNTRY:
        return True
    abroad = [sense.weight for sense in senses if country_of(sense) != country_of(first)]
    return not abroad or first.weight - max(abroad) >= _CLEAR_MARGIN
