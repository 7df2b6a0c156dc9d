"""Dates, years, times and ages that their own form gives away, whatever stands around them.

Four digits alone are a year only where the words beside them give a reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.doc_text import text_of
from masking.recognizers.date_forms import date_forms
from masking.recognizers.years import is_year, may_be_year
from masking.spans import CERTAIN, RecognizedSpan

if TYPE_CHECKING:
    from spacy.tokens import Doc


class Dates:
    """Finds dates and their kin by their form."""

    name = "dates"

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield what has the form of a date; the surest form has each stretch."""
        text = text_of(doc)
        taken: set[int] = set()
        for start, end, form in date_forms(text):
            places = range(start, end)
            if not taken.isdisjoint(places):
                continue
            taken.update(places)
            if not may_be_year(text[start:end]) or is_year(doc, text, start, end):
                yield RecognizedSpan(
                    start, end, SemanticType.DATETIME, CERTAIN, f"{form}, by its form"
                )
