"""Names in records without heads stand beside each other in cells."""

from __future__ import annotations

import pytest

from masking.recognizers.cells import Cells
from ontology.entries import Entry, Kind
from ontology.index.writing import write_index
from ontology.layers import Ontology
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


@pytest.fixture(scope="module")
def places(tmp_path_factory) -> Cells:
    """Two towns, one of which is a common word, too."""
    entries = [
        Entry((name,), ("town",), Kind.SETTLEMENT, 3.0, "a town") for name in ("Reed", "Lindvik")
    ]
    folder = tmp_path_factory.mktemp("places")
    write_index(folder, {"wordnet": entries}, {})
    ontology = Ontology.open(folder)
    ontology.lexicon = type("Lexicon", (), {"is_common": lambda _, word: word == "Reed"})()
    return Cells(ontology)


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ("Ida Vang;1.2.1980;Reed;F\nOle Lie;3.4.1981;Lindvik;M", ["Reed", "Lindvik"]),
        ("Ida Vang;1.2.1980;Reed;F\nOle Lie;3.4.1981;Reed;M", []),
        ("Ida Vang;1.2.1980;Reed;F\nOle Lie;3.4.1981;Bulb;M", []),
        ("Ida Vang;Reed;F\nOle Lie;Lindvik;M", []),
        ("7;Lindvik\n8;Reed\n9;Lindvik", ["Lindvik", "Reed", "Lindvik"]),
    ],
)
def test_a_column_of_places_makes_a_word_a_place(places, rows: str, found: list[str]):
    assert found_in(places, rows.replace(";", "\n")) == found
