"""The generalizations of a date, a duration and an age, from the most specific upwards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from math import inf

from ontology.rules.dates.calendar import Precision, YearRange
from ontology.rules.dates.names import MONTHS
from ontology.rules.dates.words import DAYS
from ontology.rules.numbers import ordinal_word

PERIOD = "period of time"
TIME_OF_DAY = "time of day"
TOPS = {"date": ("date",), "period": (PERIOD,), "season": (PERIOD,)}


def above_years_of(years: YearRange) -> tuple[str, ...]:
    """Return month and year, year, decade, century: as many as are coarser than the date."""
    return (*_above_years(years), *TOPS[years.noun])


def _above_years(years: YearRange) -> Iterator[str]:
    if years.month and years.precision < Precision.MONTH:
        yield f"{MONTHS[years.month - 1]} {year_name(years.first)}"
    if years.first == years.last and years.precision < Precision.YEAR:
        yield year_name(years.first)
    nouns = ("season", "period") if years.noun == "season" else (years.noun,)
    if years.precision < Precision.DECADE and (decades := decades_name(years.first, years.last)):
        yield from (f"{noun} in the {decades}" for noun in nouns)
    coarse = _centuries_name if years.precision < Precision.CENTURY else _millennium_name
    if name := coarse(years.first, years.last):
        yield f"{nouns[-1]} in the {name}"


def year_name(year: int) -> str:
    """Name a year; those before Christ are negative."""
    return f"{year}" if year > 0 else f"{-year} BC"


def _decade(year: int) -> int:
    return year // 10 if year > 0 else -(-year // 10)


def _nth(year: int, length: int) -> int:
    """Return in which century or millennium a year is, as one says: 1900 is in the twentieth."""
    return year // length + 1 if year > 0 else -((-year - 1) // length + 1)


def decades_name(first: int, last: int) -> str:
    """Name the one or two decades that hold some years; empty where it takes more."""
    if min(abs(first), abs(last)) < 100 or (first < 0) != (last < 0):
        return ""
    if first < 0 and min(-first % 100, -last % 100) < 10:
        return ""  # the 500s BC lie in two centuries
    decades = sorted({_decade(first), _decade(last)})
    if decades[-1] - decades[0] > 1:
        return ""
    era = " BC" if first < 0 else ""
    return " and ".join(f"{abs(decade)}0s" for decade in decades) + era


def _centuries_name(first: int, last: int) -> str:
    """Name the one or two centuries that hold some years; empty where it takes more."""
    if (first < 0) != (last < 0):
        return ""
    centuries = sorted({_nth(first, 100), _nth(last, 100)})
    if centuries[-1] - centuries[0] > 1:
        return ""
    era = " BC" if first < 0 else ""
    names = [ordinal_word(abs(century)) for century in centuries]
    return f"{' and '.join(names)} {'century' if len(names) == 1 else 'centuries'}{era}"


def _millennium_name(first: int, last: int) -> str:
    millennia = {_nth(first, 1000), _nth(last, 1000)}
    number = millennia.pop()
    return "" if millennia else f"{ordinal_word(abs(number))} millennium{' BC' * (number < 0)}"


_COUNTED_IN = ("year", "month", "week", "day", "hour", "minute", "second")


def above_duration(days: float, unit: str) -> str:
    """Say how long in the largest unit that is there more than once: "several years"."""
    is_counted_in_decades = unit in ("decade", "century", "millennium")
    for larger in ("decade", *_COUNTED_IN) if is_counted_in_decades else _COUNTED_IN:
        count = days / DAYS[larger] + 0.01
        if count >= 3:
            return f"several {larger}s"
        if count > 1.04:
            return f"more than {'an' if larger == 'hour' else 'a'} {larger}"
    return "moment"


AGES = {
    "in their infancy": (0, 2),
    "in their childhood": (0, 13),
    "in their teens": (13, 20),
    **{f"in their {decade}s": (decade, decade + 10) for decade in range(20, 100, 10)},
    "centenarian": (100, inf),
}
"""The times of a life: the first age in each, and the first that is past it."""


def above_age(youngest: float, oldest: float) -> tuple[str, ...]:
    """Return the times of a life in which both ages lie."""
    times = (name for name, (first, end) in AGES.items() if first <= youngest and oldest < end)
    return (*times, "age")


def above_adjective(days: float) -> str:
    """Say how long something is that is named by its length: "multi-week"."""
    unit = next((larger for larger in _COUNTED_IN if days / DAYS[larger] >= 2), "second")
    return f"multi-{unit}"


_PARTS_OF_DAY = ((5, "night"), (12, "morning"), (18, "afternoon"), (22, "evening"), (24, "night"))


def part_of_day(clock: str) -> str:
    """Return "morning" and the like for a folded time; empty where am or pm is missing."""
    hour = int("".join(takewhile(str.isdigit, clock))[:2])
    if half := re.search(r"([ap])\.?m", clock):
        hour = hour % 12 + (12 if half.group(1) == "p" else 0)
    elif 1 <= hour <= 12 and not clock.startswith("0"):
        return ""
    return next((name for end, name in _PARTS_OF_DAY if hour < end), "")
