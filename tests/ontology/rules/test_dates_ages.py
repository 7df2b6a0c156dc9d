"""An age reads right in every slot, and keeps no sign of its original."""

from __future__ import annotations

import re

import pytest

from ontology.rules.dates.ages import fit_age
from ontology.rules.dates.chains import AGES


def said(sentence: str, replacement: str) -> str:
    """Return what stands between bars with an age fitted into its place."""
    before, span, after = sentence.split("|")
    return fit_age(span, before, after, replacement)


@pytest.mark.parametrize(
    ("sentence", "replacement", "expected"),
    [
        ("a |34-year-old| nurse", "in their 30s", "thirty-something"),
        ("a |34 year old| nurse", "in their 30s", "thirty-something"),
        ("Seen: |34-yr-old| man", "in their 30s", "thirty-something"),
        ("Pt is a |34yo| man", "in their 30s", "thirty-something"),
        ("Pt is a |34 y/o| man", "in their 30s", "thirty-something"),
        ("The |34-year-old|.", "in their 30s", "thirty-something"),
        ("The |34-year-old| was", "in their 30s", "thirty-something"),
        ("two |34-year-olds| were", "in their 30s", "thirty-somethings"),
        ("a |16-year-old| girl", "in their teens", "teen"),
        ("a |ten-year-old| girl", "in their childhood", "under-13"),
        ("a |103-year-old| man", "centenarian", "centenarian"),
        ("a |34|-year-old nurse", "in their 30s", "thirty-something"),
        ("a |16|-year-old nurse", "in their teens", "thirteen-to-nineteen"),
        ("retired at the age of |67|.", "in their 60s", "sixty-something"),
        ("died aged |41| in", "in their 40s", "forty-something"),
        ("died aged |41-44| in", "in their 40s", "forty-something"),
        ("is now |41| years old", "in their 40s", "forty-something"),
        ("left at |sixteen|, for", "in their teens", "13 to 19"),
        ("at the age of |103|.", "centenarian", "a hundred or more"),
        ("died aged |1| in", "in their childhood", "twelve or less"),
        ("died aged |1| in", "in their infancy", "one or less"),
        ("died at the |age of 41|, on", "in their 40s", "age of forty-something"),
        ("died at |age 41|.", "in their 40s", "forty-something"),
    ],
)
def test_an_age_stands_as_a_noun_or_a_number(sentence: str, replacement: str, expected: str):
    assert said(sentence, replacement) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "Nora is |24-years-old|.",
        "was |24-years-old| when it",
        "was |24 years old| that day",
        "Nora is |24 years old|.",
        "Nora, |27|, a cook,",
        "died |aged 21|, on",
        "Nora, |age 21|, came",
        "Nora (|27|)",
    ],
)
def test_an_age_that_is_said_of_somebody_stays_a_phrase(sentence: str):
    assert said(sentence, "in their 20s") == "in their twenties"


@pytest.mark.parametrize(
    ("before", "whose"),
    [("She is ", "her"), ("He was only ", "his"), ("I’m ", "my"), ("her aunt, ", "their")],
)
def test_a_phrase_has_the_pronoun_of_its_subject(before: str, whose: str):
    assert said(f"{before}|24|, they said", "in their 20s") == f"in {whose} twenties"


def test_a_decade_of_somebodys_life_keeps_its_pronoun_once():
    assert said("wrote it in her early |30s|, she", "in their 30s") == "thirties"
    assert said("wrote it in her |thirties|, she", "in their 30s") == "30s"


@pytest.mark.parametrize("name", AGES)
@pytest.mark.parametrize("place", ["a {} nurse", "The {} was", "aged {} at", "is {}."])
def test_no_row_of_digits_or_letters_stays(name: str, place: str):
    first, end = AGES[name]
    for age in range(int(first), int(min(end, 120))):
        for span in (f"{age}", f"{age}-year-old", f"{age} years old"):
            before, after = place.split("{}")
            fitted = fit_age(span, before, after, name)
            assert not set(re.findall(r"\d+", span)) & set(re.findall(r"\d+", fitted))


def test_what_is_no_age_stays():
    assert said("a |34-year-old| nurse", "person") == "person"
