"""Teams as a source, and the packed word list that they come from."""

from __future__ import annotations

import pytest

from ontology.entries import Kind
from ontology.errors import SourceError
from ontology.packages import Package
from ontology.sources import teams
from ontology.sources.packed_words import unpack_words
from ontology.sources.teams import SOURCE


@pytest.mark.parametrize(
    ("packed", "words"),
    [
        ("a,b", ["a", "b"]),
        ("ca0;r,t", ["car", "cat"]),
        ("ca0;!r,t", ["ca", "car", "cat"]),
        ("0:1;a0b0;x", ["ax", "bx"]),
        ("a0b1;c;d", ["ac", "bd"]),
    ],
)
def test_words_share_their_beginnings_and_ends(packed: str, words: list[str]) -> None:
    assert unpack_words(packed) == words


def test_the_teams_are_there_as_they_are_spelled() -> None:
    entries = {entry.names[0]: entry for entry in SOURCE.read()}
    assert len(entries) > 100
    assert {"Seattle Seahawks", "FC Dallas", "LA Galaxy"} <= entries.keys()
    assert entries["Seattle Seahawks"].generalizations == ("sports team", "sports organization")
    assert {entry.kind for entry in entries.values()} == {Kind.TEAM}


def test_a_list_that_moved_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teams, "_LEXICON", "package.json")
    with pytest.raises(SourceError, match="SportsTeam"):
        list(SOURCE.read())


def test_the_package_is_named() -> None:
    assert SOURCE.packages == (Package("npm", "compromise"),)
