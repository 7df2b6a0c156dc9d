"""Which listed words are names is a question of evidence."""

from __future__ import annotations

import pytest

from research.names.listed import GIVEN, SURNAMES, NameList
from research.names.usual import SHORT, choose, gather, write_table

LONG_LIST = frozenset(f"name{number}" for number in range(SHORT))


class Words:
    """Two words of the dictionary, one of them for people; all others are none."""

    def is_known(self, word):
        return word in {"stone", "neighbour"}

    def is_for_people(self, word):
        return word == "neighbour"


def chosen(kind, *lists):
    evidence = gather(NameList(country, frozenset(words)) for country, words in lists)
    return {*choose(kind, evidence, Words())} - LONG_LIST


def test_a_word_that_is_nothing_else_is_a_name_wherever_it_is_listed():
    assert chosen(GIVEN, ("NO", {"torvald", *LONG_LIST})) == {"torvald"}


def test_another_word_is_a_name_in_two_countries_or_a_short_list():
    assert chosen(SURNAMES, ("NO", {"stone", *LONG_LIST})) == set()
    assert chosen(SURNAMES, ("NO", {"stone", *LONG_LIST}), ("SE", {"stone", *LONG_LIST}))
    assert chosen(SURNAMES, ("NO", {"stone"})) == {"stone"}


def test_two_lists_of_a_country_are_evidence_of_one():
    assert not chosen(GIVEN, ("NO", {"stone", *LONG_LIST}), ("NO", {"stone", "a", *LONG_LIST}))


def test_a_word_for_people_is_a_given_name_in_three_countries():
    lists = [(country, {"neighbour"}) for country in ("NO", "SE", "DK")]
    assert chosen(GIVEN, *lists) == {"neighbour"}
    assert chosen(GIVEN, *lists[1:]) == chosen(SURNAMES, *lists) == set()


def test_known_lists_confirm_others_and_add_no_words():
    known = [NameList("US", frozenset({"stone", "other"}))]
    evidence = gather([NameList("NO", frozenset({"stone", *LONG_LIST}))], known)
    assert {*choose(SURNAMES, evidence, Words())} - LONG_LIST == {"stone"}


@pytest.mark.parametrize(("countries", "is_name"), [("NO SE", False), ("NO SE DK", True)])
def test_a_function_word_is_a_given_name_in_three_countries(countries, is_name):
    lists = [(country, {"till", *LONG_LIST}) for country in countries.split()]
    assert ("till" in chosen(GIVEN, *lists)) is is_name
    assert "till" not in chosen(SURNAMES, *lists)


def test_a_table_is_sorted_under_its_source(tmp_path):
    write_table(tmp_path / "table.txt", "From somewhere.", {"bo", "aud"})
    assert (tmp_path / "table.txt").read_text() == "# From somewhere.\naud bo\n"
