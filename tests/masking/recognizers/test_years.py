"""Four digits are a year only with a reason."""

from __future__ import annotations

import re

import pytest

from annotation.types import SemanticType
from masking.recognizers.years import is_year, may_be_year, without_doubtful_date
from masking.spans import LIKELY, RecognizedSpan

_DIGITS = re.compile(r"\d{4}")


def are_years(parse, text: str) -> set[bool]:
    doc = parse(text)
    return {is_year(doc, text, *match.span()) for match in _DIGITS.finditer(text)}


@pytest.mark.parametrize(
    "text",
    [
        "She lived in cabin 1923.",
        "It listens on channel 1890.",
        "They paid 1600 kroner for it.",
        "It cost $1850 in all.",
        "There were 1400 visitors.",
        "She climbed 1910 metres.",
        "between 1500 and 1800 euros",
        "He has 1870 readers.",
        "See paragraph 1955 of the code.",
        "My PIN is 1972",
    ],
)
def test_what_is_counted_or_numbered_is_no_year(parse, text):
    assert are_years(parse, text) == {False}


@pytest.mark.parametrize(
    "text",
    [
        "She left in 1972.",
        "He has lived there since 1972.",
        "the novel (1972) sold well",
        "It ran from 1972 to 1975.",
        "Ada;1972;Bergen",
        "in the 1972 election",
        "She drove a 1972 Saab.",
        "1972 was a hard year.",
        "Bergen, 1972",
        "the summer of 1972",
        "He was born in 1066.",
        "In 1972 people left.",
    ],
)
def test_what_a_reason_stands_beside_is_a_year(parse, text):
    assert are_years(parse, text) == {True}


@pytest.mark.parametrize(
    ("text", "words", "type_"),
    [
        ("He slept in cabin 1923.", "1923", SemanticType.QUANTITY),
        ("BP 130/85, HR 64, stable", "HR 64", SemanticType.QUANTITY),
        ("The pulse was 64 then", "64", SemanticType.QUANTITY),
        ("She is aged 64 now", "64", SemanticType.DATETIME),
        ("In 1923 he left", "1923", SemanticType.DATETIME),
    ],
)
def test_a_date_without_a_reason_is_an_amount(parse, text, words, type_):
    start = text.index(words)
    span = RecognizedSpan(start, start + len(words), SemanticType.DATETIME, LIKELY, "test")
    assert without_doubtful_date(parse(text), text, span).entity_type is type_


def test_only_four_digits_of_these_centuries_may_be_a_year():
    assert [text for text in ("972", "1972", "2972", "19720") if may_be_year(text)] == ["1972"]
