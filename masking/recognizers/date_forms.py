"""The forms of dates, years, times and ages, the surest first.

The words of dates are those of the ontology's grammar, which also reads what is found here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from names.folding import fold
from ontology.english import FUNCTION_WORDS
from ontology.rules.dates.names import ENGLISH, foreign
from ontology.rules.numbers import FEW_NUMBER_WORDS, is_ordinal


def _words_for(kind: str) -> str:
    words = (word for word, (its_kind, _) in ENGLISH.items() if its_kind == kind)
    return "|".join(sorted(words, key=len, reverse=True))


MONTHS = _words_for("month")
_MONTH = rf"(?:{MONTHS})\b\.?"
_WEEKDAY = rf"(?:{_words_for('weekday')})\b\.?,?[ ]"
_YEAR = r"(?:1\d|20)\d\d"
_OF_YEAR = rf"(?:,?[ ]{_YEAR})"
_FIGURE_OF_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_FIGURE_OF_MONTH = r"(?:0?[1-9]|1[0-2])"
_DAY = rf"{_FIGURE_OF_DAY}(?:st|nd|rd|th)?"
_DASH = "[-‐‑‒–—]"
_TO = rf"(?:[ ]?(?:{_DASH}|/|&)[ ]?|[ ](?:to|and|until|till)[ ])"
_HALF = r"(?:[ ]?(?:[ap]m\b|[ap]\.m\.))"
_ZONE = r"(?:[ ]?(?:Z|(?-i:[A-Z]{1,3}T)|UTC)\b(?!:)|[ ]?[+-]\d\d(?::?\d\d)?)"
_CLOCK = rf"(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-6]\d(?:[.,]\d{{1,9}})?)?{_ZONE}?{_HALF}?"
_TIME = rf"(?:{_CLOCK}|(?:[01]?\d|2[0-3])\.[0-5]\d{_HALF}?)"
_AND_CLOCK = rf"(?:(?:T|,?[ ]|:){_CLOCK})?"
_FIGURES = (
    r"(?:\d{4}(?:-\d\d?-|/\d\d?/|\.\d\d?\.)\d\d?"
    r"|\d\d?(?:-\d\d?-|/\d\d?/|\.\d\d?\.)(?:\d{4}|\d\d))"
)
"""Day, month and year in figures, in any order."""
_FIRST_DAY = (
    rf"(?:{_FIGURE_OF_DAY}\.(?:{_FIGURE_OF_MONTH}\.?)?|{_FIGURE_OF_DAY}/{_FIGURE_OF_MONTH})"
)
_WORD = r"[^\W\d_]{3,20}"
"""Forms of the name of a month in any language."""
_OF = r"(?:(?:de|of|del|do)[ ]|d['’])"
_ON = (
    r"(?:(?:le|el|il|den|der|am|op|på|on|vom|zum|ab|seit|bis|until|since|born|dated)[ ]"
    r"|(?:date|dob|born)\b:?[ ])"
)
"""Words before a day and a month, where no year follows."""

_FORMS = (
    (
        "date",
        rf"""(?:{_FIGURES}|{_FIRST_DAY}) [ ]?{_DASH}[ ]? {_FIGURES}
        | {_FIGURES} {_AND_CLOCK}
        | \d{{8}}T\d{{4}}(?:\d\d(?:[.,]\d{{1,9}})?)?{_ZONE}?
        | {_DAY} (?P<by>[-/])(?:{MONTHS})(?P=by) (?:{_YEAR}|\d\d) {_AND_CLOCK}""",
    ),
    (
        "date",
        rf"""(?:{_WEEKDAY})? {_DAY} (?:[ ](?:of[ ])?{_MONTH}{_OF_YEAR}?)? {_TO}
             (?:{_WEEKDAY})? {_DAY} [ ](?:of[ ])?{_MONTH} {_OF_YEAR}?
        | {_MONTH}[ ]{_DAY}{_OF_YEAR}? {_TO} (?:{_MONTH}[ ])?{_DAY}\b {_OF_YEAR}?
        | {_MONTH}{_OF_YEAR}? {_TO} {_MONTH}{_OF_YEAR}""",
    ),
    (
        "date",
        rf"""(?:{_WEEKDAY})? {_DAY} [ \t]+ (?:of[ ])?
             (?: {_MONTH}{_OF_YEAR}{_AND_CLOCK} | (?:{MONTHS})\b )
        | (?:{_WEEKDAY})? {_MONTH} [ ]{{1,2}} {_DAY}\b
             (?: {_OF_YEAR}{_AND_CLOCK} | [ ]{_CLOCK}{_OF_YEAR} )?
        | {_MONTH} ,?[ ] (?:of[ ])? {_YEAR}
        | (?:the[ ])?(?P<ordinal>{FEW_NUMBER_WORDS}) [ ]of[ ] (?:{MONTHS})\b {_OF_YEAR}?
        | (?:{MONTHS})[ ]the[ ](?P<ordinal_behind>{FEW_NUMBER_WORDS}) {_OF_YEAR}?""",
    ),
    (
        "date",
        rf"""{_FIGURE_OF_DAY}(?:\.|er|[ºªoae])? [ ]{_OF}?
             (?P<of_year>{_WORD})\b\.? ,?[ ]{_OF}?{_YEAR}
        | {_YEAR}\.?[ ] (?P<in_year>{_WORD}) [ ]{_FIGURE_OF_DAY}\b
        | {_FIGURE_OF_DAY}(?:(?:\.|er|º)?[ ]{_OF}|(?:\.|er|º)[ ]) (?P<of_day>{_WORD})\b
        | {_FIGURE_OF_DAY}[ ] (?P<alone>{_WORD})\b
        | (?P<alone_in>{_WORD})\b\.? [ ]{_OF}?{_YEAR}""",
    ),
    (
        "decade or century",
        r"""(?:1\d|20)\d0 '? s
        | (?:\d?1st|\d?2nd|\d?3rd|\d\dth|\dth) [ -] centur(?:y|ies)""",
    ),
    ("year", rf"{_YEAR} (?: [-–/] (?:{_YEAR}|\d\d) | /[1-9] )?"),
    (
        "age",
        rf"""(?:\d{{1,3}}|{FEW_NUMBER_WORDS}) (?:{_DASH}|[ ])?
             (?: (?:years?|yrs?\.?)(?:{_DASH}|[ ])olds? | y/?o )""",
    ),
    ("time of day", rf"{_TIME} (?:[ ]?[-–][ ]?{_TIME})?"),
)
_EDGES = r"(?<![\w.,/:–-]) (?P<date> {} ) (?! \w | [.,:/–-]\d )"
_PATTERNS = tuple(
    (form, re.compile(_EDGES.format(pattern), re.VERBOSE | re.IGNORECASE))
    for form, pattern in _FORMS
)
_WITHOUT_YEAR = re.compile(
    rf"""(?<![\w.,/:–-]) (?:{_WEEKDAY}|{_ON}(?:{_WEEKDAY})?)
    (?P<date> {_FIGURE_OF_DAY} (?:\.{_FIGURE_OF_MONTH}\.|/{_FIGURE_OF_MONTH}) )
    (?! \w | [.,:/–-]\d | [ ]?[%°] )""",
    re.VERBOSE | re.IGNORECASE,
)
_DATES = (*(each for each in _PATTERNS if each[0] == "date"), ("date", _WITHOUT_YEAR))
_OTHERS = tuple(each for each in _PATTERNS if each[0] != "date")
_OF_THESE = tuple(pattern for form, pattern in _PATTERNS if form in {"date", "year", "time of day"})
_LONG_NAME = 5
_SHORTEST_NAME = 4


class DateForm(NamedTuple):
    """A stretch of text that has the form of a date, and which form."""

    start: int
    end: int
    form: str


def date_forms(text: str) -> Iterator[DateForm]:
    """Yield what has the form of a date or its kin, the surest forms first; they may overlap."""
    for form, pattern in (*_DATES, *_OTHERS):
        for match in pattern.finditer(text):
            if _is_real(match):
                yield DateForm(*match.span("date"), form)


def has_date_form(text: str) -> bool:
    """Return whether a text as a whole is a date, a year or a time of day: no code is."""
    return any((match := form.fullmatch(text)) and _is_real(match) for form in _OF_THESE)


def dates_in(text: str) -> Iterator[tuple[int, int]]:
    """Yield where dates stand in a text that have day and month."""
    for _, pattern in _DATES:
        for match in pattern.finditer(text):
            if _is_real(match):
                yield match.span("date")


def _is_real(match: re.Match[str]) -> bool:
    """Whether the words of a match are a month, in any language, and an ordinal number."""
    for group, word in match.groupdict().items():
        if word is None or group in {"date", "by"}:
            continue
        if group.startswith("ordinal"):
            return is_ordinal(word.lower())
        return _is_month(word, is_alone=group.startswith("alone"), is_sure=group.endswith("_year"))
    return True


def _is_month(word: str, *, is_alone: bool, is_sure: bool) -> bool:
    """Whether a word names a month; a short one may be any word where no year or "de" is there."""
    name = fold(word)
    is_month = ENGLISH.get(name, foreign().get(name, ("", 0)))[0] == "month"
    if not is_month or name in FUNCTION_WORDS:
        return False
    fewest = 1 if is_sure else _LONG_NAME if is_alone and word.isascii() else _SHORTEST_NAME
    return len(word) >= fewest
