"""Dates, years, times and ages that their own form gives away, whatever stands around them.

The words of dates are those of the ontology's grammar, which also reads what is found here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.spans import CERTAIN, RecognizedSpan
from ontology.rules.dates.names import ENGLISH

if TYPE_CHECKING:
    from spacy.tokens import Doc


def _words_for(kind: str) -> str:
    words = (word for word, (its_kind, _) in ENGLISH.items() if its_kind == kind)
    return "|".join(sorted(words, key=len, reverse=True))


MONTHS = _words_for("month")
_WEEKDAY = rf"(?:{_words_for('weekday')})\b\.?,?[ ]"
_YEAR = r"(?:1\d|20)\d\d"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_TIME = r"(?:[01]?\d|2[0-3]) [:.] [0-5]\d (?: :[0-5]\d )? (?: [ ]? (?:[ap]m\b|[ap]\.m\.) )?"
_FORMS = {
    "date": rf"""
        (?:{_WEEKDAY})? {_DAY} [ \t]+ (?:of[ ])? (?:{MONTHS})\b (?: \.?,?[ ] {_YEAR} )?
      | (?:{_WEEKDAY})? (?:{MONTHS})\b\.? [ ] {_DAY}\b (?: ,?[ ] {_YEAR} )?
      | (?:{MONTHS})\b\.? ,?[ ] (?:of[ ])? {_YEAR}
      | {_DAY} -(?:{MONTHS})- (?:{_YEAR}|\d\d)
      | \d{{4}} (?P<a>[-/.]) \d\d? (?P=a) \d\d?
      | \d\d? (?P<b>[-/.]) \d\d? (?P=b) (?:\d{{4}}|\d\d)""",
    "decade or century": r"""
        (?:1\d|20)\d0 '? s
      | (?:\d?1st|\d?2nd|\d?3rd|\d\dth|\dth) [ -] centur(?:y|ies)""",
    "year": rf"{_YEAR} (?: [-–/] (?:{_YEAR}|\d\d) )?",
    "age": r"\d{1,3} [- ]? (?: years?[- ]old | y/?o | year[- ]old )",
    "time of day": rf"{_TIME} (?: [ ]?[-–][ ]? {_TIME} )?",
}
_EDGE = r"(?<![\w.,/:–-]) (?: {} ) (?! \w | [.,:/–-]\d )"
_PATTERNS = {
    form: re.compile(_EDGE.format(pattern), re.VERBOSE | re.IGNORECASE)
    for form, pattern in _FORMS.items()
}

DATE_FORMS = (_PATTERNS["date"], _PATTERNS["year"], _PATTERNS["time of day"])
"""What no code has the form of."""


class Dates:
    """Finds dates and their kin by their form."""

    name = "dates"

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield what has the form of a date; the surest form has each stretch."""
        text = doc.text  # put together from its words every time
        taken: set[int] = set()
        for form, pattern in _PATTERNS.items():
            for match in pattern.finditer(text):
                places = range(*match.span())
                if taken.isdisjoint(places):
                    taken.update(places)
                    yield RecognizedSpan(
                        *match.span(), SemanticType.DATETIME, CERTAIN, f"{form}, by its form"
                    )
