"""What may stand for a date, a period, a duration, an age or a time of day."""

from __future__ import annotations

import re

from ontology.folding import fold
from ontology.reading import RULES, Reading
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
"""What a calendar date was taken for, told by its first rung."""


def read(span: Span) -> Reading | None:
    """Return the ladder of a span of type DATETIME; every text has one."""
    tokens = in_context(span)
    said = fold(span.text).removeprefix("the ")
    for sense, step in STEPS:
        if ladder := step(tokens):
            rungs = tuple(rung for rung in dict.fromkeys(ladder) if fold(rung) != said)
            return Reading(rungs or (ANYTHING,), RULES, _told(sense, ladder[0]))
    return Reading((ANYTHING,), RULES, ANYTHING)


def _told(sense: str, first: str) -> str:
    """Say more finely what a calendar date was taken for."""
    if sense != CALENDAR:
        return sense
    return next((told for pattern, told in _SENSES if pattern.fullmatch(first)), "date")
