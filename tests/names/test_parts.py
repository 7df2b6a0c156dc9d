"""Names are taken apart as they are written."""

from __future__ import annotations

import pytest

from names.parts import take_apart, words_of_name


@pytest.mark.parametrize(
    ("text", "given", "family"),
    [
        ("HALVORSEN, Jørgen", ("jorgen",), "halvorsen"),
        ("Halvorsen J.", ("j",), "halvorsen"),
        ("Anna I.", ("anna",), "i"),
        ("K-A-T-E", (), "kate"),
        ("Man, M-A-N", (), "man"),
        ("J. R. Moe", ("j", "r"), "moe"),
        ("Dr. Otto von Ebner", ("otto",), "ebner"),
        ("baby Moe", ("baby",), "moe"),
    ],
)
def test_a_name_has_given_names_and_a_family_name(text, given, family):
    name = take_apart(text)
    assert (name.given, name.family) == (given, family)


def test_the_word_for_a_child_is_no_given_name():
    assert take_apart("Baby Moe").is_child
    assert not take_apart("Ida Moe").is_child


def test_titles_particles_and_small_words_are_none_of_a_name():
    assert words_of_name("Dr Otto von Ebner") == ["Otto", "Ebner"]
    assert words_of_name("Mr Moss of the Treasury") == ["Moss", "Treasury"]
    assert words_of_name("ida moe") == ["ida", "moe"]
