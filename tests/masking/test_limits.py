"""No found span leaves its line or cell, holds a label, or cuts a character as readers see it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.types import SemanticType
from masking.limits import Limits
from masking.lines import hard_breaks
from masking.reasons import AGAIN, SPEAKER
from masking.spans import LIKELY, RecognizedSpan
from tests.masking.texts import TEXTS

FAMILY = "👨‍👩‍👧"
PERSON, DATETIME = SemanticType.PERSON, SemanticType.DATETIME


def within(text: str, words: str, type_=PERSON, reason="test") -> list[str]:
    start = text.index(words)
    span = RecognizedSpan(start, start + len(words), type_, LIKELY, reason)
    limits = Limits(text, lambda word: word in {"Name", "Date", "Seen", "by", "Hope"})
    return [text[part.start : part.end] for part in limits.within(span)]


@pytest.mark.parametrize(
    ("text", "words", "parts"),
    [
        ("C.\nName\tAnna Berg", "C.\nName\tAnna Berg", ["C.", "Anna Berg"]),
        ("Name\tAnna Berg", "Name\tAnna", ["Anna"]),
        ("Dr Lie\nAnna said so", "Dr Lie\nAnna", ["Dr Lie", "Anna"]),
        ("Name: Anna Berg", "Name", []),
        ("Name: Anna Berg", "Name: Anna Berg", ["Anna Berg"]),
        ("Date:\tMay", "Date:\t", []),
        ("Anna Berg", "Anna Berg", ["Anna Berg"]),
        ("to Name: Anna", "Name: Anna", ["Name: Anna"]),
    ],
)
def test_a_span_has_a_part_in_each_line_and_cell_without_labels(text, words, parts):
    assert within(text, words) == parts


@pytest.mark.parametrize(
    ("text", "words", "whole"),
    [
        ("Call 585 221 907.", "585", "585 221 907"),
        ("Call 585 221 907.", "221 907", "585 221 907"),
        ("In 2019 300 came.", "2019", "2019"),
        ("Of 12 345.5 tons", "12", "12"),
    ],
)
def test_digits_in_groups_are_one_number(text, words, whole):
    assert within(text, words, SemanticType.QUANTITY) == [whole]


@pytest.mark.parametrize(
    ("text", "words", "name"),
    [
        ("Lie Ji-hoon came", "Lie Ji", "Lie Ji-hoon"),
        ("Anna Lie, Jr., came", "Anna Lie", "Anna Lie, Jr."),
        ("Anna Lie III came", "Anna Lie", "Anna Lie III"),
        ("Lie-by talks", "Lie", "Lie"),
        ("Lie-Hopeed talks", "Lie", "Lie"),
        ("Lie IV talks", "Lie", "Lie"),
        ("to Anna Lie, Sr. Bonn", "Anna Lie", "Anna Lie"),
    ],
)
def test_a_name_ends_where_it_does(text, words, name):
    assert within(text, words) == [name]
    assert within(text, words, SemanticType.QUANTITY) == [words]


@pytest.mark.parametrize("reason", [SPEAKER, f"{AGAIN}named entity, PERSON"])
def test_a_label_that_is_somebodys_name_stays(reason):
    assert within("Hope: Yes.", "Hope", reason=reason) == ["Hope"]
    assert within("Hope: Yes.", "Hope") == []


@pytest.mark.parametrize(
    ("text", "words", "whole"),
    [
        (f"Noël {FAMILY} wrote", "Noël 👨", "Noël"),
        (f"Noël{FAMILY} wrote", "Noël👨", "Noël"),
        ("😀 Noël ✉️ wrote", "😀 Noël ✉️", "Noël"),
        ("Noël 🇳🇴 wrote", "Noël 🇳", "Noël"),
        ("the x̂ty road", "the x", "the x̂"),
        ("the x̂ty road", "̂ty", "x̂ty"),
        (f"An{FAMILY}na wrote", f"An{FAMILY}na", f"An{FAMILY}na"),
        ("Moller A/S left", "Moller A", "Moller A/S"),
        ("then K/S Norð left", "S Norð", "K/S Norð"),
        ("Ann/Bo left", "Ann", "Ann"),
    ],
)
def test_a_name_has_whole_characters_and_no_picture_at_its_ends(text, words, whole):
    assert within(text, words) == [whole]


def test_nothing_is_left_of_a_picture_but_a_sign_belongs_to_an_amount():
    assert within(f"Hi {FAMILY}", "👨") == []
    assert within("at 20° now", "20°", DATETIME) == ["20°"]


@given(TEXTS, st.integers(0, 60), st.integers(1, 60))
def test_parts_lie_within_the_span_its_characters_and_its_line(text, start, length):
    start, end = min(start, len(text)), min(start + length, len(text))
    parts = list(
        Limits(text, str.isalpha).within(RecognizedSpan(start, end, PERSON, LIKELY, SPEAKER))
    )
    breaks = set(hard_breaks(text))
    for part in parts:
        assert breaks.isdisjoint(range(part.start, part.end))
    kept = {place for part in parts for place in range(part.start, part.end)}
    assert all(place in kept for place in range(start, end) if text[place].isalnum())


def test_nothing_is_found_in_time_codes():
    text = "00:01.000 --> 00:02.500\nAda"
    spans = [RecognizedSpan(0, len(text), PERSON, LIKELY, "test")]
    parts = Limits(text, str.isupper).within_all(spans)
    assert [text[part.start : part.end] for part in parts] == ["Ada"]
