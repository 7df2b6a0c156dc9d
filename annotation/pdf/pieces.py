"""The lines of a page of a PDF, in pieces that a hole sets apart.

All measures are in parts of the height of the line at hand.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

HOLE = 0.8
"""The least width of a gap in a line that may begin a gutter."""
_WIDER = 3.0
"""The least width of that gap in spaces between words of the page."""
_APART = float("inf")
"""The gap between words that stand on different lines."""
_STRETCHED = 1.5
"""Gaps of a justified line differ by less than this factor ..."""
_MOST_STRETCHED = 2.0
"""... and are narrower than this."""
_FEWEST_GAPS = 3
"""Gaps by which a line shows that it is justified."""
SAME_LINE = 0.5
"""The part of the lower of two words that the other stands beside, on one line."""


class Word(NamedTuple):
    """A word and its box; y grows downwards."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Piece:
    """Words of one line without a hole between them."""

    words: Sequence[Word]
    number: int
    """Its place among the pieces as they were written."""
    left: float = field(init=False)
    top: float = field(init=False)
    right: float = field(init=False)
    bottom: float = field(init=False)

    def __post_init__(self) -> None:
        """Keep the box of all words."""
        object.__setattr__(self, "left", min(word.left for word in self.words))
        object.__setattr__(self, "top", min(word.top for word in self.words))
        object.__setattr__(self, "right", max(word.right for word in self.words))
        object.__setattr__(self, "bottom", max(word.bottom for word in self.words))

    @property
    def height(self) -> float:
        """The height of the box."""
        return self.bottom - self.top

    @property
    def text(self) -> str:
        """The words, a blank between each two."""
        return " ".join(word.text for word in self.words)


Line = list[Piece]


def pieces_of(words: Sequence[Word]) -> Iterator[Piece]:
    """Yield what stands together on a line and was written in one go."""
    gaps = [_gap(*pair) for pair in pairwise(words)]
    usual = [gap for gap in gaps if 0 < gap < HOLE]
    hole = max(HOLE, _WIDER * statistics.median(usual)) if usual else HOLE
    ends = [index for index, gap in enumerate(gaps, start=1) if gap == _APART]
    for begin, end in pairwise([0, *ends, len(words)]):
        line = gaps[begin : end - 1]
        least = max(hole, min(_STRETCHED * min(line, default=0), _MOST_STRETCHED))
        if len(line) < _FEWEST_GAPS:
            least = hole
        cuts = [index for index, gap in enumerate(line, start=begin + 1) if gap > least]
        for first, last in pairwise([begin, *cuts, end]):
            yield Piece(words[first:last], first)


def _gap(word: Word, following: Word) -> float:
    """Return how far apart two words of one line are, to the right or to the left."""
    height = min(word.bottom - word.top, following.bottom - following.top)
    shared = min(word.bottom, following.bottom) - max(word.top, following.top)
    if height <= 0 or shared < SAME_LINE * height:
        return _APART
    return max(following.left - word.right, word.left - following.right) / height


def lines_of(pieces: Iterable[Piece]) -> list[Line]:
    """Put pieces that stand on one line together, from the top to the foot."""
    lines: list[Line] = []
    for piece in sorted(pieces, key=lambda piece: piece.top + piece.bottom):
        if lines and shared_height(lines[-1][0], piece) >= SAME_LINE:
            lines[-1].append(piece)
        else:
            lines.append([piece])
    return [sorted(line, key=lambda piece: piece.left) for line in lines]


def shared_height(one: Piece, other: Piece) -> float:
    """Return which part of the lower of two pieces the other stands beside."""
    height = min(one.height, other.height) or 1
    return (min(one.bottom, other.bottom) - max(one.top, other.top)) / height


def joined(line: Line) -> str:
    """Return the text of a line, tabs in its holes."""
    text = line[0].text
    for last, piece in pairwise(line):
        gap = (piece.left - last.right) / (min(last.height, piece.height) or 1)
        text += ("\t" if gap > HOLE else " ") + piece.text
    return text
