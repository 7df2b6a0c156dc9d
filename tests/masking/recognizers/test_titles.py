"""Titles, ranks, initials and words of kinship have a name behind them, though it be a word."""

from __future__ import annotations

import pytest

from masking.recognizers.titles import Titles
from tests.masking.texts import HOSTILE, LONG, found_in, untagged


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Officer Marsh denied it and Mr Stone was heard.", ["Officer Marsh", "Mr Stone"]),
        ("Sgt. Frost met LT. MARSH.", ["Sgt. Frost", "LT. MARSH"]),
        ("DET. INSP. FROST signed", ["DET. INSP. FROST"]),
        ("LATER INSP. CAN MARSH", ["INSP. CAN MARSH"]),
        ("SR. LIV MARSH came", ["LIV MARSH"]),
        ("my uncle bent had a shop", ["bent"]),
        ("we asked mr marsh and rose", ["mr marsh", "rose"]),
        ("Officers Marsh and Frost came.", ["Marsh", "Frost"]),
        ("Det. Mary Long asked", ["Det. Mary Long"]),
        ("Mr Al-S‑ayed came", ["Mr Al-S‑ayed"]),
        ("my sister Grace came", ["Grace"]),
        ("Our kids Tuva, Rose and Leo are small.", ["Tuva", "Rose", "Leo"]),
        ("aunty jean made tea", ["jean"]),
        ("Letter of A.Th. de Marsh.", ["A.Th. de Marsh"]),
    ],
)
def test_who_has_a_title_a_relative_or_initials_is_found(text: str, names: list[str]):
    assert found_in(Titles(), text) == names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("ask dr. can fjellstad", "dr. can fjellstad"),
        ("ask your brother fjellstad about it", "fjellstad"),
    ],
)
def test_words_that_no_text_has_in_common_are_names(small_ontology, text: str, name: str):
    assert found_in(Titles(small_ontology), text) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "Officer training begins. The nurse came.",
        "I told the officer. Marsh was wet.",
        "Mr and Mrs came.",
        "my uncle bent the rules",
        "Sgt. The band came.",
        "my sister came, our kids and dogs too",
        "it's a girl she'll like",
    ],
)
def test_titles_without_a_name_are_none(text: str):
    assert found_in(Titles(), text) == []


@pytest.mark.parametrize("unit", [*HOSTILE.values(), "mr ", "my sister ", "A.Th. de ", "Sgt. "])
def test_no_text_makes_the_patterns_hang(unit: str):
    assert all(span.end <= LONG for span in Titles().recognize(untagged((unit * LONG)[:LONG])))
