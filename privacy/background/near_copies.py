"""The protected texts themselves, found in what an attacker knows and taken out.

An attacker who holds the same text finds everybody, whatever is hidden, so that an attack with it
says nothing. Copies are found by word shingles (Broder, 1997, "On the resemblance and containment
of documents"), also where they are edited lightly or masked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]

SHINGLE = 3
"""The number of words in a row that are compared."""
COPIED = 0.2
"""The share of shingles, of either text, above which one copies the other: other texts about the
same people stay below it, masked and edited copies of all but a few words above."""
_FEWEST = 3
"""Fewer shingles are shared by chance: "was born in the"."""
_SLACK = 1.25
"""How much longer a copy may be than what it copies."""


class ProtectedTexts:
    """The shingles of the texts to protect, looked for in texts of numbered words."""

    def __init__(self, texts: Iterable[Numbers]) -> None:
        shingled = [(len(text), np.unique(shingles(text))) for text in texts]
        self._lengths = [length for length, _ in shingled]
        self._sizes = np.array([len(each) for _, each in shingled], dtype=np.int64)
        together = [np.zeros(0, np.int64), *(each for _, each in shingled)]
        owners = np.repeat(np.arange(len(shingled)), self._sizes)
        order = np.argsort(np.concatenate(together), kind="stable")
        self._shingles, self._owners = np.concatenate(together)[order], owners[order]

    def copied_in(self, text: Numbers) -> Sequence[slice]:
        """Return the stretches of a text, in words, that copy protected ones."""
        own = shingles(text)
        first = np.searchsorted(self._shingles, own, "left")
        last = np.searchsorted(self._shingles, own, "right")
        shared = np.flatnonzero(last > first)
        if not len(shared):
            return []
        owners = [self._owners[first[place] : last[place]] for place in shared]
        places = np.repeat(shared, [len(each) for each in owners])
        whose = np.concatenate(owners)
        counts = np.bincount(whose, minlength=len(self._sizes))
        enough = np.maximum(_FEWEST, COPIED * np.minimum(self._sizes, len(own)))
        stretches = (
            self._stretch(own, places[whose == owner], owner)
            for owner in np.flatnonzero(counts >= enough)
        )
        return [stretch for stretch in stretches if stretch is not None]

    def _stretch(self, own: Numbers, places: Numbers, owner: np.intp) -> slice | None:
        """Return the stretch where most is shared with one protected text, if that is a copy."""
        width = int(self._lengths[owner] * _SLACK) + SHINGLE
        within = np.searchsorted(places, places + width) - np.arange(len(places))
        start = int(within.argmax())
        there = places[start : start + int(within[start])]
        shared = len(np.unique(own[there]))
        whole = min(len(own), width, self._sizes[owner])
        if shared < max(_FEWEST, COPIED * whole):
            return None
        slack = len(own) if len(own) <= width else (width - int(there[-1] - there[0])) // 2
        return slice(max(0, int(there[0]) - slack), int(there[-1]) + SHINGLE + slack)


def shingles(numbers: Numbers) -> Numbers:
    """Return a hash for each run of SHINGLE words, shape (words - SHINGLE + 1,)."""
    count = max(0, len(numbers) - SHINGLE + 1)
    hashed = np.zeros(count, dtype=np.uint64)
    for place in range(SHINGLE):
        word = numbers[place : place + count].astype(np.uint64)
        hashed = (hashed + word + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        hashed ^= hashed >> np.uint64(29)
    return hashed.view(np.int64)
