"""Short names and long ones of one thing are brought together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from names.parts import take_apart
from names.same import FullNames, conflict, is_short_form, may_be_one

WORDS = st.sampled_from("Oslo Norwegian Bank of the Sea NB NBS Norway , Berg".split())
NAMES = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)


@given(NAMES, st.lists(NAMES, max_size=6, unique=True))
def test_what_a_name_shortens_is_found_as_by_trying_all(short, names):
    tried = [name for name in names if len(name) > len(short) and is_short_form(short, name)]
    assert sorted(FullNames(names).shortened_to(short)) == sorted(tried)
    longest = next(FullNames(names).shortened_to(short), "")
    assert len(longest) == max(map(len, tried), default=0)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Jørgen Halvorsen", "Joergen Halvorsens"),
        ("J. Halvorsen", "Jørgen Halvorsen"),
        ("Halvorsen J.", "Jørgen Halvorsen"),
        ("Ida Marie Moe", "Ida Moe"),
    ],
)
def test_spellings_initials_and_middle_names_make_no_other_person(one, other):
    assert may_be_one(take_apart(one), take_apart(other))
    assert not conflict(take_apart(one), take_apart(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ida Moe", "Liv Moe"), ("Mr Moe", "Mrs Moe"), ("Dr Moe", "Mr Moe"), ("baby Moe", "Ida Moe")],
)
def test_other_given_names_and_titles_make_another_person(one, other):
    assert conflict(take_apart(one), take_apart(other))
