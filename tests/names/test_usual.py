"""Names that many people bear, by the tables of the United States and of other countries."""

from __future__ import annotations

import pytest

from names.titles import Gender
from names.usual import gender_of, is_given_name, is_surname, is_usual_name, read_table
from ontology.english import FUNCTION_WORDS

TABLES = ("given_names", "surnames")


@pytest.mark.parametrize("word", ["Odd", "LIV", "roar", "Blessing", "Else", "Jürgen", "Rose"])
def test_given_names_of_many_countries_are_known_in_any_case(word):
    assert is_given_name(word)


@pytest.mark.parametrize("word", ["Storm", "LONG", "song", "Müller", "Wood"])
def test_surnames_of_many_countries_are_known_in_any_case(word):
    assert is_surname(word)


@pytest.mark.parametrize("word", ["The", "Support", "Customer", "Doctor", "She", "Were", "Mama"])
def test_words_that_seldom_are_names_are_none(word):
    assert not is_usual_name(word)


def test_both_sides_of_a_hyphen_are_names():
    assert is_usual_name("Liv-Berit")
    assert not is_usual_name("Liv-Support")


@pytest.mark.parametrize("table", TABLES)
def test_no_word_is_in_two_tables(table):
    assert read_table(table).isdisjoint(read_table(f"{table}_of_countries"))


def test_no_function_word_is_a_surname_elsewhere():
    assert read_table("surnames_of_countries").isdisjoint(FUNCTION_WORDS)


@pytest.mark.parametrize(
    ("name", "gender"),
    [("Hendrik", Gender.MALE), ("SOLVEIG", Gender.FEMALE), ("Andrea", None), ("xyzzy", None)],
)
def test_a_given_name_has_the_gender_of_all_who_bear_it(name, gender):
    assert gender_of(name) is gender
