"""What a date may be, the surest first: each step returns a chain, empty where it is no such."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ontology.rules.dates.calendar import year_range_of
from ontology.rules.dates.chains import (
    PERIOD,
    TIME_OF_DAY,
    above_adjective,
    above_age,
    above_duration,
    above_years_of,
    decades_name,
    part_of_day,
)
from ontology.rules.dates.names import MONTHS
from ontology.rules.dates.tokens import Token
from ontology.rules.dates.words import DAYS
from ontology.rules.quantities import NUMBER

Chain = tuple[str, ...]

ANYTHING = "date or time"
"""True of every span of type DATETIME."""

CALENDAR = "calendar date"

_COUNTS = frozenset({"day", "number"})


def _kinds(tokens: Iterable[Token]) -> set[str]:
    return {token.kind for token in tokens}


def _values(tokens: Iterable[Token], *kinds: str) -> list[Token]:
    return [token for token in tokens if token.kind in kinds]


def _units(tokens: Iterable[Token]) -> list[str]:
    return [str(token.value) for token in tokens if token.kind == "unit"]


def _age(tokens: list[Token]) -> Chain:
    kinds = _kinds(tokens)
    decades = [token.number for token in _values(tokens, "short decade")]
    if not kinds & ({"age", "life"} if decades else {"age"}) or kinds & {"month", "decade"}:
        return ()
    if decades:
        return above_age(min(decades), max(decades) + 9)
    numbers = [float(token.value) for token in _values(tokens, "day", "number", "year")]
    if not numbers:
        return ("age",) if kinds <= {"age", "article"} else ()
    if kinds & {"nearly", "more", "less", "later", "earlier"}:
        return ("age",)
    units = _units(tokens)
    scale = DAYS.get(units[0] if units else "year", 365.2) / 365.2
    return above_age(min(numbers) * scale, max(numbers) * scale)


def _frequency(tokens: list[Token]) -> Chain:
    return ("frequency",) if "every" in _kinds(tokens) and not _calendar(tokens) else ()


def _calendar(tokens: list[Token]) -> Chain:
    """Read years, with months and days or without; a year before or after is none."""
    kinds = _kinds(tokens)
    if kinds & {"calendar", "unsure"}:
        return ("date",)
    years = year_range_of(tokens)
    if years is None:
        return _day_and_month(tokens)
    if _length(tokens)[1]:  # "the twelve months to March 2010", "two weeks after 3 May 1986"
        return ("date",) if kinds & {"later", "earlier"} else (PERIOD,)
    if kinds & {"later", "earlier", "less"} or tokens[0].kind == "range":
        return ("date",)
    is_open = "ongoing" in kinds or tokens[-1].kind == "range"
    if is_open or ("since" in kinds and not kinds & {"range", "between"}):
        decades = decades_name(years.first, years.last)
        return (*((f"since the {decades}",) if decades else ()), PERIOD)
    return above_years_of(years)


def _day_and_month(tokens: list[Token]) -> Chain:
    months = {token.number for token in tokens if token.kind == "month"}
    if not months:
        return ()
    has_day = _kinds(tokens) & {"day", "ordinal", "weekday", "part", "clock"}
    top = PERIOD if "range" in _kinds(tokens) else "date"
    if not has_day or len(months) > 1:
        return ("month", top) if len(months) == 1 else (top,)
    month = months.pop()
    return (MONTHS[month - 1], top) if month else (top,)


def _duration(tokens: list[Token]) -> Chain:
    """Read numbers before units; what comes with "later" or "ago" is a date."""
    total, unit = _length(tokens)
    kinds = _kinds(tokens)
    if not unit:
        return ()
    is_sure = total and "less" not in kinds and not ("nearly" in kinds and total <= 3 * DAYS[unit])
    if "adjective" in kinds:
        return (above_adjective(total),) if is_sure else (PERIOD,)
    lengths = (above_duration(total, unit),) if is_sure else ()
    if directions := _values(tokens, "later", "earlier"):
        word = "ago" if directions[0].value == "ago" else directions[0].kind
        return (*(f"{length} {word}" for length in lengths), f"some time {word}", "date")
    return (*lengths, PERIOD)


def _length(tokens: list[Token]) -> tuple[float, str]:
    """Return how many days the numbers and their units make, and the first of these units."""
    total, first, pending = 0.0, "", list[float]()
    is_vague = False
    none = Token("")
    for before, token, after in zip([none, *tokens], tokens, [*tokens[1:], none], strict=False):
        if token.kind in _COUNTS:
            pending.append(float(token.value))
        elif token.kind == "article":
            pending.append(1)
        elif token.kind == "several":
            is_vague = True
        elif token.value == "half" and (pending or after.kind in ("article", "unit")):
            if before.kind == "ordinal":  # "first half"
                continue
            is_added = bool(pending) and before.kind not in _COUNTS
            pending = [pending[0] + 0.5 if is_added else 0.5 * (pending or [1])[0]]
        elif token.kind == "unit" and token.value in DAYS and (pending or is_vague):
            unit = str(token.value)
            total += min(pending, default=0) * DAYS[unit]
            first, pending = first or unit, []
    return (0.0 if is_vague else total), first


def _clock(tokens: list[Token]) -> Chain:
    times = [part_of_day(str(token.value)) for token in _values(tokens, "clock")]
    if not times:
        return ()
    return (times[0], TIME_OF_DAY) if len(set(times)) == 1 and times[0] else (TIME_OF_DAY,)


def _named(tokens: list[Token]) -> Chain:
    """Read days of the week, holidays, seasons, parts of the day: names without a number."""
    if "weekday" in _kinds(tokens):
        return ("day of the week", "date")
    names = [str(token.value) for token in _values(tokens, "period")]
    if not names:
        return ()
    return {
        "season of the year": ("season of the year", PERIOD),
        "holiday": ("holiday", "date"),
    }.get(names[0], (names[0],))


def _unknown_year(tokens: list[Token]) -> Chain:
    kinds = _kinds(tokens)
    if "short decade" in kinds:
        return ("decade", PERIOD)
    if kinds & {"short year", "unsure"}:
        return ("date",)
    is_bare = not _units(tokens) and "operation" not in kinds
    return ("date",) if is_bare and kinds & {"ongoing", "era"} else ()


def _century(tokens: list[Token]) -> Chain:
    return ("century", PERIOD) if "century" in _units(tokens) else ()


def _amount(tokens: list[Token]) -> Chain:
    """Read a number whose unit stands behind the span."""
    amounts = _values(tokens, "amount")
    if not amounts:
        return ()
    return (*(("several",) if amounts[0].number >= 3 else ()), NUMBER)


def _one_of_many(tokens: list[Token]) -> Chain:
    """Read "fourth day", "day 3", "the following year": which unit, not how many."""
    if "operation" in _kinds(tokens):
        return ("day after an operation", "date")
    units = _units(tokens)
    if not units:
        return ("date",) if _kinds(tokens) & {"later", "earlier"} else ()
    unit = units[-1]
    if tokens[0].kind in _COUNTS and unit not in DAYS:
        return (*((f"several {unit}s",) if tokens[0].number >= 3 else ()), PERIOD)
    if unit == "half":
        return (PERIOD,)
    return (unit, "date" if unit in ("day", "week", "month", "year") else PERIOD)


STEPS: tuple[tuple[str, Callable[[list[Token]], Chain]], ...] = (
    ("age", _age),
    ("frequency", _frequency),
    (CALENDAR, _calendar),
    ("number of a unit", _amount),
    ("duration", _duration),
    ("time of day", _clock),
    ("day or season", _named),
    ("date", _unknown_year),
    ("century", _century),
    ("day, year or other unit", _one_of_many),
)
"""What a span is taken for, and the step that reads it so."""
