"""Texts in which a letter and its accent are two characters, read as those in which they are one.

Both are the same to a reader (Unicode, normalization forms C and D); to patterns, pipelines and
word lists they are not. What is found in the composed text is told of the text as it was written.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate

from annotation.records import Document, Mention

_FIRST_MARK = "\u0300"
"""Below it, no character is joined with the one before it."""


def composed_text(text: str) -> str:
    """Return a text with letters and their accents as one character, where there is one."""
    return unicodedata.normalize("NFC", text)


def composed(document: Document) -> Document:
    """Return a document with its text composed, its mentions at the same words.

    A mention that ends between a letter and its accent has both.
    """
    text = composed_text(document.text)
    if text == document.text:
        return document
    return _moved(document, text, _Way(*_borders(document.text)))


def as_written(document: Document, text: str) -> Document:
    """Return a document of composed text with the text it was composed of, see `composed`."""
    if document.text == text:
        return document
    written, joined = _borders(text)
    return _moved(document, text, _Way(joined, written))


@dataclass(frozen=True, slots=True)
class _Way:
    """Where the pieces of a text begin, and where they do in the same text written otherwise."""

    here: list[int]
    there: list[int]

    def start(self, offset: int) -> int:
        return self.there[bisect_right(self.here, offset) - 1]

    def end(self, offset: int) -> int:
        return self.there[bisect_left(self.here, offset)]


def _moved(document: Document, text: str, way: _Way) -> Document:
    def moved(mention: Mention) -> Mention:
        start, end = way.start(mention.start), way.end(mention.end)
        return replace(mention, start=start, end=end, span_text=text[start:end])

    layers = (
        replace(layer, mentions=tuple(map(moved, layer.mentions))) for layer in document.layers
    )
    return replace(document, text=text, layers=tuple(layers))


def _borders(text: str) -> tuple[list[int], list[int]]:
    """Return the borders of the pieces of a text, as it is written and composed."""
    pieces = list(_pieces(text))
    written = accumulate(map(len, pieces), initial=0)
    joined = accumulate((len(composed_text(piece)) for piece in pieces), initial=0)
    return list(written), list(joined)


def _pieces(text: str) -> Iterator[str]:
    """Cut a text so that its composed pieces are the composed text."""
    start = 0
    for place in range(1, len(text)):
        if text[place] < _FIRST_MARK or not _joins(text[start:place], text[place]):
            yield text[start:place]
            start = place
    yield text[start:]


def _joins(piece: str, character: str) -> bool:
    if unicodedata.combining(character):
        return True
    apart = composed_text(piece) + composed_text(character)
    return composed_text(piece + character) != apart
