"""WordNet as a source: chains that a reader understands, and no person's name."""

from __future__ import annotations

from pathlib import Path

import pytest

from ontology.entries import Entry, Kind
from ontology.errors import SourceError
from ontology.packages import Package
from ontology.sources import wordnet_files
from ontology.sources.wordnet import SOURCE


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    return list(SOURCE.read())


def entry_of(entries: list[Entry], name: str, kind: Kind) -> Entry:
    found = [entry for entry in entries if name in entry.names and entry.kind is kind]
    return max(found, key=lambda entry: entry.weight)


def test_every_noun_that_names_no_person_is_there(entries: list[Entry]) -> None:
    assert len(entries) > 78_000
    assert len({name for entry in entries for name in entry.names}) > 110_000


@pytest.mark.parametrize(
    ("name", "kind", "generalizations"),
    [
        ("geologist", Kind.ROLE, ("scientist", "person")),
        ("composer", Kind.ROLE, ("musician", "artist", "creator", "person")),
        ("bus driver", Kind.ROLE, ("driver", "operator", "person")),
        ("university", Kind.ORGANIZATION, ("educational institution", "institution")),
        ("Norwegian", Kind.LANGUAGE, ("Scandinavian language", "Germanic language")),
        ("Catholic", Kind.PEOPLE, ("Christian", "religious person", "person")),
    ],
)
def test_a_noun_climbs_to_what_readers_know(
    entries: list[Entry], name: str, kind: Kind, generalizations: tuple[str, ...]
) -> None:
    assert entry_of(entries, name, kind).generalizations[: len(generalizations)] == generalizations


def test_no_generalization_is_empty_of_meaning(entries: list[Entry]) -> None:
    generalizations = {text for entry in entries for text in entry.generalizations}
    assert not generalizations & {"entity", "physical entity", "abstraction", "causal agent"}


@pytest.mark.parametrize(
    ("name", "kind", "astray"),
    [
        ("Christianity", Kind.COGNITION, "virtue"),
        ("policy", Kind.COMMUNICATION, "thinking"),
        ("economy", Kind.CONCEPT, "system"),
        ("coin", Kind.POSSESSION, "system of measurement"),
        ("syndrome", Kind.STATE, "information"),
    ],
)
def test_a_chain_ends_where_it_goes_astray(
    entries: list[Entry], name: str, kind: Kind, astray: str
) -> None:
    assert astray not in entry_of(entries, name, kind).generalizations


def test_no_generalization_names_its_own_entry(entries: list[Entry]) -> None:
    assert not any(set(entry.generalizations) & set(entry.names) for entry in entries)


def test_famous_persons_are_left_out_and_gods_are_not(entries: list[Entry]) -> None:
    names = {name for entry in entries for name in entry.names}
    assert "Beethoven" not in names
    assert "Zeus" in names


def test_the_more_usual_sense_weighs_more(entries: list[Entry]) -> None:
    clergyman, politician = (
        next(entry for entry in entries if {"minister", other} <= set(entry.names))
        for other in ("pastor", "government minister")
    )
    assert clergyman.weight > politician.weight


def test_a_sense_is_one_short_phrase(entries: list[Entry]) -> None:
    assert all(len(entry.sense) <= 80 for entry in entries)
    assert entry_of(entries, "geologist", Kind.ROLE).sense == "a specialist in geology"


def test_a_broken_file_is_named_with_its_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "index.sense").write_text("dog%1:05:00:: 02086723 1 42\n")
    (tmp_path / "data.noun").write_text("  1 a licence\n00001740 03 n 02 entity\n")
    monkeypatch.setattr(Package, "file", lambda _, path: tmp_path / Path(path).name)
    with pytest.raises(SourceError, match=r"data\.noun, line 2"):
        wordnet_files.read_nouns.__wrapped__()


def test_a_broken_sense_file_is_named_with_its_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "index.sense").write_text("dog\n")
    monkeypatch.setattr(Package, "file", lambda _, path: tmp_path / Path(path).name)
    with pytest.raises(SourceError, match=r"index\.sense, line 1"):
        wordnet_files.read_nouns.__wrapped__()
