"""Schools as a source: what kind each is, in which country, where that is sure."""

from __future__ import annotations

import pytest

from ontology.entries import Entry, Kind
from ontology.sources.schools import SOURCE


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    return list(SOURCE.read())


@pytest.fixture(scope="module")
def generalizations(entries: list[Entry]) -> dict[str, tuple[str, ...]]:
    return {name: entry.generalizations for entry in entries for name in entry.names}


def test_there_are_more_than_twenty_thousand(entries: list[Entry]) -> None:
    assert len(entries) > 20_000
    assert {entry.kind for entry in entries} == {Kind.SCHOOL}


@pytest.mark.parametrize(
    ("name", "chain"),
    [
        ("Selçuk University", ("university in Turkey", "university", "educational institution")),
        ("University of Oslo", ("university in Norway", "university", "educational institution")),
        ("Aksaray Üniversitesi", ("university in Turkey", "university", "educational institution")),
    ],
)
def test_the_domain_tells_the_country(
    generalizations: dict[str, tuple[str, ...]], name: str, chain: tuple[str, ...]
) -> None:
    assert generalizations[name] == chain


def test_a_school_within_another_does_not_tell_what_that_is(
    generalizations: dict[str, tuple[str, ...]],
) -> None:
    assert generalizations["University of Western Ontario"][0] == "university in Canada"
    assert generalizations["Brescia College"][0] == "college in Canada"


def test_a_domain_that_anybody_has_tells_no_country(
    generalizations: dict[str, tuple[str, ...]],
) -> None:
    assert generalizations["Rice University"] == ("university", "educational institution")


def test_initials_are_no_names(entries: list[Entry]) -> None:
    names = [name for entry in entries for name in entry.names]
    assert not [name for name in names if len(name) < 5 or (name.isupper() and " " not in name)]


def test_every_entry_tells_what_it_is(entries: list[Entry]) -> None:
    assert all(entry.generalizations and entry.names for entry in entries)
    assert all(len(set(entry.generalizations)) == len(entry.generalizations) for entry in entries)
