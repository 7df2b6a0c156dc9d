"""Names whose shape tells what they are: call letters, newspapers, teams of a town."""

from __future__ import annotations

import re

from ontology.entries import Kind
from ontology.layers import Ontology
from ontology.linking.organizations.contexts import is_about_sports, is_in_sports, sport_of
from ontology.linking.organizations.kinds import ladder
from ontology.linking.organizations.names import read_name, strip_name
from ontology.linking.organizations.places import is_place
from ontology.linking.reading import Reading
from ontology.spans import Span

_CALL_LETTERS = re.compile(r"[KW][A-Z]{2,3}(?P<band>-(?:AM|FM|TV|LP|DT))?")
_ON_THE_AIR = re.compile(
    r"\b(?:radio|stations?|TV|television|channels?|anchor\w*|broadcast\w*|aired|DJs?|disc jockey"
    r"|on air|newscast\w*|talk show|reporter|AM|FM)\b"
)
"""Words without which three letters are initials ("WHO")."""

_TITLES = frozenset(
    """
    post guardian star sun mail globe mirror express journal news independent register bulletin echo
    standard leader mercury chronicle press citizen argus bee age world record review democrat
    republican enterprise beacon eagle call union item reporter messenger
    """.split()
)
"""Last words of newspapers that name other things too, unless a place stands before them."""

_PERIODS = frozenset({"daily", "evening", "morning", "sunday", "weekly"})
_PLURAL = re.compile(r"[A-ZÀ-Þ][\w’'-]+(?<!s)s")
_UNIVERSITY_ENDINGS = frozenset({"State", "Tech", "A&M"})
_TOWN_ENDINGS = frozenset({"City", "Town", "County"})
_LONGEST_PLACE = 3


def read_shape(span: Span, ontology: Ontology) -> Reading | None:
    """Read a name by its shape."""
    name = strip_name(span.text)
    letters = _CALL_LETTERS.fullmatch(name)
    if letters and (letters["band"] or _ON_THE_AIR.search(span.sentence)):
        return _told(_station(letters["band"] or ""), "call letters")
    words = name.split()
    if len(words) < 2:  # noqa: PLR2004 - what follows needs a place and a word
        return None
    if read_name(name) is not None:
        return None
    return _read_paper(words, ontology) or _read_team(words, span, ontology)


def _station(band: str) -> str:
    if band in {"-TV", "-DT"}:
        return "television station"
    return "radio station" if band in {"-AM", "-FM"} else "broadcaster"


def _read_paper(words: list[str], ontology: Ontology) -> Reading | None:
    first, last = words[0].lower(), words[-1].lower()
    if first in _PERIODS and words[-1][0].isupper():
        return _told("newspaper", "a word of newspapers")
    owner = " ".join(words[:-1])
    if last in _TITLES and (is_place(owner, ontology) or _is_people(owner, ontology)):
        return _told("newspaper", "a place and a word of newspapers")
    return None


def _is_people(name: str, ontology: Ontology) -> bool:
    return any(sense.kind is Kind.PEOPLE and sense.has_capital for sense in ontology.lookup(name))


def _read_team(words: list[str], span: Span, ontology: Ontology) -> Reading | None:
    place, last = " ".join(words[:-1]), words[-1]
    if last in _UNIVERSITY_ENDINGS and is_place(place, ontology):
        return _told("university", f"a place and {last}")
    is_town = last in _TOWN_ENDINGS and is_about_sports(span)
    is_plural = _PLURAL.fullmatch(last) and _begins_with_place(words, ontology)
    if not is_town and not (is_plural and is_in_sports(span)):
        return None
    sport = sport_of(span)
    rungs = ladder("sports team")
    return Reading((f"{sport} team", *rungs) if sport else rungs, "heuristics", "a team's name")


def _begins_with_place(words: list[str], ontology: Ontology) -> bool:
    counts = range(1, min(len(words), _LONGEST_PLACE + 1))
    return any(is_place(" ".join(words[:count]), ontology) for count in counts)


def _told(kind: str, road: str) -> Reading:
    return Reading(ladder(kind), "heuristics", road)
