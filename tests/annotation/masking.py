"""Short documents with masked spans and choices, and a dictionary of a few words."""

from __future__ import annotations

from annotation.records import MASK, Document, Layer, Mention, Replacement
from annotation.sanitizing import Sanitizer
from annotation.types import IdentifierType, SemanticType

COMMON = set(
    "a about actor and appeal brown court daughter film for general he in lived married moved of "
    "she the to two university was went with years".split()
)


class Dictionary:
    """Knows a few common words."""

    def is_common(self, word):
        return word.lower() in COMMON

    def bare_name(self, name):
        return name.removeprefix("General ")


def document(text, *spans, **others):
    """Mark spans, (text, type, chosen) each, in the order of the text."""
    mentions, start = [], 0
    for number, (span_text, semantic_type, chosen) in enumerate(spans, start=1):
        start = text.index(span_text, start)
        lists = {"heuristics": [*([chosen] if chosen else []), MASK]}
        mentions.append(
            Mention(
                f"secret-{number}",
                SemanticType(semantic_type),
                start,
                start + len(span_text),
                span_text,
                IdentifierType.QUASI,
                f"entity-{span_text}",
                replacement=Replacement(lists, {chosen: ("Kim",)} if chosen else {}),
            )
        )
        start += len(span_text)
    return Document("anna-berg", text, (Layer("Lou", tuple(mentions)),), **others)


def sanitized(*arguments, **others):
    return Sanitizer(Dictionary()).sanitize(document(*arguments, **others), 1)


def problems(*arguments):
    return sanitized(*arguments).problems


TEXT = "Anna Berg moved to Oslo with 3000 books in 1986."
SPANS = (
    ("Anna Berg", "PERSON", "PERSON 1"),
    ("Oslo", "LOC", "city"),
    ("1986", "DATETIME", None),
)
