"""What is written is found again, and only that."""

from __future__ import annotations

import filecmp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from names.folding import MAX_KEY_LENGTH, fold
from ontology.entries import Entry, Kind
from ontology.index.reading import Index
from ontology.index.terms import SENSES_OF_A_KIND
from ontology.index.writing import write_index

OSLO = Entry(("Oslo", "Christiania"), ("city in Norway", "city"), Kind.SETTLEMENT, 5.8)
TURKEY = Entry(("Turkey", "Türkiye"), ("country in Asia", "country"), Kind.COUNTRY, 7.9)
BIRD = Entry(("turkey",), ("bird", "animal"), Kind.LIVING, 0.5, "a large bird")
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30)


@pytest.fixture
def index(tmp_path):
    write_index(tmp_path, {"places": [OSLO, TURKEY], "words": [BIRD]}, {"made": "by hand"})
    return Index(tmp_path)


def test_a_sense_says_all_that_its_entry_said(index):
    (sense,) = index.lookup("Oslo")
    assert (sense.term, sense.source, sense.kind) == ("Oslo", "places", Kind.SETTLEMENT)
    assert (sense.generalizations, sense.sense) == (("city in Norway", "city"), "city in Norway")
    assert sense.weight == pytest.approx(5.8)
    assert sense.is_exact
    assert sense.has_capital


def test_every_name_leads_to_the_thing(index):
    assert [sense.term for sense in index.lookup("Christiania")] == ["Oslo"]


def test_the_spelling_asked_for_comes_first_whatever_the_weights(index):
    assert [sense.kind for sense in index.lookup("turkey")] == [Kind.LIVING, Kind.COUNTRY]
    assert [sense.is_exact for sense in index.lookup("turkey")] == [True, False]
    assert [sense.kind for sense in index.lookup("TURKEY")] == [Kind.COUNTRY, Kind.LIVING]
    assert [sense.has_capital for sense in index.lookup("TURKEY")] == [True, False]


def test_diacritics_and_case_do_not_matter(index):
    (sense,) = index.lookup("TURKIYE")
    assert not sense.is_exact


def test_what_is_not_there_has_no_senses(index):
    assert index.lookup("Bergen") == []
    assert index.lookup("") == []
    assert "Bergen" not in index
    assert "OSLO" in index


@pytest.mark.parametrize("name", ["", " ", "\0", "Os\0lo", "\ud800", "x" * 5000])
def test_whatever_is_asked_gets_an_answer(index, name):
    assert (index.lookup(name), index.near(name), index.count_below(name)) == ([], [], 0)
    assert name not in index


def test_two_spellings_of_one_key_are_one_sense(tmp_path):
    san_jose = Entry(("San José", "San Jose"), ("city",), Kind.SETTLEMENT)
    write_index(tmp_path, {"places": [san_jose]}, {})
    for name in san_jose.names:
        (sense,) = Index(tmp_path).lookup(name)
        assert sense.is_exact


def test_a_name_keeps_the_most_usual_senses_of_a_kind(tmp_path):
    places = [
        Entry(("Newtown",), (f"town in county {n}",), Kind.SETTLEMENT, n) for n in range(1, 30)
    ]
    write_index(tmp_path, {"places": places, "words": [BIRD]}, {})
    weights = [sense.weight for sense in Index(tmp_path).lookup("Newtown")]
    assert weights == list(range(29, 29 - SENSES_OF_A_KIND, -1))


def test_the_entries_below_a_generalization_are_counted_once_each(tmp_path):
    twice = Entry(("Bergen",), ("city", "city"), Kind.SETTLEMENT)
    write_index(tmp_path, {"a": [OSLO, twice], "b": [OSLO]}, {})
    index = Index(tmp_path)
    assert (index.count_below("city"), index.count_below("city in Norway")) == (3, 2)
    assert index.count_below("town") == 0
    assert index.lookup("Bergen")[0].generalizations == ("city",)


def test_the_manifest_says_what_was_built(index):
    assert index.manifest["sources"] == ["places", "words"]
    assert (index.manifest["terms"], index.manifest["entries"]) == (4, 3)
    assert index.manifest["made"] == "by hand"
    assert len(index) == 4


def test_an_index_may_be_empty(tmp_path):
    write_index(tmp_path, {"nothing": []}, {})
    index = Index(tmp_path)
    assert (index.lookup("Oslo"), index.near("Oslo"), index.count_below("city")) == ([], [], 0)


def test_the_same_entries_make_the_same_bytes(tmp_path):
    for name in ("a", "b"):
        write_index(tmp_path / name, {"places": [OSLO, TURKEY], "words": [BIRD]}, {})
    assert same_files(filecmp.dircmp(tmp_path / "a", tmp_path / "b"))


def same_files(compared):
    """Whether two folders hold the same bytes, all the way down."""
    names = compared.common_files
    _, different, odd = filecmp.cmpfiles(compared.left, compared.right, names, shallow=False)
    alone = compared.left_only + compared.right_only
    return not (different or odd or alone) and all(map(same_files, compared.subdirs.values()))


@given(st.dictionaries(TEXTS, st.lists(TEXTS, max_size=3), max_size=8))
def test_whatever_was_written_is_found(tmp_path_factory, things):
    folder = tmp_path_factory.mktemp("index")
    entries = [
        Entry((name,), tuple(generalizations), Kind.CONCEPT)
        for name, generalizations in things.items()
    ]
    write_index(folder, {"things": entries}, {})
    index = Index(folder)
    for name, generalizations in things.items():
        if 0 < len(fold(name)) <= MAX_KEY_LENGTH and "\0" not in fold(name):
            found = [sense.generalizations for sense in index.lookup(name) if sense.is_exact]
            assert found == [tuple(dict.fromkeys(generalizations))]
