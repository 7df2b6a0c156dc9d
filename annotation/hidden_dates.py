"""Dates that must not be read, in whatever notation: "12 March 1986", "12/3/86", "19860312"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from names.words import Word

_PARTS = 3
_BETWEEN = frozenset({"of", "the"})
"""Words between the parts of a date: "the 14th of February"."""
_LAST_DAY = 31
_CENTURY = 100
_TOGETHER = 8
"""Digits of a date that is written together."""

_Hidden = TypeVar("_Hidden")
_Date = tuple[int, ...]
"""Day, month and year in order of size: notations put them in any."""


class HiddenDates(Generic[_Hidden]):
    """The hidden dates, each with what hides it."""

    def __init__(self) -> None:
        self._hidden: dict[_Date, _Hidden] = {}

    def hide(self, span: Sequence[Word], hidden: _Hidden) -> None:
        """Note the dates that stand in a span."""
        for place in range(len(span)):
            for date in _dates_of(span[at] for at in _places(span, place)):
                self._hidden.setdefault(date, hidden)

    def found_at(self, words: Sequence[Word], place: int) -> Iterator[tuple[range, _Hidden]]:
        """Yield the hidden date that begins with a word, and where it stands."""
        if not self._hidden:
            return
        word = words[place]
        if word.text == word.digits and len(word.digits) == _TOGETHER:
            for date in _written_together(word.digits):
                if date in self._hidden:
                    yield range(place, place + 1), self._hidden[date]
                    return
        elif word.number is not None:
            there = _places(words, place)
            for date in _dates_of(words[at] for at in there):
                if date in self._hidden:
                    yield range(place, there[-1] + 1), self._hidden[date]
                    return


def _places(words: Sequence[Word], place: int) -> list[int]:
    """Return the places of three words from one on that may be a date, "of" and "the" left out."""
    near = range(place, min(len(words), place + _PARTS + len(_BETWEEN)))
    return [at for at in near if words[at].stem not in _BETWEEN][:_PARTS]


def _dates_of(words: Iterable[Word]) -> Iterator[_Date]:
    """Yield the date that words are, with the whole year and with its last two digits.

    Two months, as of two dates beside each other, are none.
    """
    some = list(words)
    *parts, year = sorted(word.number for word in some if word.number is not None) or [0]
    if sum(word.is_month for word in some) > 1:
        return
    if len(parts) == _PARTS - 1 and year > _LAST_DAY:
        yield (*parts, year)
        if year % _CENTURY > _LAST_DAY and year > _CENTURY:
            yield (*parts, year % _CENTURY)


def _written_together(digits: str) -> Iterator[_Date]:
    """Yield what eight digits may be, the year first or last."""
    for year, one, other in (
        (digits[:4], digits[4:6], digits[6:]),
        (digits[4:], digits[:2], digits[2:4]),
    ):
        yield tuple(sorted(map(int, (year, one, other))))
