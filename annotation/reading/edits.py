"""Edits of a text, and the offsets of what they leave, both ways."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of a text and what is read in its place.

    Offsets are code points, half-open. `is_part` says that the stretch belongs to the word or name
    that it stands in, as an optional hyphen does; anything else, such as a tag, stands outside of
    every name and cuts one that goes on behind it.
    """

    start: int
    end: int
    text: str
    is_part: bool = False


Stretch = tuple[int, int]
"""Start and end in code points, half-open."""


class EditedText:
    """A text after some edits, and where each stretch of it stood before."""

    def __init__(self, written: str, edits: Iterable[Edit]) -> None:
        """Apply edits in any order; of two that overlap, the one that begins first counts."""
        self._edits = list(_disjoint(edits))
        self._starts: list[int] = []
        """Where each edit begins in the edited text."""
        self._written_starts = [edit.start for edit in self._edits]
        pieces: list[str] = []
        place = length = 0
        for edit in self._edits:
            pieces += [written[place : edit.start], edit.text]
            self._starts.append(length + edit.start - place)
            length = self._starts[-1] + len(edit.text)
            place = edit.end
        self.text = "".join([*pieces, written[place:]])

    def __bool__(self) -> bool:
        """Return whether anything was edited."""
        return bool(self._edits)

    def written(self, stretch: Stretch) -> Iterator[Stretch]:
        """Yield the parts of a stretch in the text before, cut where something is no part of it.

        Nothing is left of a stretch that stands for no letter of it.
        """
        start, end = self._written_start(stretch[0]), self._written_end(stretch[1])
        first = bisect_left(self._written_starts, start)
        for edit in self._edits[first : bisect_left(self._written_starts, end)]:
            if not edit.is_part and start < edit.end <= end and edit.start < edit.end:
                if start < edit.start:
                    yield start, edit.start
                start = edit.end
        if start < end:
            yield start, end

    def read(self, stretch: Stretch) -> Stretch:
        """Return where a stretch of the text before is read, with all of what it cuts into."""
        return self._read_start(stretch[0]), self._read_end(stretch[1])

    def _written_start(self, place: int) -> int:
        number = bisect_right(self._starts, place) - 1
        if number < 0:
            return place
        edit, begins = self._edits[number], self._starts[number]
        if place < begins + len(edit.text):
            return edit.start if edit.is_part else edit.end
        return edit.end + place - begins - len(edit.text)

    def _written_end(self, place: int) -> int:
        number = bisect_left(self._starts, place) - 1
        if number < 0:
            return place
        edit, begins = self._edits[number], self._starts[number]
        if place < begins + len(edit.text) or (edit.text and place == begins + len(edit.text)):
            return edit.end if edit.is_part else edit.start
        return edit.end + place - begins - len(edit.text)

    def _read_start(self, place: int) -> int:
        number = bisect_right(self._written_starts, place) - 1
        if number < 0:
            return place
        edit, begins = self._edits[number], self._starts[number]
        if place < edit.end:
            return begins
        return begins + len(edit.text) + place - edit.end

    def _read_end(self, place: int) -> int:
        number = bisect_left(self._written_starts, place) - 1
        if number < 0:
            return place
        edit, begins = self._edits[number], self._starts[number]
        return begins + len(edit.text) + max(0, place - edit.end)


def _disjoint(edits: Iterable[Edit]) -> Iterator[Edit]:
    end, last = 0, None
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.start >= end and (edit.start, edit.end) != last:
            yield edit
            end, last = edit.end, (edit.start, edit.end)
