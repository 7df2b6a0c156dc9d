"""Which characters of a text masks cover, and which of the rest give something away."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Span = tuple[int, int]
"""Start and end in code points, half-open."""

WORD = re.compile(r"\w+")
"""A token, as TAB counts them."""
WORDS_TO_IGNORE = frozenset(
    (
        "mr mrs ms no nr a an the and or about after as at before between by during for from in "
        "into of on over since to until with"
    ).split()
)
"""Titles and function words: annotators take them into a span or leave them out."""
CHARACTERS_TO_IGNORE = frozenset(" ,.-;:/&()[]–'\"’“”")
_POSSESSIVE = re.compile(r"(?<=['’])s\b", re.IGNORECASE)


class Coverage:
    """A text under masks: overlapping and repeated spans are one mask."""

    def __init__(self, text: str, spans: Iterable[Span]) -> None:
        self.text = text
        self._covered = np.zeros(len(text), dtype=np.bool_)
        for start, end in spans:
            self._covered[start:end] = True

    def hides(self, start: int, end: int) -> bool:
        """Return whether all of a span is masked that says something.

        Titles, function words, spaces and punctuation may stay (TAB's evaluation script).
        """
        return bool(self._exposed_before[start] == self._exposed_before[end])

    def iter_exposed(self, start: int, end: int) -> Iterator[Span]:
        """Yield the stretches of a span that can be read, each from what says something on."""
        for first, last in _runs(~self._covered[start:end], start):
            telling = np.flatnonzero(self._exposed[first:last])
            if len(telling):
                yield first + int(telling[0]), first + int(telling[-1]) + 1

    def iter_tokens(self) -> Iterator[Span]:
        """Yield the masked tokens in text order, each once; a word masked in part counts as far."""
        for start, end in _runs(self._covered, 0):
            yield from iter_tokens(self.text, start, end)

    @cached_property
    def _exposed(self) -> NDArray[np.bool_]:
        says_something = np.ones(len(self.text), dtype=np.bool_)
        for place, character in enumerate(self.text):
            says_something[place] = character not in CHARACTERS_TO_IGNORE
        for found in WORD.finditer(self.text):
            if found[0].lower() in WORDS_TO_IGNORE:
                says_something[found.start() : found.end()] = False
        for found in _POSSESSIVE.finditer(self.text):
            says_something[found.start()] = False
        return says_something & ~self._covered

    @cached_property
    def _exposed_before(self) -> NDArray[np.int64]:
        """How many exposed characters stand before each place, the end of the text included."""
        return np.concatenate(([0], np.cumsum(self._exposed, dtype=np.int64)))


def iter_tokens(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the tokens inside a span; a word that the span cuts counts with what is inside."""
    for found in WORD.finditer(text, start, end):
        yield found.span()


def _runs(flags: NDArray[np.bool_], offset: int) -> Iterator[Span]:
    """Yield the stretches of true flags."""
    padded = np.concatenate(([False], flags, [False]))
    borders = np.flatnonzero(padded[1:] != padded[:-1]) + offset
    yield from ((int(start), int(end)) for start, end in list(pairwise(borders))[::2])
