"""Rows of words that may be one name are read in characters alone."""

from __future__ import annotations

import pytest

from masking.name_rows import NameRows
from tests.masking.texts import untagged


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Tuva Lind went", "Tuva Lind"),
        ("J. de Marsh's house", "J. de Marsh"),
        ("ANNE-LISE O’NEILL: x", "ANNE-LISE O’NEILL"),
        ("Per Moe", "Per Moe"),
        ("Will, come", "Will"),
        ("o'hara: x", "o'hara"),
        ("al-hassan came", "al-hassan"),
    ],
)
def test_a_row_ends_with_the_name(text: str, name: str):
    row = NameRows(untagged(text), None).read(0)
    assert row is not None
    assert text[row.start : row.end] == name


@pytest.mark.parametrize("text", ["the house", "Mr Lind", "she'll go", "follow-up", "12", ""])
def test_what_is_no_name_is_no_row(text: str):
    assert NameRows(untagged(text), None).read(0) is None
