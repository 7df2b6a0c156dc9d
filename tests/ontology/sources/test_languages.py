"""Languages: families where they are known, true kinds where they are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from ontology.entries import Entry, Kind
from ontology.errors import SourceError
from ontology.packages import Package
from ontology.sources.languages import SOURCE


@pytest.fixture(scope="module")
def entries() -> dict[str, Entry]:
    return {entry.names[0]: entry for entry in SOURCE.read()}


def test_all_living_and_dead_languages_are_there(entries: dict[str, Entry]) -> None:
    assert len(entries) > 7_700
    assert {entry.kind for entry in entries.values()} == {Kind.LANGUAGE}


@pytest.mark.parametrize(
    ("language", "generalizations"),
    [
        ("Malayalam", ("South Dravidian language", "Dravidian language", "language")),
        ("Esperanto", ("constructed language", "language")),
        ("Norwegian Sign Language", ("sign language", "language")),
        ("Yele", ("language",)),
    ],
)
def test_a_language_belongs_to_its_families(
    entries: dict[str, Entry], language: str, generalizations: tuple[str, ...]
) -> None:
    assert entries[language].generalizations == generalizations


def test_a_variety_is_of_the_language_that_it_is_named_after(entries: dict[str, Entry]) -> None:
    assert entries["Norwegian Bokmål"].generalizations[-1] == "language"
    assert "Norwegian language" in entries["Norwegian Nynorsk"].generalizations


def test_a_year_is_no_part_of_a_name(entries: dict[str, Entry]) -> None:
    assert "Modern Greek" in entries


def test_every_language_is_a_language(entries: dict[str, Entry]) -> None:
    assert {entry.generalizations[-1] for entry in entries.values()} == {"language"}


def test_a_file_without_languages_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "iso6393.js").write_text("export const iso6393 = []\n")
    monkeypatch.setattr(Package, "file", lambda _self, path: tmp_path / path)
    with pytest.raises(SourceError, match=r"iso6393\.js holds 0 languages"):
        list(SOURCE.read())
