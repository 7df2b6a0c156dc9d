"""Texts in which a letter and its accent are two characters, read as those in which they are one.

Both are the same to a reader (Unicode, normalization forms C and D); to patterns, pipelines and
word lists they are not. What is found in the composed text is then placed in the text as written.
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
    return _moved(document, text, _OffsetMap(*_borders(document.text)))


def as_written(document: Document, text: str) -> Document:
    """Return a document of composed text with the text it was composed of, see `composed`."""
    if document.text == text:
        return document
    written, joined = _borders(text)
    return _moved(document, text, _OffsetMap(joined, written))


@dataclass(frozen=True, slots=True)
class _OffsetMap:
    """The offsets of the pieces of a text, and those of the same pieces in its other form."""

    source: list[int]
    target: list[int]

    def start(self, offset: int) -> int:
        return self.target[bisect_right(self.source, offset) - 1]

    def end(self, offset: int) -> int:
        return self.target[bisect_left(self.source, offset)]


def _moved(document: Document, text: str, offsets: _OffsetMap) -> Document:
    def moved(mention: Mention) -> Mention:
        start, end = offsets.start(mention.start), offsets.end(mention.end)
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
