"""What a list of a demographic ends in, by its slot: a noun is a person, an adjective is not.

"She is a Whig" may read "a political supporter", "the Whig nomination" "the political nomination";
"she is political affiliation" reads as nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace
from enum import StrEnum

from ontology.english import FUNCTION_WORDS
from ontology.entries import Kind
from ontology.phrases import is_plural
from ontology.reading import Reading
from ontology.spans import Span
from ontology.taxonomy import TAXONOMY

_ARTICLE = re.compile(
    r"\b(?:an?|the|every|one|two|another|other|some|as)\s+(?:[\w-]+\s+)?$", re.IGNORECASE
)
_OWN_ARTICLE = re.compile(r"an?\s", re.IGNORECASE)
_NEXT = re.compile(r"[\s-]+(\w+|[“\"])")
_ATTRIBUTES = frozenset({"nationality", "geographic origin", "ethnic group", "personal attribute"})
"""Names of attributes, which cannot stand in the place of a value: "she is nationality"."""

PERSON = "person"


class Slot(StrEnum):
    """What a span is in its sentence."""

    NOUN = "noun"
    ADJECTIVE = "adjective"
    PREDICATE = "predicate"


def slot_of(span: Span) -> Slot:
    """Return the slot of a span: "a Norwegian", "a Norwegian painter" or "is Norwegian"."""
    if is_plural(span.text):
        return Slot.NOUN
    following = _NEXT.match(span.after)
    if following and following[1].lower() not in FUNCTION_WORDS:
        return Slot.ADJECTIVE
    if _ARTICLE.search(span.before) or _OWN_ARTICLE.match(span.text):
        return Slot.NOUN
    return Slot.PREDICATE


def fit_to_slot(reading: Reading, span: Span) -> Reading:
    """Return a reading with only what may stand in the slot of the span, and how it ends there."""
    if reading.kind == Kind.PEOPLE:
        return replace(reading, generalizations=_of_people(reading.generalizations, span))
    if "personal attribute" in reading.generalizations:
        return replace(reading, generalizations=_of_attribute(reading.generalizations, span))
    return reading


def _of_people(generalizations: tuple[str, ...], span: Span) -> tuple[str, ...]:
    kept = tuple(text for text in generalizations if text not in _ATTRIBUTES and text != PERSON)
    if slot_of(span) is not Slot.NOUN:
        return tuple(text for text in kept if text[:1].isupper())
    return (*kept, PERSON)


def _of_attribute(generalizations: tuple[str, ...], span: Span) -> tuple[str, ...]:
    named = tuple(text for text in generalizations if text[:1].isupper())
    attribute = next((text for text in generalizations if text in TAXONOMY), "")
    slot = slot_of(span)
    if slot is Slot.NOUN:
        bearer = TAXONOMY.first_item(attribute, "bearer")
        return (*named, *([bearer] if bearer else []), PERSON)
    adjective = TAXONOMY.first_item(attribute, "adjective")
    return (*named, *([adjective] if adjective and slot is Slot.ADJECTIVE else []))
