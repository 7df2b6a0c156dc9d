"""Brands and operators as a source, and the descriptions that say what they are."""

from __future__ import annotations

import pytest

from ontology.entries import Entry
from ontology.sources.brands import SOURCE
from ontology.sources.descriptions import read_description


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    return list(SOURCE.read())


@pytest.mark.parametrize(
    ("description", "generalizations"),
    [
        ("Norwegian bank", ("bank in Norway", "bank", "company", "business")),
        (
            "chain of supermarkets in Sweden",
            ("supermarket in Sweden", "supermarket", "shop", "business"),
        ),
        ("American law firm", ("law firm in the United States", "law firm", "company", "business")),
        (
            "federal and national police service of Canada",
            (
                "police force in Canada",
                "police force",
                "law enforcement agency",
                "government agency",
                "public body",
            ),
        ),
        (
            "fire department serving the valley",
            ("fire service", "government agency", "public body"),
        ),
    ],
)
def test_a_description_tells_kind_and_country(
    description: str, generalizations: tuple[str, ...]
) -> None:
    described = read_description(description)
    assert described is not None
    assert described.generalizations == generalizations


@pytest.mark.parametrize(
    "description", ["municipality in Akershus, Norway", "city and county seat of a county"]
)
def test_the_description_of_a_place_is_no_organization(description: str) -> None:
    described = read_description(description)
    assert described is not None
    assert described.is_place
    assert described.generalizations == ()


def test_an_empty_word_tells_nothing() -> None:
    assert read_description("company") is None
    assert read_description("thing that nobody knows") is None


def test_there_are_more_than_twenty_thousand(entries: list[Entry]) -> None:
    assert len(entries) > 20_000


def test_brands_have_chains_that_end_high(entries: list[Entry]) -> None:
    generalizations = {name: entry.generalizations for entry in entries for name in entry.names}
    assert generalizations["Lloyds Bank"][-2:] == ("company", "business")
    assert "police force" in generalizations["Royal Canadian Mounted Police"]


def test_no_generalization_is_empty_or_the_name_itself(entries: list[Entry]) -> None:
    for entry in entries:
        assert all(text.strip() for text in entry.generalizations)
        assert entry.generalizations
        assert "government" not in entry.names


def test_names_of_towns_are_left_to_the_gazetteer(entries: list[Entry]) -> None:
    names = {name for entry in entries for name in entry.names}
    assert "Chicago" not in names
