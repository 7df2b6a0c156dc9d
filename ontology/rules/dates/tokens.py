"""Cutting the text of a date into tokens: numbers, names of months, words, numeric dates."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from names.folding import fold
from ontology.rules.dates.names import foreign
from ontology.rules.dates.words import DAYS, WORDS
from ontology.rules.numbers import NUMBER_WORDS, is_ordinal, value_of

LATEST_YEAR = 2100
LONGEST = 200
"""Characters of a date that are read."""


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a date: its kind, and the number or the name that it stands for."""

    kind: str
    value: int | float | str = 0

    @property
    def number(self) -> int:
        """The value as a whole number, 0 for a name."""
        return 0 if isinstance(self.value, str) else int(self.value)


_MARKS = {
    "year": (fold("年"), fold("년")),
    "month": (fold("月"), fold("월")),
    "day": (fold("日"), fold("일")),
}
_LARGEST = {"year": LATEST_YEAR, "month": 12, "day": 31}
_ANY_MARK = "|".join(mark for marks in _MARKS.values() for mark in marks)
_PATTERN = re.compile(
    rf"""
      (?P<ymd>   (?<!\d) \d{{4}} (?P<sep>[-/.]) \d{{1,2}} (?P=sep) \d{{1,2}} (?!\d) (?:t(?=\d))? )
    | (?P<marked> \d+ \s? (?:{_ANY_MARK}) )
    | (?P<dmy>   (?<!\d) \d{{1,2}} \s?[-/.]\s? \d{{1,2}} \s?[-/.]\s? \d{{4}} (?!\d) )
    | (?P<unsure> (?<!\d) \d{{1,2}} (?P<mark>[-/.]) \d{{1,2}} (?P=mark) \d{{2}} (?!\d) )
    | (?P<my>    (?<!\d) (?:0?[1-9]|1[0-2]) / \d{{4}} (?!\d) )
    | (?P<dm>    (?<![\d.]) (?:0?[1-9]|[12]\d|3[01]) \. (?:0?[1-9]|1[0-2]) \. (?!\d) )
    | (?P<clock> (?<!\d) \d{{1,2}} : \d{{2}} (?: : \d{{2}} (?:\.\d+)? )? (?!\d)
                 \s? (?: [ap]\.?m\b\.? | h\b | hrs?\b | hours\b | z\b | (?:utc|gmt)\b )?
               | (?<!\d) \d{{1,2}} (?: \.\d\d )? \s? (?: [ap]\.?m\b\.? | o'clock )
               | (?<!\d) [01]\d [0-5]\d \s? (?: hours | hrs | h )\b
               | (?<![\d.]) (?:[01]?\d|2[0-3]) \. [0-5]\d \s? (?: hours | hrs )\b )
    | (?P<slashed> (?<!\d) \d{{1,2}} / \d{{1,2}} (?!\d) )
    | (?P<decade> (?<!\d) \d{{2,3}} 0 '? s\b )
    | (?P<short> ' \d0 s\b | (?<![\d']) \d0 '? s\b )
    | (?P<yearshort> ' \d\d \b )
    | (?P<era>   \b (?: b\.?\s?c\.? (?:\s?e\b\.?)? | a\.?d\b\.? | c\.?\s?e\b\.? ) (?!\w) )
    | (?P<ordinal> (?<![\d.,]) \d+ (?: st|nd|rd|th|er|re|eme|[eoa] ) \b )
    | (?P<every> \b q \s? \d+ \s? h (?:rs?)? \b )
    | (?P<number> \d{{1,3}} (?:,\d{{3}})+ (?!\d) | \d+ (?: \.\d+ )? )
    | (?P<words> {NUMBER_WORDS} )
    | (?P<dozen> \b (?: half[ ]a | a )[ ]dozen \b | \b dozens? \b )
    | (?P<old>   \b y[./]?o \b \.? | (?<=\d) y[./]?o \b \.? )
    | (?P<years> (?<=\d) y \b )
    | (?P<dash>  [-/]+ | \.\.+ )
    | (?P<word>  [^\W\d_]+ )
    """,
    re.VERBOSE,
)
_HYPHENATED = re.compile(r"(?<=\d)-([^\W\d_]{3,9})-(?=\d)")
"""The month of "12-Mar-2019"."""

_COUNTABLE = frozenset({"day", "year", "number"})
_ENDS_OF_RANGES = _COUNTABLE | {"ordinal", "month", "decade", "short decade", "short year"}
_ENDS_OF_RANGES |= {"century", "unsure", "ongoing", "era", "weekday", "clock", "period"}


def tokenize(text: str) -> list[Token]:
    """Return the tokens of a text; numbers before a unit are told apart from days and years."""
    folded = _HYPHENATED.sub(r" \1 ", fold(text[:LONGEST]))
    has_digit = any(char.isdigit() for char in folded)
    tokens: list[Token] = []
    for match in _PATTERN.finditer(folded):
        kind, piece = match.lastgroup or "", match.group()
        if kind == "word":
            tokens.append(_word(piece, may_be_foreign=has_digit))
        else:
            tokens.extend(_READERS[kind](piece))
    return _count_units(_keep_ranges(tokens))


def _word(piece: str, *, may_be_foreign: bool) -> Token:
    known = WORDS.get(piece) or (foreign().get(piece) if may_be_foreign else None)
    return Token(*known) if known else Token("word")


def _whole_numbers(piece: str) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", piece)]


def _year_month_day(piece: str) -> list[Token]:
    year, month, day = _whole_numbers(piece)
    return _full_date(year, month, day)


def _full_date(year: int, month: int, day: int) -> list[Token]:
    if not (1 <= month <= 12 and 1 <= day <= 31 and 0 < year <= LATEST_YEAR):
        return [Token("unsure")]
    return [Token("year", year), Token("month", month), Token("day", day)]


def _day_month_year(piece: str) -> list[Token]:
    """Read day and month in either order; month 0 where both orders make a date."""
    first, second, year = _whole_numbers(piece)
    if first > 12 or first == second or "." in piece:
        return _full_date(year, second, first)
    if second > 12:
        return _full_date(year, first, second)
    return [Token("year", year), Token("month", 0), Token("day", first)]


def _month_year(piece: str) -> list[Token]:
    month, year = _whole_numbers(piece)
    return [Token("month", month), *_number(str(year))]


def _day_month(piece: str) -> list[Token]:
    day, month = _whole_numbers(piece)
    return [Token("day", day), Token("month", month)]


def _marked(piece: str) -> list[Token]:
    value = _whole_numbers(piece)[0]
    kind = next(kind for kind, marks in _MARKS.items() if piece.endswith(marks))
    return [Token(kind, value) if 1 <= value <= _LARGEST[kind] else Token("word")]


def _number(piece: str) -> list[Token]:
    value = float(piece.replace(",", ""))
    if not piece.isdigit():
        return [Token("number", value)]
    if len(piece) == 8:
        full = _full_date(int(piece[:4]), int(piece[4:6]), int(piece[6:]))
        return full if len(full) > 1 else [Token("number", value)]
    if len(piece) in (3, 4) and 100 <= value <= LATEST_YEAR:
        return [Token("year", int(value))]
    is_day = len(piece) < 3 and 1 <= value <= 31
    return [Token("day" if is_day else "number", int(value))]


def _words(piece: str) -> list[Token]:
    value = value_of(piece)
    if value is None:
        return [Token("word")]
    if is_ordinal(piece):
        return [Token("ordinal", value)]
    if 1000 <= value <= LATEST_YEAR:
        return [Token("year", value)]
    return [Token("day" if 1 <= value <= 31 else "number", value)]


def _dozen(piece: str) -> list[Token]:
    if piece.endswith("s"):
        return [Token("several")]
    return [Token("number", 6 if piece.startswith("half") else 12)]


def _era(piece: str) -> list[Token]:
    return [Token("era", -1 if piece.startswith("b") else 1)]


def _ordinal(piece: str) -> list[Token]:
    return [Token("ordinal", _whole_numbers(piece)[0])]


_READERS: dict[str, Callable[[str], list[Token]]] = {
    "ymd": _year_month_day,
    "marked": _marked,
    "dmy": _day_month_year,
    "unsure": lambda _: [Token("unsure")],
    "slashed": lambda _: [Token("unsure")],
    "every": lambda _: [Token("every")],
    "old": lambda _: [Token("age")],
    "years": lambda _: [Token("unit", "year")],
    "my": _month_year,
    "dm": _day_month,
    "clock": lambda piece: [Token("clock", piece)],
    "decade": lambda piece: [Token("decade", _whole_numbers(piece)[0])],
    "short": lambda piece: [Token("short decade", _whole_numbers(piece)[0])],
    "yearshort": lambda piece: [Token("short year", _whole_numbers(piece)[0])],
    "era": _era,
    "ordinal": _ordinal,
    "number": _number,
    "words": _words,
    "dozen": _dozen,
    "dash": lambda _: [Token("range", "-")],
}


def _keep_ranges(tokens: list[Token]) -> list[Token]:
    """Drop the hyphens that join a word ("mid-1990s", "895-day"); one at the end stays."""
    kinds = ["", *(token.kind for token in tokens), "ongoing"]
    kept = [
        token
        for token, before, after in zip(tokens, kinds, kinds[2:], strict=False)
        if token.value != "-" or (before in _ENDS_OF_RANGES and after in _ENDS_OF_RANGES)
    ]
    is_adjective = any(
        token.value == "-" and before in _COUNTABLE and after == "unit"
        for token, before, after in zip(tokens, kinds, kinds[2:], strict=False)
    )
    return [*kept, Token("adjective")] if is_adjective else kept


def _count_units(tokens: list[Token]) -> list[Token]:
    """Make the number in front of a unit, or of a range to such a number, a mere number."""
    counted = list(tokens)
    amounts = set[int]()
    for place in range(len(counted) - 2, -1, -1):
        token, after = counted[place], counted[place + 1]
        if token.kind in _COUNTABLE and after.kind == "unit" and after.value in DAYS:
            counted[place] = Token("number", token.value)
            amounts.add(place)
        elif token.kind == "range" and place + 1 in amounts:
            before = counted[place - 1]
            if place and before.kind in _COUNTABLE:
                counted[place - 1] = Token("number", before.value)
    return counted
