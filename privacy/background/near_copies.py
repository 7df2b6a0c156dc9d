"""The protected texts themselves, found in what an attacker knows and taken out.

An attacker who holds the same text finds everybody, whatever is hidden, so that an attack with it
says nothing. Copies are found by word shingles (Broder, 1997, "On the resemblance and containment
of documents"), also where they are edited lightly or masked. A text that shares a sentence with a
protected one is no copy: who knows that sentence is whom to attack as.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Doubles = NDArray[np.float64]

SHINGLE = 3
"""The number of words in a row that are compared."""
COPIED = 0.2
"""The share of a protected text's shingles that a copy has at least, also where it is masked."""
WHOLE = 0.5
"""The share of a protected text, in words, that a copy spans at least; a sentence spans less."""
_GAP = 7
"""The most words, changed or masked, that a copy goes on after."""
_FEWEST = 3
"""Fewer shingles are shared by chance: "was born in the"."""
_SLACK = 1.25
"""How much longer a copy may be than what it copies."""


class ProtectedTexts:
    """The shingles of the texts to protect, looked for in texts of numbered words."""

    def __init__(self, texts: Iterable[Numbers]) -> None:
        self._texts = [shingles(text) for text in texts]
        unique = [np.unique(each) for each in self._texts]
        self._sizes = np.array([len(each) for each in unique], dtype=np.int64)
        together = [np.zeros(0, np.int64), *unique]
        owners = np.repeat(np.arange(len(unique)), self._sizes)
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
        return [
            stretch
            for owner in np.flatnonzero(counts >= self._enough())
            for stretch in self._stretches(own, places[whose == owner], owner)
        ]

    def _enough(self) -> Doubles:
        """Return how many shingles of each protected text a copy has at least."""
        enough: Doubles = np.maximum(_FEWEST, COPIED * self._sizes)
        return enough

    def _stretches(self, own: Numbers, places: Numbers, owner: np.intp) -> list[slice]:
        """Return what copies one protected text where most is shared with it; else nothing."""
        protected = self._texts[owner]
        width = int((len(protected) + SHINGLE) * _SLACK) + SHINGLE
        within = np.searchsorted(places, places + width) - np.arange(len(places))
        start = int(within.argmax())
        there = places[start : start + int(within[start])]
        copied = np.flatnonzero(np.isin(protected, own[there]))
        spanned = sum(last - first for first, last in _runs(copied))
        if len(np.unique(own[there])) < self._enough()[owner]:
            return []
        if spanned <= WHOLE * (len(protected) + SHINGLE - 1):
            return []
        runs = _runs(there)
        ahead, behind = int(copied[0]), len(protected) - 1 - int(copied[-1])
        runs[0] = (max(0, runs[0][0] - min(ahead, _GAP)), runs[0][1])
        runs[-1] = (runs[-1][0], runs[-1][1] + min(behind, _GAP))
        return [slice(*run) for run in runs]


def _runs(places: Numbers) -> list[tuple[int, int]]:
    """Return the first word of each run of shingles, and the one after the last."""
    cuts = np.flatnonzero(np.diff(places) > SHINGLE + _GAP) + 1
    return [(int(run[0]), int(run[-1]) + SHINGLE) for run in np.split(places, cuts)]


def shingles(numbers: Numbers) -> Numbers:
    """Return a hash for each run of SHINGLE words, shape (words - SHINGLE + 1,)."""
    count = max(0, len(numbers) - SHINGLE + 1)
    hashed = np.zeros(count, dtype=np.uint64)
    for place in range(SHINGLE):
        word = numbers[place : place + count].astype(np.uint64)
        hashed = (hashed + word + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        hashed ^= hashed >> np.uint64(29)
    return hashed.view(np.int64)
