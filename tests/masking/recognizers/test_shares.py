"""Shares of a whole, in figures and words."""

from __future__ import annotations

import pytest

from masking.recognizers.shares import Shares, is_share
from tests.masking.texts import HOSTILE, LONG, found_in, untagged


@pytest.mark.parametrize(
    ("text", "shares"),
    [
        ("About 41 % or 12.5% stayed, sixty per cent left", ["41 %", "12.5%", "sixty per cent"]),
        ("Two thirds of them, a fifth of us", ["Two thirds", "fifth"]),
        ("Three quarters were ill; half of us were.", ["Three quarters", "half"]),
        ("One in seven, and 9 out of every 10", ["One in seven", "9 out of every 10"]),
        ("The third house; half an hour; most of it; 3 in all; the quarter", []),
    ],
)
def test_shares_are_found_without_of(text, shares):
    assert found_in(Shares(), text) == shares


@pytest.mark.parametrize(
    ("words", "expected"), [("62 %", True), ("ten Percent", True), ("62", False), ("cent", False)]
)
def test_a_percentage_is_a_share(words: str, *, expected: bool):
    assert is_share(words) is expected


@pytest.mark.parametrize("unit", [*HOSTILE.values(), "one in ", "half of ", "two-", "thirds "])
def test_no_text_makes_the_pattern_hang(unit: str):
    assert all(each.end <= LONG for each in Shares().recognize(untagged((unit * LONG)[:LONG])))
