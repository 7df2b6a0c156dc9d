"""What the sentence says of an organization whose name says nothing: "played for X"."""

from __future__ import annotations

import re

from annotation.types import SemanticType
from ontology.linking.organizations.context_words import (
    CONTEXTS,
    EDUCATION_WORDS,
    FOLLOWING,
    MUSIC_WORDS,
    SONG_WORDS,
    SPORT_WORDS,
    SPORTS,
    STAGE_WORDS,
    Context,
)
from ontology.linking.organizations.kinds import ladder
from ontology.linking.reading import Reading
from ontology.spans import Span

_ABBREVIATION = re.compile(r"[A-Z]{2,5}")
_LISTED = re.compile(r"(?P<link>,| and|, and| or|, or| &)\s(?:the\s)?\Z")
_OWNS = re.compile(r"['’]s? \w")
_ALIKE = frozenset({SemanticType.LOC, SemanticType.ORG})
"""Teams bear the names of towns, so that people mark them either way."""

_GOES_ON = re.compile(r",? (?:and|or|&) |, ")


def is_about_sports(span: Span) -> bool:
    """Tell whether the sentence speaks of sports, and not of a band's players."""
    around = _around(span)
    return bool(SPORT_WORDS.search(around)) and not SONG_WORDS.search(around)


def is_in_sports(span: Span) -> bool:
    """Tell whether the sentence, or the document elsewhere, speaks of sports."""
    text = span.surroundings.text
    is_on_sports = any(sport.search(text) for sport in SPORTS.values())
    return is_about_sports(span) or (is_on_sports and not SONG_WORDS.search(_around(span)))


def is_at_school(span: Span) -> bool:
    """Tell whether the sentence speaks of learning or teaching."""
    return EDUCATION_WORDS.search(_around(span)) is not None


def is_on_athlete(span: Span) -> bool:
    """Tell whether the document begins by speaking of sports."""
    surroundings = span.surroundings
    opening = surroundings.text[slice(*surroundings.sentence_bounds(0, 1))]
    return any(sport.search(opening) for sport in SPORTS.values())


def is_about_arts(span: Span) -> bool:
    """Tell whether the sentence speaks of music, books or the stage."""
    around = _around(span)
    return bool(MUSIC_WORDS.search(around) or STAGE_WORDS.search(around))


def sport_of(span: Span) -> str:
    """Return the one sport that the document speaks of; nothing where there are several or none."""
    text = span.surroundings.text
    found = [sport for sport, pattern in SPORTS.items() if pattern.search(text)]
    return found[0] if len(found) == 1 else ""


def read_context(span: Span) -> Reading | None:
    """Read a span by the words before it that tell what is done there, then by those after it."""
    before = "" if _OWNS.match(span.after) else before_list(span)
    for contexts, text in ((CONTEXTS, before), (FOLLOWING, span.after)):
        for context in contexts:
            found = context.trigger.search(text)
            if found and _is_told(context, span):
                return _reading(context.kind, found[0].strip(), span)
    return None


def before_list(span: Span) -> str:
    """Return the sentence before the list of like mentions that a span stands in: "X, Y and Z"."""
    text, end = span.surroundings.text, span.mention.start
    first = end - len(span.before)
    ends = {
        mention.end: mention.start
        for mention in span.surroundings.mentions
        if mention.entity_type in _ALIKE and mention.start >= first
    }
    goes_on = _GOES_ON.match(span.after) is not None
    while separator := _LISTED.search(text, first, end):
        previous = ends.get(separator.start())
        is_bare = separator["link"] == ","
        if previous is None or (is_bare and not goes_on):
            break
        end, goes_on = previous, True
    return text[first:end]


def _is_told(context: Context, span: Span) -> bool:
    if context.near and not context.near.search(_around(span)):
        return False
    if context.kind != "sports team":
        return True
    is_told = is_about_sports(span) if context.near else is_in_sports(span)
    return is_told and _can_be_team(span)


def _reading(kind: str, told: str, span: Span) -> Reading:
    rungs = ladder(kind)
    if kind == "sports team" and (sport := sport_of(span)):
        rungs = (f"{sport} team", *rungs)
    return Reading(rungs, "heuristics", f"{told} …")


def _can_be_team(span: Span) -> bool:
    """Tell a team from a league, which is told by its initials."""
    return _ABBREVIATION.fullmatch(span.text) is None and not span.text.islower()


def _around(span: Span) -> str:
    return f"{span.before} … {span.after}"
