"""Fields for people hold their names up to the end of the line or cell."""

from __future__ import annotations

import pytest

from annotation.types import SemanticType
from masking.recognizers.fields import Fields
from tests.masking.texts import HOSTILE, LONG, found_in, untagged


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Name: Rose", ["Rose"]),
        ("From: Rose\nTo: mary marsh; per.moe@post.example", ["Rose", "mary marsh"]),
        ('"name" : "Tuva Lind", "age" : 3', ["Tuva Lind"]),
        ("10:20 INFO user=mary ok", ["mary"]),
        ("From: Long\nTo: Can\nSubject: tea", ["Long", "Can"]),
        ("Name: Blessing", ["Blessing"]),
        ("Name: will", ["will"]),
        ("user: mary long", ["mary long"]),
        ("user: Rose. Marsh", ["Rose. Marsh"]),
        ("Surname: FROST, TUVA\n", ["FROST, TUVA"]),
        ("firstName = Rose | x", ["Rose"]),
        ("family: wood\ngiven: rose", ["wood", "rose"]),
        ("First: Rose\nLast: Wood\nPage: 2", ["Rose", "Wood"]),
    ],
)
def test_values_of_fields_for_people_are_names(text: str, names: list[str]):
    assert found_in(Fields(), text) == names


@pytest.mark.parametrize(
    "text",
    [
        *("user: rkow. The cat left", "Client: Bun. Retry later"),
        *("To: be sent", "Date: May", "File name: Rose", "Name: Rose was here.", "Plan: Rest"),
        *("Family: Rose\nPets: Moss", "First: Rose\nFirst: Wood", "Last: Rose"),
    ],
)
def test_other_fields_and_sentences_are_none(text: str):
    assert found_in(Fields(), text) == []


def test_values_of_fields_for_places_are_places():
    [span] = Fields().recognize(untagged("Town: Tuvaborg\n"))
    assert span.entity_type is SemanticType.LOC


@pytest.mark.parametrize("unit", [*HOSTILE.values(), "name: ", "to: a, ", "user=", "a b "])
def test_no_text_makes_the_patterns_hang(unit: str):
    assert all(span.end <= LONG for span in Fields().recognize(untagged((unit * LONG)[:LONG])))
