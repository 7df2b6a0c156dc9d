"""How a list ends where it stands: what a noun may be called, and what an adjective may.

"She is a Whig" may read "a political supporter", "the Whig nomination" "the political nomination";
"she is political affiliation" reads as nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace
from enum import StrEnum

from ontology.entries import Kind
from ontology.phrases import is_plural
from ontology.reading import Reading
from ontology.spans import Span
from ontology.taxonomy import TAXONOMY

_ARTICLE = re.compile(
    r"\b(?:an?|the|every|one|two|another|other|some|as)\s+(?:[\w-]+\s+)?$", re.IGNORECASE
)
_OWN_ARTICLE = re.compile(r"an?\s", re.IGNORECASE)
_NOUN_FOLLOWS = re.compile(
    r"[\s-]+(?!(?:who|and|or|of|in|by|from|at|on|with|was|is|has|had|are|were|but|for|to|as)\b)[\w“\"]"
)
_ATTRIBUTES = frozenset({"nationality", "geographic origin", "ethnic group", "personal attribute"})
"""What a text tells of a person, and nothing that stands in the text."""

PERSON = "person"


class Slot(StrEnum):
    """What a span is in its sentence."""

    NOUN = "noun"
    ADJECTIVE = "adjective"
    PREDICATE = "predicate"


def slot_of(span: Span) -> Slot:
    """Tell "a Norwegian" from "a Norwegian painter" and from "is Norwegian"."""
    if is_plural(span.text):
        return Slot.NOUN
    if _NOUN_FOLLOWS.match(span.after):
        return Slot.ADJECTIVE
    if _ARTICLE.search(span.before) or _OWN_ARTICLE.match(span.text):
        return Slot.NOUN
    return Slot.PREDICATE


def closed(reading: Reading, span: Span) -> Reading:
    """Return a reading whose list ends in what may stand in the span's place."""
    if reading.kind == Kind.PEOPLE:
        return replace(reading, rungs=_of_people(reading.rungs, span))
    if "personal attribute" in reading.rungs:
        return replace(reading, rungs=_of_attribute(reading.rungs, span))
    return reading


def _of_people(rungs: tuple[str, ...], span: Span) -> tuple[str, ...]:
    kept = tuple(rung for rung in rungs if rung not in _ATTRIBUTES and rung != PERSON)
    if slot_of(span) is not Slot.NOUN:
        return tuple(rung for rung in kept if rung[:1].isupper())
    return (*kept, PERSON)


def _of_attribute(rungs: tuple[str, ...], span: Span) -> tuple[str, ...]:
    named = tuple(rung for rung in rungs if rung[:1].isupper())
    attribute = next((rung for rung in rungs if rung in TAXONOMY), "")
    slot = slot_of(span)
    if slot is Slot.NOUN:
        bearer = TAXONOMY.said(attribute, "bearer")
        return (*named, *([bearer] if bearer else []), PERSON)
    adjective = TAXONOMY.said(attribute, "adjective")
    return (*named, *([adjective] if adjective and slot is Slot.ADJECTIVE else []))
