"""Names in records without heads stand beside each other in cells."""

from __future__ import annotations

import pytest

from masking.recognizers.cells import Cells
from tests.masking.texts import LONG, found_in


@pytest.mark.parametrize(
    "lines",
    [
        ("77012", "Whitfield", "Grace", "open"),
        ("Frank", "Young", "1980-02-01"),
        ("FRANK", "YOUNG", "9"),
    ],
)
def test_a_surname_and_a_given_name_are_found_beside_each_other(lines):
    names = [line for line in lines if line.isalpha() and not line.islower()]
    assert found_in(Cells(), "\n".join(lines)) == names


@pytest.mark.parametrize(
    "lines",
    [
        ("Whitfield", "Grace", "open"),
        ("77012", "whitfield", "grace"),
        ("77012", "Whitfield", "", "Grace"),
        ("77012", "Whitfield Grace", "x"),
        ("77012", "Amount", "Grace"),
    ],
)
def test_lines_that_are_no_cells_of_names_are_left(lines):
    assert found_in(Cells(), "\n".join(lines)) == []


def test_two_common_words_are_no_names(small_ontology, monkeypatch):
    lexicon = type("Lexicon", (), {"is_common": lambda _, word: word in {"Frank", "Young"}})()
    monkeypatch.setattr(small_ontology, "lexicon", lexicon)
    assert found_in(Cells(small_ontology), "7\nFrank\nYoung") == []
    assert found_in(Cells(small_ontology), "7\nGrace\nYoung") == ["Grace", "Young"]


def test_many_cells_take_little_time():
    assert found_in(Cells(), "Frank\n" * (LONG // 6) + "7") == []
