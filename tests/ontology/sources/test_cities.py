"""Cities, towns and villages: what they are called, and their generalizations."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ontology.entries import Kind
from ontology.sources import cities
from ontology.sources.settlement_sizes import name_size
from ontology.sources.settlements import Settlement

MOLDE = Settlement(
    1, "Molde", ("Moldefjorden",), 62.7, 7.2, "PPL", "NO", "08", "1506", population=21_000
)


def read(monkeypatch: pytest.MonkeyPatch, *places: Settlement) -> dict[str, tuple[str, ...]]:
    """Return the generalizations of places by name, as the source gives them."""
    monkeypatch.setattr(cities, "read_settlements", lambda: places)
    return {entry.names[0]: entry.generalizations for entry in cities.SOURCE.read()}


def towns(country: str, admin1: str, *names: str) -> list[Settlement]:
    """Return towns of the same size."""
    return [replace(MOLDE, name=name, country=country, admin1=admin1) for name in names]


def test_a_town_is_generalized_to_ever_larger_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    generalizations = read(monkeypatch, *towns("NO", "08", "Molde", "Ulsteinvik", "Volda"))["Molde"]
    assert generalizations == (
        "town in Møre og Romsdal, Norway",
        "town in Norway",
        "town in Northern Europe",
        "town in Europe",
        "town",
        "populated place",
        "place",
    )


def test_what_fits_two_places_only_is_no_generalization(monkeypatch: pytest.MonkeyPatch) -> None:
    others = towns("SE", "28", "Vara", "Skara")
    generalizations = read(monkeypatch, *towns("NO", "08", "Molde", "Volda"), *others)["Molde"]
    assert generalizations[:2] == ("town in Northern Europe", "town in Europe")


def test_no_generalization_has_the_name_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    panama = towns("PA", "08", "Panama City", "Colón", "David", "Chitré")
    generalizations = read(monkeypatch, *panama)["Panama City"]
    assert generalizations[0] == "town in Central America"


def test_settlements_are_weighed_by_inhabitants_office_and_fame(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        cities,
        "read_settlements",
        lambda: [MOLDE, replace(MOLDE, feature="PPLC"), replace(MOLDE, alternates=())],
    )
    plain, capital, unknown = cities.SOURCE.read()
    assert capital.weight > plain.weight > unknown.weight
    assert plain.kind is Kind.SETTLEMENT


@pytest.mark.parametrize(
    ("place", "noun"),
    [
        (MOLDE, "town"),
        (replace(MOLDE, population=60_000), "city"),
        (replace(MOLDE, population=900), "village"),
        (replace(MOLDE, population=0), "settlement"),
        (replace(MOLDE, feature="PPLX"), "neighborhood"),
        (replace(MOLDE, feature="PPLX", population=80_000), "city district"),
        (replace(MOLDE, feature="PPLQ"), "abandoned settlement"),
        (replace(MOLDE, feature="PPLA"), "city"),
        (replace(MOLDE, country="US", admin1="IL"), "city"),
        (replace(MOLDE, country="GB", admin1="ENG", name="Reading", population=170_000), "town"),
        (replace(MOLDE, country="GB", admin1="ENG", name="Wells", population=12_000), "city"),
        (replace(MOLDE, country="GB", admin1="ENG", admin2="GLA", name="Barnes"), "neighborhood"),
        (replace(MOLDE, country="FR", name="Lyon 3 Montchat"), "neighborhood"),
    ],
)
def test_the_noun_follows_size_office_and_country(place: Settlement, noun: str) -> None:
    assert name_size(place) == noun


def test_siberia_is_no_part_of_europe(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "town in North Asia" in read(monkeypatch, *towns("RU", "20", "A", "B", "C"))["A"]
