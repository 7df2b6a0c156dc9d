"""Countries, territories and regions of the world."""

from __future__ import annotations

import pytest

from ontology.entries import Entry, Kind
from ontology.sources import countries
from ontology.sources.territories import load_territories, with_article


@pytest.fixture(scope="module")
def entries() -> dict[str, Entry]:
    """Entries by each of their names."""
    return {name: entry for entry in countries.SOURCE.read() for name in entry.names}


def test_a_country_lies_in_its_region_and_continent(entries: dict[str, Entry]) -> None:
    generalizations = ("country in Western Europe", "country in Europe", "country", "place")
    assert entries["Austria"].generalizations == generalizations


@pytest.mark.parametrize(
    ("name", "country"),
    [
        ("U.S.", "United States"),
        ("UK", "United Kingdom"),
        ("Österreich", "Austria"),
        ("Burma", "Myanmar"),
        ("Côte d’Ivoire", "Ivory Coast"),
        ("Türkiye", "Turkey"),
    ],
)
def test_countries_are_known_by_other_names(
    entries: dict[str, Entry], name: str, country: str
) -> None:
    assert entries[name].names[0] == country


def test_dependencies_are_territories(entries: dict[str, Entry]) -> None:
    assert entries["Greenland"].generalizations[-2] == "territory"


def test_former_states_say_so(entries: dict[str, Entry]) -> None:
    assert entries["Czechoslovakia"].generalizations[0] == "historical state in Europe"
    assert entries["British Ceylon"].generalizations[0] == "historical territory in Asia"


def test_regions_are_no_countries(entries: dict[str, Entry]) -> None:
    assert entries["Scandinavia"].generalizations == ("region of Europe", "region", "place")
    assert entries["Scandinavia"].kind is Kind.REGION


def test_every_country_has_a_region_of_the_world() -> None:
    sovereign = [each for each in load_territories().values() if each.is_sovereign]
    assert len(sovereign) == 197


def test_articles_stand_where_english_has_them() -> None:
    assert with_article("Netherlands") == "the Netherlands"
    assert with_article("Canary Islands") == "the Canary Islands"
    assert with_article("Norway") == "Norway"
