"""What may stand for a date, a period, a duration, an age or a time of day."""

from __future__ import annotations

import re

from annotation.sources import ListSource
from names.folding import fold
from ontology.reading import Reading
from ontology.rules.dates.context import in_context
from ontology.rules.dates.grammar import ANYTHING, CALENDAR, STEPS
from ontology.spans import Span

__all__ = ["read"]


_SENSES = (
    (re.compile(r"[A-Z][a-z]+ \d+(?: BC)?"), "day, month and year"),
    (re.compile(r"\d+(?: BC)?"), "date within a year"),
    (re.compile(r"date in the \d.*"), "year"),
    (re.compile(r"(?:season|period|since) .*"), "period"),
    (re.compile(r"[A-Z][a-z]+"), "day and month"),
)
"""What a calendar date was taken for, by the form of its first generalization."""


def read(span: Span) -> Reading | None:
    """Return the chain of a span of type DATETIME; every text has one."""
    tokens = in_context(span)
    original = fold(span.text).removeprefix("the ")
    for sense, step in STEPS:
        if chain := step(tokens):
            generalizations = tuple(text for text in dict.fromkeys(chain) if fold(text) != original)
            return Reading(
                generalizations or (ANYTHING,), ListSource.RULES, _label(sense, chain[0])
            )
    return Reading((ANYTHING,), ListSource.RULES, ANYTHING)


def _label(sense: str, first: str) -> str:
    """Return what a date was taken for, in more detail where it is a calendar date."""
    if sense != CALENDAR:
        return sense
    return next((label for pattern, label in _SENSES if pattern.fullmatch(first)), "date")
