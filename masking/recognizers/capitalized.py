"""Capitalised phrases: names that the pipeline's entity recognizer missed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from masking.borders import trimmed, with_titles
from masking.name_types import type_of_name
from masking.reasons import CAPITALIZED
from masking.spans import RecognizedSpan, spanning
from names.usual import is_usual_name

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

    from ontology.layers import Ontology

_LINKS = frozenset({"of", "the", "-", "&", "de", "la", "von", "van", "der", "den", "del", "al"})
"""Words in lower case between the words of one name."""

_NAME = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_NAMING = frozenset({"PROPN", "NOUN", "ADJ"})


class CapitalizedPhrases:
    """Finds rows of capitalised words; an ontology, where there is one, gives their types."""

    name = CAPITALIZED

    def __init__(self, ontology: Ontology | None = None) -> None:
        self._ontology = ontology

    def recognize(self, doc: Doc) -> Iterator[RecognizedSpan]:
        """Yield names by their capitals."""
        for row in map(self._without_beginning, _rows(doc)):
            if self._is_name(row) and (bare := trimmed(row)) is not None:
                span = with_titles(bare)
                yield spanning(span, type_of_name(row.text, self._ontology), self.name)

    def _without_beginning(self, row: Span) -> Span:
        """Return usual names without the word that begins their sentence: "Then Wood"."""
        first, rest = row[0], row[1:]
        is_line = row.end == len(row.doc) or "\n" in row.doc[row.end].text
        if not _begins(first) or is_line or row.text.isupper() or is_usual_name(first.text):
            return row
        are_names = len(rest) > 0 and all(is_usual_name(token.text) for token in rest)
        return rest if are_names and (first.is_stop or self._is_common(first)) else row

    def _is_name(self, span: Span) -> bool:
        """Whether capitals make a name here: not those of a sentence, a heading or a label.

        Where a line or sentence begins, before a colon and where everything is in capitals, common
        words are no name.
        """
        if not any(token.pos_ in _NAMING for token in span):
            return False
        if _begins(span[0]) or _is_before_colon(span) or span.text.isupper():
            return any(token.pos_ in _NAMING and not self._is_common(token) for token in span)
        return True

    def _is_common(self, token: Token) -> bool:
        return self._ontology is not None and self._ontology.lexicon.is_common(token.text)


def _rows(doc: Doc) -> Iterator[Span]:
    """Yield the longest rows of capitalised words with links between them."""
    first = 0
    while first < len(doc):
        if not _is_capitalized(doc[first]):
            first += 1
            continue
        last = first + 1
        while (following := _next_capitalized(doc, last)) is not None:
            last = following + 1
        yield doc[first:last]
        first = last


def _next_capitalized(doc: Doc, place: int) -> int | None:
    """Return where the next capitalised word of the same name stands, links passed over."""
    while place < len(doc) and doc[place].lower_ in _LINKS and not doc[place].is_title:
        place += 1
    is_near = place < len(doc) and not doc[place].is_sent_start and _is_capitalized(doc[place])
    return place if is_near else None


def _is_capitalized(token: Token) -> bool:
    return token.text[0].isupper() and _NAME.fullmatch(token.text) is not None


def _begins(token: Token) -> bool:
    """Whether a sentence or a line begins with a word."""
    return bool(token.is_sent_start) or token.i == 0 or "\n" in token.nbor(-1).text


def _is_before_colon(span: Span) -> bool:
    return span.end < len(span.doc) and span.doc[span.end].text == ":"
