"""Noun phrases: the head, the number, ever shorter forms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontology.phrases import (
    coordinates,
    core,
    head,
    is_plural,
    plural,
    singular,
    strip_determiner,
    strip_possessive,
    variants,
)


@pytest.mark.parametrize(
    ("phrase", "short", "noun"),
    [
        ("retired American jazz pianist", "retired American jazz pianist", "pianist"),
        ("the former judge of the High Court, who left", "former judge", "judge"),
        ("Attorney General", "Attorney", "Attorney"),
        ("professor emeritus", "professor", "professor"),
        ("World War II", "World War", "War"),
        ("University of Oslo", "University", "University"),
        ("Prime Minister (2001–2005)", "Prime Minister", "Minister"),
        ("bachelor's degree in law", "bachelor's degree", "degree"),
        ("in exile", "in exile", "exile"),
        ("lawyer practising in Oslo", "lawyer", "lawyer"),
        ("practising lawyer in Oslo", "practising lawyer", "lawyer"),
        ("", "", ""),
    ],
)
def test_the_head_is_the_last_noun_before_what_follows(phrase: str, short: str, noun: str) -> None:
    assert (core(phrase), head(phrase)) == (short, noun)


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("actresses", "actress"),
        ("secretaries of state", "secretary of state"),
        ("the Norwegians", "the Norwegian"),
        ("women", "woman"),
        ("young men", "young man"),
        ("countries in Western Europe", "country in Western Europe"),
    ],
)
def test_the_head_changes_its_number(many: str, one: str) -> None:
    assert singular(many) == one
    assert plural(one) == many
    assert is_plural(many)
    assert not is_plural(one)


@pytest.mark.parametrize(
    "phrase", ["boss", "physics", "bus", "gas", "Swiss", "analysis", "CEO", ""]
)
def test_a_singular_stays_a_singular(phrase: str) -> None:
    assert singular(phrase) == phrase


def test_a_noun_inside_another_word_is_not_the_head() -> None:
    assert plural("man-made man") == "man-made men"


def test_articles_pronouns_and_quotes_before_a_phrase_go() -> None:
    assert strip_determiner("“the judge”,") == "judge"
    assert strip_determiner("his theory") == "theory"


@pytest.mark.parametrize(
    ("phrase", "owner"),
    [("the bishop's", "the bishop"), ("writers’", "writers"), ("Paris", "Paris")],
)
def test_a_possessive_ending_goes(phrase: str, owner: str) -> None:
    assert strip_possessive(phrase) == owner


@pytest.mark.parametrize(
    ("phrase", "members"),
    [
        ("actor, writer and director", ["actor", "writer", "director"]),
        ("a poet, and an essayist", ["poet", "essayist"]),
        ("writer/producer", ["writer", "producer"]),
        ("landlord", ["landlord"]),
    ],
)
def test_a_coordination_has_members(phrase: str, members: list[str]) -> None:
    assert coordinates(phrase) == members


@pytest.mark.parametrize(
    ("phrase", "forms"),
    [
        (
            "the retired judges of the High Court",
            [
                "retired judges of the High Court",
                "retired judge of the High Court",
                "retired judges",
                "retired judge",
                "judges",
                "judge",
            ],
        ),
        (
            "Minister of State for Fish",
            ["Minister of State for Fish", "Minister of State", "Minister"],
        ),
        ("women's tennis coach", ["women's tennis coach", "tennis coach", "coach"]),
        ("editor-in-chief", ["editor-in-chief", "editor"]),
    ],
)
def test_a_phrase_gets_shorter_down_to_its_head(phrase: str, forms: list[str]) -> None:
    assert list(variants(phrase)) == forms


@given(st.text(max_size=80))
def test_any_text_has_variants_and_each_only_once(text: str) -> None:
    forms = list(variants(text))
    assert all(forms)
    assert len(forms) == len(set(forms))


@given(st.lists(st.sampled_from(["the", "of", "man", "men", "-", "(", ")", ",", "'s"]), max_size=9))
def test_any_jumble_of_words_has_a_number(words: list[str]) -> None:
    phrase = " ".join(words)
    assert isinstance(singular(phrase), str)
    assert isinstance(plural(phrase), str)
