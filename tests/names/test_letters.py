"""Letters with signs, in other alphabets and on other keyboards are the same letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from names.letters import in_latin, in_one_script, plain, spelling


@pytest.mark.parametrize(
    ("text", "bare"),
    [("Ærø", "AEro"), ("Þórr", "Thorr"), ("ﬁłm", "film"), ("a\u00adb\u200bc", "abc"), ("Ёж", "Еж")],
)
def test_letters_lose_their_signs_and_keep_their_alphabet(text, bare):
    assert plain(text).casefold() == bare.casefold()


@pytest.mark.parametrize(
    "names",
    [
        ("Müller", "Mueller", "MULLER", "Mu\u0308ller"),
        ("Søren", "Soeren", "soren"),
        ("Åse", "Aase", "ase"),
        ("Юлия", "Yuliya"),
        ("Νίκος", "Nikos"),
    ],
)
def test_a_name_has_one_spelling_whatever_the_keyboard(names):
    assert len(set(map(spelling, names))) == 1


def test_other_names_have_other_spellings():
    assert len(set(map(spelling, ["Moe", "Mol", "Mia", "Юрий", "Юлий"]))) == 5


@pytest.mark.parametrize("letter", "аеорсухіАВЕКМНОРСТХІΑΒΕΗΙΚΜΝΟΡΤ")
def test_letters_that_look_latin_are_written_so_in_their_case(letter):
    assert in_latin(letter).isascii()
    assert in_latin(letter).isupper() is letter.isupper()


def test_a_word_of_two_alphabets_is_written_in_one():
    assert in_one_script("H\u0430lv\u043ers\u0435n") == "Halvorsen"
    assert in_one_script("Юлия") == "Юлия"


@given(st.text())
def test_what_is_bare_stays_so(text):
    assert plain(plain(text)) == plain(text)
    assert spelling(text).isascii()
