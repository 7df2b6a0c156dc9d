"""Names are taken apart as they are written."""

from __future__ import annotations

import pytest

from names.parts import take_apart, with_initials, words_of_name


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


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("So J. Halvorsen left.", "J. Halvorsen"),
        ("So J. E. Halvorsen left.", "J. E. Halvorsen"),
        ("So J.-P. Halvorsen’s", "J.-P. Halvorsen"),
        ("(Halvorsen, J. E., 2019)", "Halvorsen, J. E."),
        ("Halvorsen J. left", "Halvorsen J."),
        ("to Halvorsen, E. Moe said", "Halvorsen"),  # of the next name
        ("i.e. Halvorsen", "Halvorsen"),
        ("HJ. Halvorsen", "Halvorsen"),
        ("Halvorsen. J. left", "Halvorsen"),
    ],
)
def test_initials_beside_a_name_belong_to_it(text, found):
    start = text.index("Halvorsen")
    start, end = with_initials(text, start, start + len("Halvorsen"))
    assert text[start:end] == found


def test_initials_alone_take_no_others():
    assert with_initials("J. H. J. H.", 6, 11) == (6, 11)
