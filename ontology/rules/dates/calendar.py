"""From the tokens of a date to the range of years, or the month, that it lies in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise

from ontology.rules.dates.tokens import LATEST_YEAR, Token

EARLIEST_YEAR = -9000
"""Before Christ; what lies earlier is no date of a document."""


class Precision(IntEnum):
    """How precise a date is: what is coarser may stand for it."""

    DAY = 0
    MONTH = 1
    YEAR = 2
    DECADE = 3
    CENTURY = 4


@dataclass(frozen=True, slots=True)
class YearRange:
    """The years that a date lies in, both ends included; years before Christ are negative.

    `month` is the one month it lies in, None where there are several or none is named.
    """

    first: int
    last: int
    precision: Precision
    month: int | None = None
    noun: str = "date"


@dataclass(slots=True)
class _Side:
    """One end of a range, or a date by itself, with the parts that are written."""

    day: int | None = None
    month: int | None = None
    year: int | None = None
    decade: int | None = None
    century: int | None = None
    era: int = 0
    is_part: bool = False
    opens_range: bool = False

    def bounds(self) -> tuple[int, int] | None:
        """Return the first and the last year of this side."""
        if self.year is not None:
            return (-self.year, -self.year) if self.era < 0 else (self.year, self.year)
        if self.decade is not None:
            lowest, length = self.decade, 9
        elif self.century is not None:
            lowest, length = 100 * (self.century - 1), 99
        else:
            return None
        if self.era < 0:
            return -lowest - length, -lowest
        return lowest, lowest + length

    def precision(self) -> Precision:
        """Return the precision of the finest part of this side."""
        for value, precision in (
            (self.day, Precision.DAY),
            (self.month, Precision.MONTH),
            (self.year, Precision.YEAR),
            (self.decade, Precision.DECADE),
        ):
            if value is not None:
                return Precision(max(0, precision - self.is_part))
        return Precision(Precision.CENTURY - 2 * self.is_part)


def year_range_of(tokens: list[Token]) -> YearRange | None:
    """Return the years that all the dates among the tokens lie in; None without a year."""
    sides = list(_sides(_resolve_years(_resolve_centuries(tokens))))
    _complete_ranges(sides)
    bounds = [bound for side in sides if (bound := side.bounds())]
    if not bounds or len(bounds) < len(sides):
        return None
    first, last = min(low for low, _ in bounds), max(high for _, high in bounds)
    if Token("part", "turn") in tokens:
        first -= 10  # the turn of a century begins in the one before
    if not EARLIEST_YEAR <= first <= last <= LATEST_YEAR:
        return None
    months = {side.month for side in sides}
    one_month = months.pop() if len(months) == 1 and first == last else None
    precision = min(side.precision() for side in sides)
    kinds = {token.kind for token in tokens}
    if "nearly" in kinds and "clock" not in kinds:
        precision = max(precision, Precision(min(precision + 1, Precision.YEAR)))
    return YearRange(first, last, precision, one_month or None, _noun(tokens, sides))


def _noun(tokens: list[Token], sides: list[_Side]) -> str:
    if Token("unit", "season") in tokens:
        return "season"
    is_long = any(side.year is None or (side.is_part and not side.day) for side in sides)
    is_range = any(side.opens_range for side in sides[1:])
    is_range = is_range or any(token.kind == "between" for token in tokens)
    return "period" if is_long or is_range else "date"


def _resolve_centuries(tokens: list[Token]) -> list[Token]:
    """Make the ordinals in front of "century" centuries, and other ordinals before units parts."""
    resolved: list[Token] = []
    unit: str | None = None
    for token in reversed(tokens):
        if token.kind == "unit":
            unit = str(token.value)
        elif token.kind == "ordinal" and unit == "century":
            resolved.append(Token("century", token.value))
            continue
        elif token.kind == "ordinal" and unit is not None:
            resolved.append(Token("part"))
            continue
        elif token.kind not in ("range", "ordinal", "word"):
            unit = None
        resolved.append(token)
    return resolved[::-1]


def _resolve_years(tokens: list[Token]) -> list[Token]:
    """Make the number beside "AD" or "BC" a year."""
    resolved = list(tokens)
    for place, token in enumerate(tokens):
        if token.kind == "era":
            after = place + 1 < len(resolved) and resolved[place + 1].kind in ("day", "number")
            beside = place + 1 if after and token.value == 1 else place - 1
            if beside >= 0 and resolved[beside].kind in ("day", "number"):
                resolved[beside] = Token("year", resolved[beside].value)
    return resolved


_FIELDS = {"month": "month", "year": "year", "decade": "decade", "century": "century", "day": "day"}


def _sides(tokens: list[Token]) -> Iterator[_Side]:
    """Cut at the ranges, and where a part comes twice ("16 and 17 April")."""
    side, is_empty = _Side(), True
    for token in tokens:
        field = _FIELDS.get("day" if token.kind in ("ordinal", "number") else token.kind)
        if token.kind == "range" or (field and getattr(side, field)):
            if not is_empty:
                yield side
            side, is_empty = _Side(opens_range=token.kind == "range"), True
        if field:
            setattr(side, field, token.number)
            is_empty = False
        elif token.kind == "era":
            side.era = token.number
        elif token.kind in ("weekday", "clock") or token.value == "holiday":
            side.day = side.day or 0
        elif token.kind == "part" or token.value == "season of the year":
            side.is_part = True
    if not is_empty:
        yield side


def _complete_ranges(sides: list[_Side]) -> None:
    """Give each end of a range the parts that only its neighbour has."""
    for before, side in pairwise(sides):
        if side.opens_range and side.bounds() is None and side.month is None:
            _complete_year(before, side)
    for side, after in reversed(list(pairwise(sides))):
        if side.day and side.month is None and side.bounds() is None:
            side.month = after.month
        if side.bounds() is None:
            side.year, side.decade, side.century = after.year, after.decade, after.century
        side.era = side.era or min(after.era, 0)
    for before, side in pairwise(sides):
        if side.day and side.month is None:
            side.month = before.month
        if side.bounds() is None and before.year is not None:
            is_later = (side.month or 13) >= (before.month or 0)
            side.year, side.era = before.year + (not is_later), before.era


def _complete_year(before: _Side, side: _Side) -> None:
    """Read "99" after "1998–" as 1999, "6" after "1995–" as 1996; "05" after "2009-" is a month."""
    if before.year is None or side.day is None or side.day > 99:
        return
    if before.month and side.day <= 31:
        return
    size = 10 if side.day < 10 and side.day > before.year % 10 else 100
    year = before.year - before.year % size + side.day
    if year < before.year:
        year += size
    is_far = year - before.year > 15 and 1 <= side.day <= 12
    if year > LATEST_YEAR or is_far:
        side.year, side.month = before.year, side.day
    else:
        side.year, side.day = year, None
