"""The difference between two texts, by words: of lines first, of words where lines changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import groupby

MOST_WORDS = 2_000
"""Longer stretches that changed are shown whole: to compare takes the square of their words."""

_WORDS = re.compile(r"\s+|\w+|[^\w\s]")


class Change(StrEnum):
    """What became of a piece of text."""

    KEPT = "kept"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text, and what became of it."""

    change: Change
    text: str


def differences(before: str, after: str) -> list[Piece]:
    """Return the pieces of both texts, in order: those kept and removed make up the first."""
    pieces = _compared(before.splitlines(keepends=True), after.splitlines(keepends=True))
    return _joined(piece for stretch in pieces for piece in _by_words(*stretch))


def _compared(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the stretches of both that answer to each other; equal ones are kept."""
    matcher = SequenceMatcher(a=old, b=new, autojunk=False)
    for _, begin, end, new_begin, new_end in matcher.get_opcodes():
        yield "".join(old[begin:end]), "".join(new[new_begin:new_end])


def _by_words(old: str, new: str) -> Iterator[Piece]:
    old_words, new_words = _WORDS.findall(old), _WORDS.findall(new)
    if old == new or max(len(old_words), len(new_words)) > MOST_WORDS:
        yield from _pieces(old, new)
        return
    for some, others in _compared(old_words, new_words):
        yield from _pieces(some, others)


def _pieces(old: str, new: str) -> Iterator[Piece]:
    if old == new:
        yield Piece(Change.KEPT, old)
    else:
        yield Piece(Change.REMOVED, old)
        yield Piece(Change.ADDED, new)


def _joined(pieces: Iterator[Piece]) -> list[Piece]:
    some = (piece for piece in pieces if piece.text)
    return [
        Piece(change, "".join(piece.text for piece in group))
        for change, group in groupby(some, key=lambda piece: piece.change)
    ]
