"""What holds of the chain of any date: truth, order, and no digit that gives the day away."""

from __future__ import annotations

import math
import re
from calendar import monthrange
from datetime import date

from dateutil import parser
from hypothesis import given, settings
from hypothesis import strategies as st

from names.folding import fold
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
YEAR_GENERALIZATION = re.compile(
    r"(?:(?:[A-Z][a-z]+|since the|\w+ in the) )?\d+s?(?: and \d+s)?(?: BC)?"
)
AGE_GENERALIZATION = re.compile(r"in their \d0s")
CENTURIES = {ordinal_word(number): number for number in range(1, 30)}


def generalizations(text: str) -> list[str]:
    """Return the generalizations of a date in a sentence of its own."""
    spans = spans_of(f"It is told [[DATETIME:{text}]] here.")
    reading = read(spans[0]) if spans else None
    return list(reading.generalizations) if reading else []


def bounds(generalization: str) -> tuple[float, float]:
    """Return the first and the last day that a generalization covers, as ordinal numbers."""
    if found := re.fullmatch(r"([A-Z][a-z]+) (\d{4})", generalization):
        month, year = MONTHS.index(found[1]) + 1, int(found[2])
        last = monthrange(year, month)[1]
        return date(year, month, 1).toordinal(), date(year, month, last).toordinal()
    if generalization.isdecimal():
        return _years(int(generalization), int(generalization))
    if found := re.fullmatch(r"\w+ in the (\d+)s(?: and (\d+)s)?", generalization):
        return _years(int(found[1]), int(found[2] or found[1]) + 9)
    if found := re.fullmatch(
        r"\w+ in the ([\w-]+)(?: and ([\w-]+))? centur(?:y|ies)", generalization
    ):
        first, last = CENTURIES[found[1]], CENTURIES[found[2] or found[1]]
        return _years(100 * (first - 1), 100 * last - 1)
    assert generalization in {"date", "period of time"}
    return -math.inf, math.inf


def _years(first: int, last: int) -> tuple[float, float]:
    return date(first, 1, 1).toordinal(), date(last, 12, 31).toordinal()


@settings(deadline=None)  # the machine may be busy
@given(day=DATES, form=FORMATS)
def test_each_generalization_covers_the_date_and_the_generalization_before(day, form):
    text = form.format(d=day.day, M=MONTHS[day.month - 1], m=day.month, y=day.year)
    chain = [bounds(each) for each in generalizations(text)]
    assert len(chain) == 5
    narrow: tuple[float, float] = (day.toordinal(), day.toordinal())
    for wide in chain:
        assert wide[0] <= narrow[0] <= narrow[1] <= wide[1]
        narrow = wide


@settings(deadline=None)  # the machine may be busy
@given(first=DATES, last=DATES)
def test_each_generalization_of_a_range_covers_both_ends(first, last):
    first, last = sorted((first, last))
    text = f"{first.day} {MONTHS[first.month - 1]} {first.year} – {last:%Y-%m-%d}"
    narrow: tuple[float, float] = (first.toordinal(), last.toordinal())
    for wide in map(bounds, generalizations(text)):
        assert wide[0] <= narrow[0] <= narrow[1] <= wide[1]
        narrow = wide


@settings(deadline=None)  # the machine may be busy
@given(day=DATES)
def test_an_english_date_is_read_as_the_reference_reads_it(day):
    text = f"{MONTHS[day.month - 1]} {day.day}, {day.year}"
    expected = parser.parse(text)
    assert generalizations(text)[0] == f"{MONTHS[expected.month - 1]} {expected.year}"


@settings(deadline=None)  # the machine may be busy
@given(st.one_of(st.text(max_size=40), st.lists(FRAGMENTS, max_size=7).map(" ".join)))
def test_any_text_has_a_chain_without_repetition_digits_or_itself(text):
    for spans in [spans_of(f"It is told [[DATETIME:{text}]] here.")]:
        for span in spans:
            reading = read(span)
            assert reading is not None
            assert reading.generalizations
            assert len(set(reading.generalizations)) == len(reading.generalizations)
            assert fold(span.text) not in map(fold, reading.generalizations)
            for generalization in reading.generalizations:
                is_year = YEAR_GENERALIZATION.fullmatch(
                    generalization
                ) or AGE_GENERALIZATION.fullmatch(generalization)
                assert is_year or not any(char.isdigit() for char in generalization)


@settings(deadline=None)  # the machine may be busy
@given(st.integers(min_value=1, max_value=99))
def test_an_ordinal_in_words_is_read_back(number):
    assert value_of(ordinal_word(number)) == number
