"""Numbers in figures and words: ages, scores, parts of dates, what nothing beside them names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.spans import LIKELY, RecognizedSpan

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

REASON = "number"
_RANGE = re.compile(r"(\d{1,3}(?:[.,]\d{1,3})?)[ ]?[-–][ ]?(\d{1,3}(?:[.,]\d{1,3})?)")
_BETWEEN = frozenset("-/.,")
_FIGURES = re.compile(r"(?<!\w)(?<!\d[-/.,])\d")
"""Where a number begins in a token that tokenizers leave whole, as "No.4471", not "v1.2"."""


class Numbers:
    """Finds rows of numbers, signs between them included."""

    name = "numbers"

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield each row as an amount."""
        start = end = 0
        for token in doc:
            begin = _begin(token)
            goes_on = token.text in _BETWEEN if begin is None else begin == 0
            if start < end and not goes_on:
                yield RecognizedSpan(start, end, SemanticType.QUANTITY, LIKELY, REASON)
                start = end
            if begin is not None:
                start = token.idx + begin if start == end else start
                end = token.idx + len(token)
        if start < end:
            yield RecognizedSpan(start, end, SemanticType.QUANTITY, LIKELY, REASON)


def is_range(text: str) -> bool:
    """Return whether a text is a small number and a larger one, as the ends of a range are."""
    found = _RANGE.fullmatch(text)
    return found is not None and _value(found[1]) < _value(found[2])


def _value(number: str) -> float:
    return float(number.replace(",", "."))


def _begin(token: Token) -> int | None:
    """Return where in a token a number begins, None for no number."""
    if token.like_num:
        return 0
    figures = _FIGURES.search(token.text)
    return figures.start() if figures else None
