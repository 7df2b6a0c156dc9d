"""What keeps signs of the original: a row of its letters or digits that names no kind.

"12Westermann" may not become "XWestermann", nor "14C" "XC"; "12 metres" may become "X metres".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from annotation.types import SemanticType
from ontology.guarding_words import GENERIC_NAMES
from ontology.rules.quantities.measures import measure_of
from ontology.spans import Span

_ROW = re.compile(r"[^\W\d_]+|\d+")
_PLACEHOLDER = "X"
"""What rules write for a number; letters beside it are rows of their own."""
_MADE_UP = frozenset({SemanticType.DATETIME, SemanticType.PERSON})
"""Types whose lists are made of what was read, a year or somebody's number, not of its signs."""
_PARTS_OF_KINDS = frozenset({"e", "IP"})
"""What kinds of codes are called by and no dictionary has: "e-mail address", "IP address"."""
_CACHE_SIZE = 1 << 14


def keeps_signs(generalization: str, span: Span, is_word: Callable[[str], bool]) -> bool:
    """Tell whether a text holds a row of letters or digits of the span that names no kind.

    `is_word` is a predicate for words of the dictionary; in small letters they name kinds, as units
    and currencies do.
    """
    if span.type in _MADE_UP:
        return False
    originals = _rows_in_small_letters(span.text)
    kept = (row for row in _rows(generalization) if row.casefold() in originals)
    return any(not _names_kind(row, is_word) for row in kept)


@lru_cache(_CACHE_SIZE)
def _rows_in_small_letters(text: str) -> frozenset[str]:
    return frozenset(row.casefold() for row in _ROW.findall(text))


def _rows(text: str) -> set[str]:
    """Return the rows of a text, those beside placeholders also without them."""
    rows = _ROW.findall(text)
    parts = (part for row in rows for part in row.split(_PLACEHOLDER))
    return {row for row in (*rows, *parts) if row and row != _PLACEHOLDER}


def _names_kind(row: str, is_word: Callable[[str], bool]) -> bool:
    if row in _PARTS_OF_KINDS or row.casefold() in GENERIC_NAMES or measure_of(f"X {row}"):
        return True
    return row.islower() and len(row) > 1 and is_word(row)
