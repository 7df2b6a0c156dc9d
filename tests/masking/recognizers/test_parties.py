"""Parties of cases are people where their names are."""

from __future__ import annotations

import pytest

from masking.recognizers.parties import Parties
from tests.masking.texts import HOSTILE, LONG, found_in, untagged


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("R v Marsh was cited.", ["Marsh"]),
        ("In Frost v. Brown it held so.", ["Frost", "Brown"]),
        ("See Re Marsh (a minor).", ["Marsh"]),
        ("Re your letter; Re Marsh wrote", []),
        ("big v small", []),
    ],
)
def test_parties_are_found(text: str, names: list[str]):
    assert sorted(found_in(Parties(), text)) == sorted(names)


@pytest.mark.parametrize("unit", [*HOSTILE.values(), "A v ", "Re A", "Aa "])
def test_no_text_makes_the_patterns_hang(unit: str):
    assert all(span.end <= LONG for span in Parties().recognize(untagged((unit * LONG)[:LONG])))
