"""How much time a date may lie in, so that a date and what stands for it can be compared.

All is counted in days, of the two centuries that documents mostly speak of: "22 July 1974" is one
of them, "July 1974" 31, "1974" 365, "twentieth century" 36,525; "22 July", without a year, is 200,
"Monday" every seventh, "10:30" one minute of each. An age says as much as the year of a birth, and
a duration as much as the lengths that it may have: "several years" lies between three and a
hundred.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from itertools import pairwise
from math import inf

from names.folding import fold
from ontology.rules.dates.calendar import Precision, YearRange, year_range_of
from ontology.rules.dates.chains import AGES, PERIOD, TIME_OF_DAY
from ontology.rules.dates.grammar import ANYTHING, STEPS
from ontology.rules.dates.names import MONTHS
from ontology.rules.dates.tokens import Token, tokenize
from ontology.rules.dates.words import DAYS

YEARS = 200
YEAR = 365.25
ALL_DAYS = YEARS * YEAR
"""The days of two centuries: what any date may be."""

_OLDEST = 120
_COMMON_YEAR = 1
"""A year without a leap day."""
_MONTH = DAYS["month"]
_SEASON = YEAR / 4
_HOURS = {"night": 7, "morning": 7, "afternoon": 6, "evening": 4}
_LONGEST = 100
"""Years of the longest duration that is counted."""

_UNITS = ("second", "minute", "hour", "day", "week", "month", "year")
_PRECISIONS = {
    Precision.DAY: 1.0,
    Precision.MONTH: _MONTH,
    Precision.YEAR: YEAR,
    Precision.DECADE: 10 * YEAR,
    Precision.CENTURY: 100 * YEAR,
}

_DIRECTION = re.compile(r" (?:ago|later|earlier)$")


@dataclass(frozen=True, slots=True)
class Extent:
    """The days that a text may lie in, and the days of the finest part that it names."""

    days: float
    unit: float


def extent_of(text: str) -> Extent | None:
    """Return how much time a date, an age or a duration leaves open; None where none is read."""
    named = _NAMED.get(_DIRECTION.sub("", fold(text)))
    if named is not None:
        return Extent(named, named)
    tokens = tokenize(text)
    if years := year_range_of(tokens):
        return _extent_of_years(years)
    if Token("unit", "millennium") in tokens:
        return Extent(ALL_DAYS, ALL_DAYS)
    days = _days_without_year(text, tokens)
    return Extent(days, days) if days else None


def _extent_of_years(years: YearRange) -> Extent:
    unit = _PRECISIONS[years.precision]
    count = years.last - years.first + 1
    if years.precision is Precision.DAY:
        return Extent(1.0, 1.0)
    if years.precision is Precision.MONTH and count == 1:
        if years.month:
            return Extent(_days_of_month(years.month, years.first), _MONTH)
        return Extent(_SEASON, _SEASON)
    return Extent(min(count * YEAR, ALL_DAYS), unit)


def _days_of_month(month: int, year: int = _COMMON_YEAR) -> float:
    """Return the days of a month; before Christ, where the calendar is another, those it has."""
    return float(monthrange(year if year > 0 else _COMMON_YEAR, month)[1])


def _days_without_year(text: str, tokens: list[Token]) -> float | None:
    sense = next((sense for sense, step in STEPS if step(tokens)), "")
    kinds = {token.kind for token in tokens}
    units = [str(token.value) for token in tokens if token.kind == "unit"]
    if sense == "age":
        return YEAR
    if "month" in kinds:
        months = {int(token.value) for token in tokens if token.kind == "month" and token.value}
        days = min((_days_of_month(month) for month in months), default=_MONTH)
        return YEARS * (1.0 if kinds & {"day", "ordinal"} else days)
    if sense == "duration" and units[0] in DAYS:
        return DAYS[units[0]]
    if sense == "time of day":
        return ALL_DAYS * DAYS["minute"]
    if "weekday" in kinds:
        return ALL_DAYS * DAYS["day"] / DAYS["week"]
    return _SEASONS.get(fold(text))


def _iter_lengths() -> dict[str, float]:
    """Return the days between the shortest and the longest length that each text stands for."""
    ends = [*(DAYS[unit] for unit in _UNITS), _LONGEST / 3 * YEAR]
    lengths = {}
    for unit, (own, larger) in zip(_UNITS, pairwise(ends), strict=True):
        article = "an" if unit == "hour" else "a"
        lengths[f"several {unit}s"] = 3 * (larger - own)
        lengths[f"more than {article} {unit}"] = 2 * own
        lengths[f"multi-{unit}"] = 2 * (larger - own)
    decade = 10 * YEAR
    return {
        **lengths,
        "several decades": _LONGEST * YEAR - 3 * decade,
        "more than a decade": 2 * decade,
    }


_SEASONS = dict.fromkeys(("spring", "summer", "autumn", "fall", "winter"), ALL_DAYS / 4)

_NAMED = {
    **dict.fromkeys(
        (ANYTHING, PERIOD, TIME_OF_DAY, "date", "day of the week", "season of the year", "month"),
        ALL_DAYS,
    ),
    "some time": ALL_DAYS,
    "age": _OLDEST * YEAR,
    **{
        name: ((_OLDEST if end == inf else end) - first) * YEAR
        for name, (first, end) in AGES.items()
    },
    **{part: ALL_DAYS * hours / 24 for part, hours in _HOURS.items()},
    **{fold(name): YEARS * _days_of_month(month) for month, name in enumerate(MONTHS, 1)},
    **_iter_lengths(),
}
"""The days of what stands for a date, where it is no date itself."""
