"""Every form of a name leads to whose it is, and common words to nobody."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from names.forms import (
    NameForms,
    first_letters,
    is_inflected,
    is_same_word,
    is_shortened,
    pet_forms,
)
from names.words import words_of

COMMON = {"mark", "marks", "bill", "noma", "berg"}


def found(text: str, *people: str, things: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """Return the forms that are found in a text, each with its owner, initials included."""
    forms = NameForms[str](lambda word: word.casefold() in COMMON)
    for name in (*people, *things):
        words = words_of(name)
        if name in people:
            forms.add_person(words, name)
        else:
            forms.add_thing(words, name)
        for word in words:
            forms.add_letters([word], name)
            forms.add_word(word, name, is_person=name in people)
    words = words_of(text)
    places = [
        each
        for place in range(len(words))
        for each in (*forms.found_at(words, place), *forms.initials_at(words, place))
    ]
    return [(" ".join(words[n].text for n in there), owner) for there, owner in places]


@pytest.mark.parametrize(
    "form",
    [
        *("Jorgen", "Joergen", "Jørgens", "HALVORSENS", "jhalvorsen", "JorgenHalvorsen"),
        *("jorgenhalvorsen2", "h a l v o r s e n", "JH", "J H"),
    ],
)
def test_a_form_of_a_name_is_found(form):
    assert (form.replace("ø", "o"), "Jørgen Halvorsen") in found(f"so {form} ,", "Jørgen Halvorsen")


@pytest.mark.parametrize("text", ["jorgens", "Bergen", "halv", "j h", "a lvorsen", "Jor"])
def test_what_is_none_is_not_found(text):
    assert found(text, "Jørgen Halvorsen") == []


def test_pet_forms_and_whole_names_are_found_from_each_other():
    assert found("Liz and Lizzie left", "Elizabeth Moe") == [
        ("Liz", "Elizabeth Moe"),
        ("Lizzie", "Elizabeth Moe"),
    ]
    assert ("Elizabeth", "Liz Moe") in found("Elizabeth", "Liz Moe")


def test_common_words_are_no_forms():
    assert found("Marks and mark, a bill", "William Moe", "Marcus Markson") == []


def test_a_pet_form_that_is_a_word_is_one_with_a_capital():
    assert found("Bill sent a bill", "William Moe") == [("Bill", "William Moe")]


def test_a_name_of_one_word_is_found_in_any_case_where_it_is_asked_for():
    forms = NameForms[str](COMMON.__contains__)
    words = words_of("mark")
    forms.add_person(words_of("Mark"), "Mark")
    assert not list(forms.found_at(words, 0))
    forms.add_person(words_of("Mark"), "Mark", in_any_case=True)
    assert [owner for _, owner in forms.found_at(words, 0)] == ["Mark"]


def test_a_thing_is_found_as_an_acronym_and_in_one_word():
    bank = "Nordic Maritime Bank"
    assert found("the NMB or NordicMaritimeBank, no noma", things=(bank,)) == [
        ("NMB", bank),
        ("NordicMaritimeBank", bank),
    ]


def test_words_of_names_are_the_same_in_other_spellings():
    for one, other in (("moss", "moss"), ("muller", "mueller"), ("юлия", "yuliya")):
        assert is_same_word(one, other)
    for one, other in (("mos", "moss"), ("moe", "mia"), ("xue", "xu"), ("andrew", "andrews")):
        assert not is_same_word(one, other)


def test_an_ending_makes_no_other_name_but_a_usual_one():
    assert is_inflected("halvorsens", "halvorsen")
    assert is_inflected("joergens", "jorgen")
    assert not is_inflected("andrews", "andrew")
    assert not is_inflected("halvorsen", "halvorsens")


def test_a_short_form_is_most_of_a_name_with_another_end():
    assert is_shortened("tadek", "tadeusz")
    assert not is_shortened("tadeusz", "tadeusz")
    assert not is_shortened("tad", "tadeusz")


@given(st.lists(st.text(st.characters(categories=["Lu", "Ll"]), min_size=1), max_size=5))
def test_initials_of_the_ends_are_among_all(words):
    letters, ends = first_letters(words)
    assert len(letters) == len(words)
    assert set(ends) <= set(letters)


def test_names_that_nobody_shortens_have_no_pet_forms():
    assert pet_forms("xyzzy") == frozenset()
