"""Spellings of one name have one key."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from names.folding import fold


@pytest.mark.parametrize(
    "spellings",
    [
        ("Tromsø", "TROMSO", " tromso "),
        ("Łódź", "Lodz"),
        ("Straße", "STRASSE"),
        ("Saint-Étienne", "saint–etienne", "Saint‑Etienne"),
        ("l’Aquila", "L'Aquila", "L`Aquila"),
        ("New   York", "New\u00a0York"),
        ("İstanbul", "istanbul"),
    ],
)
def test_spellings_of_one_name_have_one_key(spellings):
    assert len(set(map(fold, spellings))) == 1


def test_other_names_have_other_keys():
    assert len(set(map(fold, ["Oslo", "Os lo", "Ösló a", "Осло"]))) == 4


@given(st.text(st.characters(max_codepoint=127)))
def test_the_short_way_for_ascii_leads_to_the_same_key(text):
    assert fold(text + "\u00a0") == fold(text)


@given(st.text())
def test_a_key_begins_and_ends_with_no_blank(text):
    assert fold(text) == fold(text).strip()
