"""Job titles: true at every step, silent about what is no person."""

from __future__ import annotations

from pathlib import Path

import pytest

from ontology.entries import Entry, Kind
from ontology.errors import SourceError
from ontology.packages import Package
from ontology.sources.occupations import SOURCE


@pytest.fixture(scope="module")
def entries() -> dict[str, Entry]:
    return {entry.names[0]: entry for entry in SOURCE.read()}


def test_there_are_tens_of_thousands(entries: dict[str, Entry]) -> None:
    assert len(entries) > 50_000
    assert {entry.kind for entry in entries.values()} == {Kind.OCCUPATION}


@pytest.mark.parametrize(
    ("title", "generalizations"),
    [
        ("assistant tennis coach", ("tennis coach", "coach", "trainer", "leader", "person")),
        ("opera singer", ("singer", "musician", "performer", "entertainer", "person")),
        ("wood grainer", ("grainer", "worker", "person")),
    ],
)
def test_a_title_is_its_shorter_forms_then_what_its_head_is(
    entries: dict[str, Entry], title: str, generalizations: tuple[str, ...]
) -> None:
    assert entries[title].generalizations == generalizations


def test_a_vice_president_is_no_president(entries: dict[str, Entry]) -> None:
    assert "president" not in entries["logistics vice president"].generalizations


def test_a_head_with_several_senses_gives_what_they_share(entries: dict[str, Entry]) -> None:
    assert entries["propeller inspector"].generalizations == ("inspector", "person")


def test_what_names_no_person_is_left_out(entries: dict[str, Entry]) -> None:
    assert not [title for title in entries if title.endswith(" internship")]
    assert "human resources" not in entries


def test_languages_and_acronyms_keep_their_capitals(entries: dict[str, Entry]) -> None:
    assert "Spanish instructor" in entries
    assert "CRM marketing executive" in entries


def test_a_broken_file_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "titles.gz"
    broken.write_bytes(b"no gzip")
    monkeypatch.setattr(Package, "file", lambda _self, _path: broken)
    with pytest.raises(SourceError, match=r"titles\.gz cannot be read"):
        list(SOURCE.read())
