"""Dates, years, ages and times that their form gives away."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from masking.recognizers.dates import Dates
from tests.masking.texts import HOSTILE, LONG, TEXTS, found_in, untagged

DATES = Dates()


@pytest.mark.parametrize(
    "date",
    [
        "4 May 1961",
        "Mon, 4 May 1961",
        "Thursday 4th of May",
        "Tues. May 4, 1961",
        "4th of May",
        "May 4, 1961",
        "May 1961",
        "31st December 1999",
        "Sept. 4",
        "4-May-2003",
        "2021-05-04",
        "04.05.2021",
        "4/5/61",
        "1980s",
        "19th century",
        "1986",
        "1986–1994",
        "1986-94",
        "42-year-old",
        "42 y/o",
        "10:30",
        "10.30 pm",
        "10.30-11.15",
        "23:59:59",
    ],
)
@pytest.mark.parametrize("frame", ["{}", "It was in {}, they say", "({})", "then: {}."])
def test_a_date_is_found_whole_wherever_it_stands(date: str, frame: str):
    assert found_in(DATES, frame.format(date)) == [date]


@pytest.mark.parametrize(
    "text",
    ["version 1.2.3.4", "at 25:10", "3 to 2", "no. 19861", "1,986", "24/7", "in 3100", "may"],
)
def test_other_numbers_are_no_dates(text: str):
    assert found_in(DATES, text) == []


def test_the_reason_names_the_form():
    reasons = [span.reason for span in DATES.recognize(untagged("In May 1961, at 10:30, in 1986"))]
    assert reasons == ["date, by its form", "year, by its form", "time of day, by its form"]


@given(TEXTS)
def test_dates_lie_within_the_text_and_apart(text: str):
    spans = sorted(DATES.recognize(untagged(text)), key=lambda span: span.start)
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(one.end <= other.start for one, other in pairwise(spans))


@pytest.mark.parametrize("unit", [*HOSTILE.values(), "1 May ", "1-2-", "1:1"])
def test_no_text_makes_the_patterns_hang(unit: str):
    text = (unit * LONG)[:LONG]
    assert all(span.end <= LONG for span in DATES.recognize(untagged(text)))
