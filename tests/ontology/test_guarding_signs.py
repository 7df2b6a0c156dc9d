"""Nothing that stands for a span keeps a row of its letters or digits that names no kind."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.types import SemanticType
from ontology.guarding_signs import keeps_signs
from ontology.layers import Ontology
from ontology.proposing import propose_for
from tests.ontology.marking import span_of

WORDS = {"years", "old", "metres", "houses"}


def keeps(generalization: str, original: str, type_: str = "QUANTITY") -> bool:
    return keeps_signs(generalization, span_of(f"[[{type_}:{original}]]"), WORDS.__contains__)


@pytest.mark.parametrize(
    ("generalization", "original"),
    [
        ("XWestermann", "12Westermann"),
        ("XC", "14C"),
        ("XAB", "1012AB"),
        ("XBoatRXbX", "1BoatR76b5"),
        ("X Tower", "12 Tower"),
        ("part 12", "12 B"),
    ],
)
def test_signs_of_the_original_are_kept(generalization, original):
    assert keeps(generalization, original)


@pytest.mark.parametrize(
    ("generalization", "original"),
    [
        ("X metres", "12 metres"),
        ("X years old", "40 years old"),
        ("NOK X", "NOK 500"),
        ("X houses", "12 houses"),
        ("number", "14C"),
        ("X", "X5"),
    ],
)
def test_kinds_may_be_repeated(generalization, original):
    assert not keeps(generalization, original)


def test_dates_keep_a_part_on_purpose():
    assert not keeps("May 1971", "4 May 1971", "DATETIME")


CODES = st.from_regex(r"\A[A-Za-z0-9]{1,5}(?:[-/ .]?[A-Za-z0-9]{1,6}){0,3}\Z").filter(
    lambda code: any(map(str.isalpha, code)) and any(map(str.isdigit, code))
)


@given(CODES, st.sampled_from([SemanticType.QUANTITY, SemanticType.CODE]))
def test_no_list_keeps_signs_of_a_random_code(code, type_):
    span = span_of(f"It says [[{type_}:{code}]] there.")
    offered = propose_for(span, Ontology(())).generalizations
    rows = {row.casefold() for row in re.findall(r"[A-Za-z]{3,}|\d+", code)}
    for texts in offered.values():
        for text in texts:
            own = {row.casefold() for row in re.findall(r"[^\W\d_X]{3,}|\d+", text)}
            assert own.isdisjoint(rows)
