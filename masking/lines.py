"""Where no mention goes on: tabs, and line ends that no wrapping explains."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

_PARAGRAPH = re.compile(r"(?:^[^\S\n]*\S.*\n?)+", re.MULTILINE)
"""Lines without a blank one between them."""
_NARROWEST = 40
"""Characters: lines of running text are wrapped at more, those of forms and addresses are not."""
_FEWEST = 2
"""Full lines of a paragraph, as one line is always the longest."""


def hard_breaks(text: str) -> list[int]:
    """Return the places of tabs and of line ends where no mention goes on, in text order.

    A line end is none of them in a paragraph that is wrapped: most of its lines are so full that
    the word behind had no room.
    """
    soft = {place for match in _PARAGRAPH.finditer(text) for place in _soft_ends(match)}
    ends = (match.start() for match in re.finditer(r"[\t\n]", text))
    return [place for place in ends if place not in soft]


def _soft_ends(paragraph: re.Match[str]) -> Iterator[int]:
    """Yield the ends of full lines, if they are most of a paragraph's."""
    lines = paragraph[0].rstrip().split("\n")
    width = max(len(line.rstrip()) for line in lines)
    full = [_is_full(line, following, width) for line, following in pairwise(lines)]
    if width < _NARROWEST or sum(full) < max(_FEWEST, len(full) / 2):
        return
    place = paragraph.start() - 1
    for line, is_soft in zip(lines, full, strict=False):
        place += len(line) + 1
        if is_soft:
            yield place


def _is_full(line: str, following: str, width: int) -> bool:
    """Return whether a line had no room for the first word of the next; rows of tables have."""
    words: Sequence[str] = following.split(maxsplit=1)
    return "\t" not in line + following and len(line.rstrip()) + 1 + len(words[0]) > width
