"""Bits that tell two texts apart without reading them: which characters and pairs they have.

One edit takes at most one character away and brings at most one, and breaks at most two pairs of
neighbours and makes at most two. So of two texts at distance d, neither has more than d character
bits or 2d pair bits that the other lacks. What passes is compared; what fails is never a match.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]

_ONE = np.uint64(1)
_SECOND = np.uint64(32)
_LETTERS = 26
_OTHERS = 6
_MIXER = np.uint64(0x9E3779B97F4A7C15)
_TOP_BITS = np.uint64(58)
_PAIR = np.uint64(0x110000)
"""More than there are code points."""


def sign(texts: Sequence[str]) -> tuple[Words, Words]:
    """Return the character and the pair signatures of texts that are all of one length."""
    length = len(texts[0])
    joined = "".join(texts).encode("utf-32-le", "surrogatepass")
    points = np.frombuffer(joined, dtype="<u4").reshape(len(texts), length).astype(np.uint64)
    return _sign_characters(points), _sign_pairs(points)


def _sign_characters(points: Words) -> Words:
    """Set a bit for each class of characters, and a second one where it occurs twice."""
    letters = points - np.uint64(ord("a"))
    others = points % np.uint64(_OTHERS) + np.uint64(_LETTERS)
    classes = np.where(letters < _LETTERS, letters, others)
    bits = np.zeros(len(points), dtype=np.uint64)
    for column in (_ONE << classes).T:
        bits |= (bits & column) << _SECOND
        bits |= column
    return bits


def _sign_pairs(points: Words) -> Words:
    """Set one of 64 bits for each pair of neighbours, the ends of the text included."""
    bits = np.zeros(len(points), dtype=np.uint64)
    before = np.zeros(len(points), dtype=np.uint64)
    for column in [*points.T, before]:
        bits |= _ONE << (((before * _PAIR + column) * _MIXER) >> _TOP_BITS)
        before = column
    return bits
