"""Our own table as a source: rows that hold together, and a few of them by value."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import pytest

from ontology.entries import Entry, Kind
from ontology.errors import SourceError
from ontology.sources import well_known
from ontology.sources.well_known import FEWEST_THINGS, SOURCE, Row, read_rows
from ontology.taxonomy import TAXONOMY


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return list(read_rows())


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    return list(SOURCE.read())


@pytest.fixture(scope="module")
def senses(entries: list[Entry]) -> dict[str, set[tuple[str, ...]]]:
    senses: defaultdict[str, set[tuple[str, ...]]] = defaultdict(set)
    for entry in entries:
        for name in entry.names:
            senses[name].add(entry.generalizations)
    return senses


def test_no_thing_is_listed_twice(rows: list[Row]) -> None:
    counts = Counter((row.names[0], row.kind, row.country) for row in rows)
    assert [thing for thing, count in counts.items() if count > 1] == []


def test_rows_are_sorted_by_kind_country_and_name(rows: list[Row]) -> None:
    keys = [(row.kind, row.country, "|".join(row.names).casefold()) for row in rows]
    assert keys == sorted(keys)


def test_names_are_distinct_and_without_blanks_around_them(rows: list[Row]) -> None:
    for row in rows:
        assert len(set(row.names)) == len(row.names)
        assert all(name and name == " ".join(name.split()) for name in row.names)


def test_every_kind_makes_an_entry(rows: list[Row], entries: list[Entry]) -> None:
    assert {row.kind for row in rows} <= {
        text for entry in entries for text in entry.generalizations
    }


def test_a_kind_in_a_place_stands_above_several_things(entries: list[Entry]) -> None:
    counts = Counter(
        (entry.kind, entry.generalizations[0])
        for entry in entries
        if entry.generalizations[0] not in TAXONOMY
    )
    assert min(counts.values()) >= FEWEST_THINGS


@pytest.mark.parametrize(
    ("name", "generalizations"),
    [
        (
            "Volkswagen",
            ("car manufacturer in Germany", "car manufacturer", "company", "business"),
        ),
        (
            "BBC",
            (
                "public broadcaster in the United Kingdom",
                "public broadcaster",
                "broadcaster",
                "media organization",
            ),
        ),
        ("NATO", ("intergovernmental organization", "international organization")),
        (
            "UNESCO",
            ("United Nations agency", "international agency", "international organization"),
        ),
        ("Hamlet", ("play", "literary work")),
        ("La bohème", ("opera", "musical work")),
        ("Islam", ("religion",)),
        ("Methodism", ("Christian denomination", "religious denomination", "religion")),
        ("yoga", ("form of exercise", "physical activity")),
        ("chess", ("board game",)),
        (
            "Norges Bank",
            (
                "central bank in Northern Europe",
                "central bank",
                "government agency",
                "public body",
            ),
        ),
    ],
)
def test_a_name_has_the_chain_of_its_kind(
    senses: dict[str, set[tuple[str, ...]]], name: str, generalizations: tuple[str, ...]
) -> None:
    assert generalizations in senses[name]


def test_a_newspaper_is_an_organization_and_a_publication(entries: list[Entry]) -> None:
    kinds = {entry.kind: entry.generalizations for entry in entries if "Le Monde" in entry.names}
    assert kinds[Kind.ORGANIZATION][1:] == ("newspaper", "media organization")
    assert kinds[Kind.WORK][1:] == ("newspaper",)


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (["names\tkind"], "the first line is"),
        (["names\tkind\tcountry", "Acme\tanvil shop"], "line 2: 'anvil shop' is not in the table"),
        (["names\tkind\tcountry", "Acme\tshop\tXY"], "line 2: 'XY' is no code"),
    ],
)
def test_a_wrong_line_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lines: list[str], problem: str
) -> None:
    table = tmp_path / "table.tsv"
    table.write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.setattr(well_known, "TABLE", table)
    with pytest.raises(SourceError, match=problem):
        list(read_rows())
