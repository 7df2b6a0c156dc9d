"""Full names are found in any sentence, and no more is taken for one."""

from __future__ import annotations

import pytest

from masking.recognizers.full_names import FullNames
from ontology.layers import Ontology
from tests.masking.texts import HOSTILE, LONG, found_in


def names(ontology: Ontology, text: str) -> list[str]:
    return found_in(FullNames(ontology), text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Then Tuva Lindqvist left.", "Tuva Lindqvist"),
        ("seen by Otto von Ebner again", "Otto von Ebner"),
        ("for Ida B. Lund only", "Ida B. Lund"),
        ("then Tom Hill left", "Tom Hill"),
        ("Dear Dr. Ida Lindqvist, hello", "Ida Lindqvist"),
        ("asked Anne-Marie O'Hara to wait", "Anne-Marie O'Hara"),
    ],
)
def test_a_given_name_and_a_surname_are_a_person(small_ontology, text, name):
    assert names(small_ontology, text) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "the Ida Lund Hospital",
        "at the Albert Hall",
        "by Lund & Moe",
        "Dear Ms Lindqvist,",
        "was at Tom Hill then",
        "TUVA LINDQVIST",
        "Tuva lindqvist",
        "Tuva. Lindqvist",
    ],
)
def test_other_rows_of_words_are_nobody(small_ontology, text):
    assert names(small_ontology, text) == []


@pytest.mark.parametrize("unit", [*HOSTILE.values(), "Ida ", "Ida Lund ", "I. ", "Ida von "])
def test_no_text_makes_it_hang(small_ontology, unit):
    text = (unit * LONG)[:LONG]
    assert all(name in text for name in names(small_ontology, text))
