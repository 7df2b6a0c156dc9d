"""A set of item numbers, a bit each: 18 MB for all of Wikidata."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.uint32]


class Marks:
    """Numbers that are marked."""

    def __init__(self, numbers: Iterable[Numbers] = ()) -> None:
        """Mark some arrays of numbers."""
        self._bits = np.zeros(1, np.uint8)
        for block in numbers:
            self.add(block)

    def add(self, numbers: Numbers) -> None:
        """Mark numbers."""
        if not len(numbers):
            return
        places = numbers >> 3
        missing = int(places.max()) + 1 - len(self._bits)
        if missing > 0:
            self._bits = np.concatenate([self._bits, np.zeros(missing, np.uint8)])
        np.bitwise_or.at(self._bits, places, np.left_shift(1, numbers & 7).astype(np.uint8))

    def has(self, numbers: Numbers) -> npt.NDArray[np.bool_]:
        """Tell for each number whether it is marked."""
        places = numbers >> 3
        known = places < len(self._bits)
        bits = self._bits[np.where(known, places, 0)]
        found: npt.NDArray[np.bool_] = known & (
            (bits >> (numbers & 7).astype(np.uint8)) & 1
        ).astype(bool)
        return found

    def numbers(self) -> Numbers:
        """Return all marked numbers in order."""
        at_once = 1 << 20
        parts = [
            np.flatnonzero(np.unpackbits(self._bits[start : start + at_once], bitorder="little"))
            + start * 8
            for start in range(0, len(self._bits), at_once)
        ]
        return np.concatenate(parts).astype(np.uint32)
