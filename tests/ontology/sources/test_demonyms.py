"""Peoples: from a country's demonym to the region's, true at every step."""

from __future__ import annotations

import pytest

from ontology.entries import Entry, Kind
from ontology.sources.demonyms import SOURCE
from ontology.sources.peoples import read_countries


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    return list(SOURCE.read())


def generalizations_of(entries: list[Entry], name: str) -> tuple[str, ...]:
    found = [entry for entry in entries if name in entry.names]
    return max(found, key=lambda entry: entry.weight).generalizations


@pytest.mark.parametrize(
    ("demonym", "generalizations"),
    [
        ("Norwegian", ("Scandinavian", "Northern European", "European")),
        ("Dane", ("Scandinavian", "Northern European", "European")),
        ("Burmese", ("Southeast Asian", "Asian")),
        ("Thai", ("Southeast Asian", "Asian")),
        ("Bavarian", ("German", "Western European", "European")),
        ("Parisian", ("French", "Western European", "European")),
        ("English", ("British", "Northern European", "European")),
        ("Frenchwoman", ("Western European", "European")),
        ("Texan", ("American", "North American")),
        ("Georgian", ("Western Asian",)),
        ("Egyptian", ("North African", "African")),
    ],
)
def test_a_people_lives_in_ever_larger_regions(
    entries: list[Entry], demonym: str, generalizations: tuple[str, ...]
) -> None:
    assert generalizations_of(entries, demonym) == generalizations


def test_a_region_in_several_countries_is_called_after_none_of_them(entries: list[Entry]) -> None:
    assert generalizations_of(entries, "Kurdish") == ("Middle Eastern",)


def test_a_state_is_kept_apart_from_the_country_of_its_name(entries: list[Entry]) -> None:
    all_generalizations = {entry.generalizations for entry in entries if "Georgian" in entry.names}
    assert ("American", "North American") in all_generalizations


def test_every_country_with_people_has_a_word_for_them() -> None:
    unnamed = {
        each.code for each in read_countries() if not each.demonyms and each.inhabitants > 1e6
    }
    assert not unnamed


def test_all_are_peoples_and_none_is_a_country(entries: list[Entry]) -> None:
    assert {entry.kind for entry in entries} == {Kind.PEOPLE}
    names = {name for entry in entries for name in entry.names}
    countries = {country.names[0] for country in read_countries()}
    assert names & countries <= {"Burundi"}  # an adjective too, says WordNet


def test_no_entry_repeats_another(entries: list[Entry]) -> None:
    pairs = [(name, entry.generalizations) for entry in entries for name in entry.names]
    assert len(pairs) == len(set(pairs))
