"""Which characters of a text masks cover, and which of the rest are informative."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

Span = tuple[int, int]
"""Start and end in code points, half-open."""

WORD = re.compile(r"\w+")
"""A token, as TAB counts them."""
WORDS_TO_IGNORE = (
    "mr mrs ms no nr a an the and or about after as at before between by during for from in into "
    "of on over since to until with 's ’s"
).split()
"""Titles and function words: annotators take them into a span or leave them out."""
CHARACTERS_TO_IGNORE = " ,.-;:/&()[]–'\"’“”"
_IGNORED = re.compile(
    rf"\b(?:{'|'.join(WORDS_TO_IGNORE)})\b|[{re.escape(CHARACTERS_TO_IGNORE)}]", re.IGNORECASE
)


class Coverage:
    """A text under masks: overlapping and repeated spans are one mask."""

    def __init__(self, text: str, spans: Iterable[Span]) -> None:
        self.text = text
        self._covered = np.zeros(len(text), dtype=np.bool_)
        for start, end in spans:
            self._covered[start:end] = True

    def hides(self, start: int, end: int) -> bool:
        """Return whether everything informative of a span is masked.

        Titles, function words, spaces and punctuation may stay (TAB's evaluation script). A
        span is judged by itself: the s of "Berg's" may stay in the mention, not as a token.
        """
        return not self._exposed(start, end).any()

    def iter_exposed(self, start: int, end: int) -> Iterator[Span]:
        """Yield the stretches of a span that can be read, ignored characters at both ends cut."""
        exposed = self._exposed(start, end)
        for first, last in _runs(~self._covered[start:end]):
            informative = np.flatnonzero(exposed[first:last]) + start + first
            if len(informative):
                yield int(informative[0]), int(informative[-1]) + 1

    def iter_tokens(self) -> Iterator[Span]:
        """Yield the masked tokens in text order, each once; a word masked in part counts as far."""
        for start, end in _runs(self._covered):
            yield from iter_tokens(self.text, start, end)

    def _exposed(self, start: int, end: int) -> NDArray[np.bool_]:
        """Return which characters of a span are informative and not masked."""
        exposed = ~self._covered[start:end]
        if exposed.any():
            for found in _IGNORED.finditer(self.text[start:end]):
                exposed[found.start() : found.end()] = False
        return exposed


def iter_tokens(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the tokens inside a span; a word that the span cuts counts with what is inside."""
    for found in WORD.finditer(text, start, end):
        yield found.span()


def _runs(flags: NDArray[np.bool_]) -> Iterator[Span]:
    """Yield the stretches of true flags."""
    padded = np.concatenate(([False], flags, [False]))
    borders = np.flatnonzero(padded[1:] != padded[:-1]).tolist()
    yield from zip(borders[::2], borders[1::2], strict=True)
