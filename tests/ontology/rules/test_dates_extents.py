"""How much time a date leaves open: never less than what stands below it."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontology.rules.dates.calendar import Precision, YearRange
from ontology.rules.dates.chains import above_age, above_duration, above_years_of
from ontology.rules.dates.extents import ALL_DAYS, YEAR, extent_of
from ontology.rules.dates.words import DAYS


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("22 July 1974", 1),
        ("July 1974", 31),
        ("February 1970", 28),
        ("February 1972", 29),
        ("February 44 BC", 28),
        ("1974", YEAR),
        ("date in the 1970s", 10 * YEAR),
        ("date in the 1970s and 1980s", 20 * YEAR),
        ("period in the nineteenth century", 100 * YEAR),
        ("date in the second millennium", ALL_DAYS),
        ("22 July", 200),
        ("July", 200 * 31),
        ("February", 200 * 28),
        ("early February", 200 * 28),
        ("summer 1974", YEAR / 4),
        ("Monday", ALL_DAYS / 7),
        ("10:30 am", ALL_DAYS / 1440),
        ("morning", ALL_DAYS * 7 / 24),
        ("37 years old", YEAR),
        ("in their 30s", 10 * YEAR),
        ("centenarian", 20 * YEAR),
        ("3 years", 365.2),
        ("several days later", 3 * (7 - 1)),
        ("more than a year", 2 * 365.2),
        ("Date", ALL_DAYS),
        ("period of time", ALL_DAYS),
    ],
)
def test_a_text_leaves_so_many_days_open(text, days):
    assert extent_of(text).days == pytest.approx(days)


@pytest.mark.parametrize("text", ["", "99", "Oslo", "tomorrow"])
def test_where_no_date_is_read_nothing_is_said(text):
    assert extent_of(text) is None


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("1996 to 1999", YEAR),
        ("early 1990s", YEAR),
        ("1980s", 10 * YEAR),
    ],
)
def test_the_finest_part_is_that_which_is_named(text, unit):
    assert extent_of(text).unit == unit


def grows(texts: list[str]) -> bool:
    days = [extent_of(text).days for text in texts]
    return all(before <= after for before, after in pairwise(days))


@given(st.dates(date(1000, 1, 1), date(2090, 1, 1)))
def test_what_stands_for_a_day_leaves_ever_more_open(day):
    written = f"{day.day} {day:%B} {day.year}"
    chain = above_years_of(YearRange(day.year, day.year, Precision.DAY, day.month))
    assert grows([written, *chain])


@given(st.integers(0, 110))
def test_what_stands_for_an_age_leaves_ever_more_open(years):
    assert grows([f"{years} years old", *above_age(years, years)[-2:]])


@given(st.integers(1, 30), st.sampled_from(["minute", "hour", "day", "week", "month", "year"]))
def test_every_duration_has_an_extent_between_its_unit_and_all(number, unit):
    above = above_duration(number * DAYS[unit], unit)
    extent = extent_of(above)
    assert above == "moment" or 0 < extent.days <= ALL_DAYS
