"""Names in cells of records without heads: a surname and a given name, one behind the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.doc_text import text_of
from masking.name_rows import WORD
from masking.reasons import CELL
from masking.spans import CERTAIN, RecognizedSpan
from names.usual import is_given_name, is_surname

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from ontology.layers import Ontology

_CELL = re.compile(rf"^[ \t]*(?P<name>{WORD})[ \t]*$", re.MULTILINE)
"""A line of one word: texts are read with each cell in a line of its own."""
_NUMBER = re.compile(r"^[ \t]*[^\n]{0,40}\d[^\n]{0,40}$", re.MULTILINE)
_NEAR = 120
"""Characters before and behind two cells within which a record has its number or its date."""


class Cells:
    """Finds a given name and a surname in neighbouring cells of a record with a number."""

    name = CELL

    def __init__(self, ontology: Ontology | None = None) -> None:
        self._ontology = ontology

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield both names, each by itself."""
        text = text_of(doc)
        for one, other in pairwise(_CELL.finditer(text)):
            if other.start() != one.end() + 1 or not self._are_names(one["name"], other["name"]):
                continue
            if _NUMBER.search(text, max(0, one.start() - _NEAR), other.end() + _NEAR):
                for cell in (one, other):
                    yield RecognizedSpan(*cell.span("name"), SemanticType.PERSON, CERTAIN, CELL)

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
