"""The terms that differ from a name by at most 15 % of its characters (thesis, 3.3.2).

Two texts are near when their Levenshtein distance is at most 15 % of the length of the longer one.
The answer is exact: signatures only leave out what can't be near, the rest is measured.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import Levenshtein

from ontology.index.opening import Files
from ontology.index.signatures import Words, sign

PERCENT = 15


def reach(length: int, other: int) -> int:
    """Return how far apart texts of two lengths may be and still be near."""
    return max(length, other) * PERCENT // 100


class Nearest:
    """The terms of an index by length, with their signatures."""

    def __init__(self, files: Files) -> None:
        self._term = files.terms.restore_key
        self._ids = np.frombuffer(files.ids, dtype="<u4")
        self._starts: list[int] = np.frombuffer(files.lengths, dtype="<u4").tolist()
        self._characters = np.frombuffer(files.characters, dtype="<u8")
        self._pairs = np.frombuffer(files.bigrams, dtype="<u8")

    def find(self, key: str) -> list[tuple[str, int]]:
        """Return the near terms of a folded name with their distances, the nearest first."""
        found = [] if not key else [*self._find(key)]
        return sorted(found, key=lambda near: (near[1], near[0]))

    def _find(self, key: str) -> Iterator[tuple[str, int]]:
        (characters,), (pairs,) = sign([key])
        for length in self._lengths(len(key)):
            limit = reach(len(key), length)
            for number in self._candidates(characters, pairs, length - len(key), length, limit):
                term = self._term(number)
                distance = Levenshtein.distance(key, term, score_cutoff=limit)
                if distance <= limit:
                    yield term, distance

    def _lengths(self, length: int) -> Iterator[int]:
        for other in range(1, len(self._starts) - 1):
            if abs(length - other) <= reach(length, other):
                yield other

    def _candidates(
        self, characters: np.uint64, pairs: np.uint64, longer: int, length: int, limit: int
    ) -> list[int]:
        """Return the numbers of the terms of one length that the signatures can't rule out."""
        here = slice(self._starts[length], self._starts[length + 1])
        less, more = limit - max(longer, 0), limit - max(-longer, 0)
        kept = _passing(self._pairs[here], pairs, limit + less, limit + more)
        kept = kept[_passing(self._characters[here][kept], characters, less, more)]
        numbers: list[int] = self._ids[here][kept].tolist()
        return numbers


def _passing(
    signatures: Words, wanted: np.uint64, lacking: int, surplus: int
) -> npt.NDArray[np.intp]:
    """Return where the signatures lack few bits of the wanted one, and have few that it lacks."""
    kept = np.flatnonzero(np.bitwise_count(~signatures & wanted) <= lacking)
    few = np.bitwise_count(signatures[kept] & ~wanted) <= surplus
    return kept[np.flatnonzero(few)]
