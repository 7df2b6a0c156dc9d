"""What holds of the ladder of any date: truth, order, and no digit that gives the day away."""

from __future__ import annotations

import math
import re
from calendar import monthrange
from datetime import date

from dateutil import parser
from hypothesis import given, settings
from hypothesis import strategies as st

from ontology.folding import fold
from ontology.rules.dates import read
from ontology.rules.dates.names import MONTHS
from ontology.rules.numbers import ordinal_word, value_of
from tests.ontology.marking import spans_of

DATES = st.dates(min_value=date(1000, 1, 1), max_value=date(2099, 12, 31))
FORMATS = st.sampled_from(
    ["{d} {M} {y}", "{M} {d}, {y}", "the {d}th of {M} {y}", "{y}-{m:02}-{d:02}", "{d}. {M} {y}"]
)
FRAGMENTS = st.sampled_from(
    "12 May 1986 1990s to – and , early since between 99 century 19th season years months old "
    "aged BC AD later ago Monday 14:30 summer '90s / . - first third quarter of a dozen 2013-09-25 "
    "mai 月 05/06/2019 POD day week day-long".split()
)
YEAR_RUNG = re.compile(r"(?:(?:[A-Z][a-z]+|since the|\w+ in the) )?\d+s?(?: and \d+s)?(?: BC)?")
AGE_RUNG = re.compile(r"in their \d0s")
CENTURIES = {ordinal_word(number): number for number in range(1, 30)}


def rungs(text: str) -> list[str]:
    """Return the rungs of a date in a sentence of its own."""
    spans = spans_of(f"It is told [[DATETIME:{text}]] here.")
    reading = read(spans[0]) if spans else None
    return list(reading.rungs) if reading else []


def bounds(rung: str) -> tuple[float, float]:
    """Return the first and the last day that a rung covers, as ordinal numbers."""
    if found := re.fullmatch(r"([A-Z][a-z]+) (\d{4})", rung):
        month, year = MONTHS.index(found[1]) + 1, int(found[2])
        last = monthrange(year, month)[1]
        return date(year, month, 1).toordinal(), date(year, month, last).toordinal()
    if rung.isdecimal():
        return _years(int(rung), int(rung))
    if found := re.fullmatch(r"\w+ in the (\d+)s(?: and (\d+)s)?", rung):
        return _years(int(found[1]), int(found[2] or found[1]) + 9)
    if found := re.fullmatch(r"\w+ in the ([\w-]+)(?: and ([\w-]+))? centur(?:y|ies)", rung):
        first, last = CENTURIES[found[1]], CENTURIES[found[2] or found[1]]
        return _years(100 * (first - 1), 100 * last - 1)
    assert rung in {"date", "period of time"}
    return -math.inf, math.inf


def _years(first: int, last: int) -> tuple[float, float]:
    return date(first, 1, 1).toordinal(), date(last, 12, 31).toordinal()


@settings(deadline=None)  # the machine may be busy
@given(day=DATES, form=FORMATS)
def test_each_rung_covers_the_date_and_the_rung_before(day, form):
    text = form.format(d=day.day, M=MONTHS[day.month - 1], m=day.month, y=day.year)
    ladder = [bounds(rung) for rung in rungs(text)]
    assert len(ladder) == 5
    narrow: tuple[float, float] = (day.toordinal(), day.toordinal())
    for wide in ladder:
        assert wide[0] <= narrow[0] <= narrow[1] <= wide[1]
        narrow = wide


@settings(deadline=None)  # the machine may be busy
@given(first=DATES, last=DATES)
def test_each_rung_of_a_range_covers_both_ends(first, last):
    first, last = sorted((first, last))
    text = f"{first.day} {MONTHS[first.month - 1]} {first.year} – {last:%Y-%m-%d}"
    narrow: tuple[float, float] = (first.toordinal(), last.toordinal())
    for wide in map(bounds, rungs(text)):
        assert wide[0] <= narrow[0] <= narrow[1] <= wide[1]
        narrow = wide


@settings(deadline=None)  # the machine may be busy
@given(day=DATES)
def test_an_english_date_is_read_as_the_reference_reads_it(day):
    text = f"{MONTHS[day.month - 1]} {day.day}, {day.year}"
    expected = parser.parse(text)
    assert rungs(text)[0] == f"{MONTHS[expected.month - 1]} {expected.year}"


@settings(deadline=None)  # the machine may be busy
@given(st.one_of(st.text(max_size=40), st.lists(FRAGMENTS, max_size=7).map(" ".join)))
def test_any_text_has_a_ladder_without_repetition_digits_or_itself(text):
    for spans in [spans_of(f"It is told [[DATETIME:{text}]] here.")]:
        for span in spans:
            reading = read(span)
            assert reading is not None
            assert reading.rungs
            assert len(set(reading.rungs)) == len(reading.rungs)
            assert fold(span.text) not in map(fold, reading.rungs)
            for rung in reading.rungs:
                is_year = YEAR_RUNG.fullmatch(rung) or AGE_RUNG.fullmatch(rung)
                assert is_year or not any(char.isdigit() for char in rung)


@settings(deadline=None)  # the machine may be busy
@given(st.integers(min_value=1, max_value=99))
def test_an_ordinal_in_words_is_read_back(number):
    assert value_of(ordinal_word(number)) == number
