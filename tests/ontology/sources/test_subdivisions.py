"""States, provinces, counties and districts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from ontology.entries import Entry
from ontology.sources import subdivisions
from ontology.sources.settlements import Settlement
from ontology.sources.subdivision_kinds import UNKNOWN, name_kind

CAPITAL = Settlement(1, "Konya", (), 37.9, 32.5, "PPLA", "TR", "71", "", population=1_400_000)


@pytest.fixture(scope="module")
def entries() -> Iterator[dict[str, list[Entry]]]:
    """Entries by their names, with a single city to weigh them by."""
    patch = pytest.MonkeyPatch()
    cities = [CAPITAL, replace(CAPITAL, name="Atlanta", country="US", admin1="GA")]
    patch.setattr(subdivisions, "read_settlements", lambda: cities)
    found: dict[str, list[Entry]] = {}
    for entry in subdivisions.SOURCE.read():
        for name in entry.names:
            found.setdefault(name, []).append(entry)
    yield found
    patch.undo()


def test_a_province_is_generalized_with_its_country(entries: dict[str, list[Entry]]) -> None:
    assert entries["Anhui"][0].generalizations == (
        "province of China",
        "province in East Asia",
        "province in Asia",
        "province",
        "administrative region",
        "place",
    )


def test_english_names_come_first(entries: dict[str, list[Entry]]) -> None:
    assert entries["Bayern"][0].names[0] == "Bavaria"


def test_abbreviations_of_states_are_names(entries: dict[str, list[Entry]]) -> None:
    assert "Texas" in {entry.names[0] for entry in entries["TX"]}
    assert "Ontario" in {entry.names[0] for entry in entries["Ont."]}


def test_a_county_is_generalized_with_its_state(entries: dict[str, list[Entry]]) -> None:
    generalizations = {entry.generalizations[0] for entry in entries["Cook County"]}
    assert "county in Illinois, United States" in generalizations


def test_a_subdivision_is_less_usual_than_the_city_it_is_named_after(
    entries: dict[str, list[Entry]],
) -> None:
    assert entries["Konya"][0].weight < 6.1
    assert entries["Georgia"][0].weight > 6.1


@pytest.mark.parametrize(
    ("category", "names", "code", "noun"),
    [
        ("Land", ("Hesse",), "DE.05", "state"),
        ("Country", ("Wales",), "GB.WLS", "country"),
        ("Province", ("Northern Ireland",), "GB.NIR", "country"),
        ("Unitary authority", ("Wiltshire",), "GB.ENG.P8", "county"),
        ("", ("Powiat dębicki",), "PL.80.1803", "county"),
        ("", ("Steinkjer",), "NO.16.1702", "municipality"),
        ("", ("Nowhere",), "ZZ.1.2", UNKNOWN),
    ],
)
def test_the_noun_is_the_one_usual_in_english(
    category: str, names: tuple[str, ...], code: str, noun: str
) -> None:
    assert name_kind(category, names, code, is_first=False) == noun
