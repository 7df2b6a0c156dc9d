"""Names in cells of records without heads: of people beside each other, of places in a column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.doc_text import text_of
from masking.name_rows import WORD
from masking.reasons import CELL, CELL_PLACE
from masking.spans import CERTAIN, RecognizedSpan
from names.usual import is_given_name, is_surname
from ontology.entries import Kind

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from ontology.layers import Ontology

_FILLED = re.compile(r"[^\s][^\n]*(?<=\S)")
_CELL = re.compile(rf"^[ \t]*(?P<name>{WORD})[ \t]*$", re.MULTILINE)
"""A line of one word: texts are read with each cell in a line of its own."""
_NUMBER = re.compile(r"^[ \t]*[^\n]{0,40}\d[^\n]{0,40}$", re.MULTILINE)
_LINES = re.compile(
    r"(?:^[ \t]*[^\s.:;?!](?:[^\n.:;?!]|[.:](?=\S)){0,40}(?:\n|$)){4,}", re.MULTILINE
)
"""Lines that may be the cells of records, none of which ends a sentence."""
_MOST_COLUMNS = 12
_FEWEST_ROWS = 2
_PLACES = frozenset({Kind.SETTLEMENT, Kind.COUNTRY, Kind.REGION, Kind.SUBDIVISION})
_NEAR = 120
"""Characters before and behind two cells within which a record has its number or its date."""


class Cells:
    """Finds given name and surname in neighbouring cells of a record, and columns of places."""

    name = CELL

    def __init__(self, ontology: Ontology | None = None) -> None:
        self._ontology = ontology

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield both names, each by itself, and the places of a column."""
        text = text_of(doc)
        for cells in _LINES.finditer(text):
            for place in self._places(text, *cells.span()):
                yield RecognizedSpan(*place, SemanticType.LOC, CERTAIN, CELL_PLACE)
        for one, other in pairwise(_CELL.finditer(text)):
            if other.start() != one.end() + 1 or not self._are_names(one["name"], other["name"]):
                continue
            if _NUMBER.search(text, max(0, one.start() - _NEAR), other.end() + _NEAR):
                for cell in (one, other):
                    yield RecognizedSpan(*cell.span("name"), SemanticType.PERSON, CERTAIN, CELL)

    def _places(self, text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the cells of each column in which all cells have names of places.

        One of them must be a name and no common word: "Moss" beside "Leeds".
        """
        cells = [cell.span() for cell in _FILLED.finditer(text, start, end)]
        words = [text[slice(*cell)] for cell in cells]
        columns = _columns(list(map(_look_of, words)))
        for column in range(columns):
            found = words[column::columns]
            if all(map(self._may_be_place, found)) and not all(map(self._is_common, found)):
                yield from cells[column::columns]

    def _may_be_place(self, name: str) -> bool:
        senses = self._ontology.lookup(name) if self._ontology and name.istitle() else []
        return any(sense.kind in _PLACES for sense in senses)

    def _is_common(self, name: str) -> bool:
        is_word = self._ontology is not None and self._ontology.lexicon.is_common(name)
        return is_word or is_given_name(name)

    def _are_names(self, one: str, other: str) -> bool:
        """Whether two words with capitals are a given name and a surname, in any order.

        Two common words are fruits, colours or months as often.
        """
        if one[0].islower() or other[0].islower() or one.casefold() == other.casefold():
            return False
        if self._ontology and all(map(self._ontology.lexicon.is_common, (one, other))):
            return False
        is_turned = is_surname(one) and is_given_name(other)
        return is_turned or (is_given_name(one) and is_surname(other))


def _look_of(cell: str) -> str:
    """Return how a cell looks, by which rows are told: with digits, a letter, words."""
    if any(map(str.isdigit, cell)):
        return "digits"
    return "letter" if len(cell) == 1 else "words"


def _columns(looks: list[str]) -> int:
    """Return after how many cells the looks repeat, digits among them; 0 where they don't."""
    for columns in range(2, min(_MOST_COLUMNS, len(looks) // _FEWEST_ROWS) + 1):
        first = looks[:columns]
        if "digits" in first and looks == (first * (len(looks) // columns + 1))[: len(looks)]:
            return columns
    return 0
