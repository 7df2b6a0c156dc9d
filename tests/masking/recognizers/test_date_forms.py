"""Dates by their form: months of any language, ranges, time stamps, what no year follows."""

from __future__ import annotations

import pytest

from masking.recognizers.date_forms import date_forms, dates_in, has_date_form
from tests.masking.texts import LONG


def longest_in(text: str) -> str:
    return max((text[start:end] for start, end, _ in date_forms(text)), key=len, default="")


@pytest.mark.parametrize(
    "date",
    [
        "7. märz 1971",
        "7 maart 1971",
        "7 février 1971",
        "1er août 1971",
        "7 de março de 1971",
        "7 марта 1971",
        "März 1971",
        "8.9.-11.9.2015",
        "8.-11.9.2015",
        "08.09.2015 – 11.09.2015",
        "8/9 May 2015",
        "8-11 May 2015",
        "8 May - 2 June 2015",
        "May 8-11, 2015",
        "May–June 2015",
        "2015/4",
        "87-yr-old",
        "87‑year‑old",
        "the ninth of April",
        "twenty-second of April 1971",
        "2015-04-02 06:15:58.310000",
        "2015-04-02T06:15:58Z",
        "2015-04-02T06:15:58.31+02:00",
        "20150402T061558Z",
        "02/Apr/2015:06:15:58 +0000",
        "Thu Apr  2 06:15:58 2015",
        "Thu, 02 Apr 2015 06:15:58 +0000",
    ],
)
def test_a_date_is_one_stretch(date: str):
    assert longest_in(f"Then ({date}), as they said") == date


@pytest.mark.parametrize("before", ["on ", "am ", "Monday ", "on Friday "])
def test_day_and_month_alone_need_a_reason(before: str):
    assert longest_in(f"It was {before}8.9. when he left") == "8.9."
    assert longest_in("It rose by 8.9. Then it fell") == ""


@pytest.mark.parametrize(
    "text",
    ["7 houses in 20 lanes", "the 12 here now", "rule 3 mean", "version 2.3.4.5", "3 mars bars"],
)
def test_words_behind_numbers_are_seldom_months(text: str):
    assert list(date_forms(text)) == []


def test_a_time_has_a_zone_and_nobody_who_speaks():
    assert longest_in("at 10:32 CET, they") == "10:32 CET"
    assert longest_in("at 10:32 KURT: they") == "10:32"


def test_a_year_is_a_date_only_as_a_whole_text():
    assert has_date_form("1971")
    assert list(dates_in("1971")) == []
    assert not has_date_form("1971 and more")


@pytest.mark.parametrize("unit", ["one ", "7 a ", "7. maart ", "1-1-11", "7/", "May-"])
def test_no_text_makes_the_patterns_hang(unit: str):
    text = (unit * LONG)[: LONG // 4]
    assert all(end <= len(text) for _, end, _ in date_forms(text))
