"""What a stretch of said signs says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontology.rules.said import says, stretches

DIGITS = "zero one two three four five six seven eight nine".split()


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("double four, oh two", "4402"),
        ("triple nine one", "9991"),
        ("five dash two underscore one", "5-2_1"),
        ("ninety-one seven", "917"),
        ("8oo 5l2", "800512"),
        ("Kilo two", "k2"),
        ("L-I-V", "LIV"),
        ("442 907", ""),
        ("four people", ""),
    ],
)
def test_a_stretch_says_what_it_means(text, meant):
    assert says(text) == meant


@given(st.text("0123456789", min_size=2, max_size=12), st.sampled_from([" ", ", ", "-"]))
def test_digits_are_read_back_with_their_offsets(digits, between):
    said = between.join(DIGITS[int(digit)] for digit in digits)
    [stretch] = stretches(f"No {said} there")
    assert stretch.says == digits
    assert (stretch.start, stretch.end) == (3, 3 + len(said))
