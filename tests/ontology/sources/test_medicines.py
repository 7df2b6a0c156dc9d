"""Medicines: the generic and the brand names of those in use, and what kind they are."""

from __future__ import annotations

import bz2
import pickle
from pathlib import Path

import pytest

from ontology.entries import Entry, Kind
from ontology.errors import SourceError
from ontology.packages import Package
from ontology.sources.medicines import SOURCE


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    return list(SOURCE.read())


def entry_of(entries: list[Entry], name: str) -> Entry:
    return next(entry for entry in entries if name in entry.names)


def test_a_brand_is_what_its_generic_is(entries: list[Entry]) -> None:
    generic, brand = entry_of(entries, "fluoxetine"), entry_of(entries, "Prozac")
    assert brand is generic
    assert brand.generalizations[1:3] == ("antidepressant", "medicine")


def test_what_kind_nobody_knows_is_a_medicine(entries: list[Entry]) -> None:
    assert entry_of(entries, "Eliquis").generalizations == ("medicine",)


def test_every_one_is_a_medicine(entries: list[Entry]) -> None:
    assert all("medicine" in entry.generalizations for entry in entries)
    assert {entry.kind for entry in entries} == {Kind.ARTIFACT}


def test_no_list_has_a_name_of_its_own_medicine(entries: list[Entry]) -> None:
    for entry in entries:
        names = {name.casefold() for name in entry.names}
        assert names.isdisjoint(text.casefold() for text in entry.generalizations)


@pytest.mark.parametrize("word", ["apple", "horse", "water", "gold", "mouse"])
def test_what_is_a_medicine_beside_something_else_is_left_out(
    entries: list[Entry], word: str
) -> None:
    assert not [entry for entry in entries if word in map(str.casefold, entry.names)]


def test_a_name_has_both_spellings_where_nobody_says_whether_it_is_a_brand(
    entries: list[Entry],
) -> None:
    assert {"metformin", "glucophage", "Glucophage"} <= {*entry_of(entries, "metformin").names}
    assert "Metformin" not in entry_of(entries, "metformin").names


def test_a_broken_file_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "dictionary.bz2"
    file.write_bytes(bz2.compress(pickle.dumps({"drug_canonical_to_data": Path})))
    monkeypatch.setattr(Package, "file", lambda _self, _path: file)
    with pytest.raises(SourceError, match=r"unexpected pathlib.* in .*dictionary\.bz2"):
        list(SOURCE.read())
