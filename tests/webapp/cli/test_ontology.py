"""`palimpsest ontology` builds the index, shows what a term may name, and counts."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from ontology import building
from ontology.entries import Entry, Kind
from ontology.index.reading import Index
from ontology.sources.source import Source
from webapp.cli import main

OSLO = Entry(("Oslo", "Kristiania"), ("city in Norway", "city", "place"), Kind.SETTLEMENT, 6.0)
GEOLOGIST = Entry(("geologist",), ("scientist", "person"), Kind.ROLE, 1.0, "studies rocks")


def read_nothing():
    raise ValueError("no columns")
    yield


SOURCES = {
    source.name: source
    for source in (
        Source("cities", "Cities", (), "CC0", "Made by hand.", lambda: iter([OSLO])),
        Source("words", "Words", (), "CC0", "Made by hand.", lambda: iter([GEOLOGIST])),
    )
}


@pytest.fixture
def palimpsest(monkeypatch, tmp_path):
    """Run a command of an installation of its own, whose sources are tiny."""
    monkeypatch.setattr(building, "load_sources", lambda: SOURCES)
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path))
    monkeypatch.delenv("PALIMPSEST_ONTOLOGY", raising=False)
    return lambda *arguments: CliRunner().invoke(main, [str(each) for each in arguments])


@pytest.fixture
def built(palimpsest):
    """The same, with its ontology."""
    assert palimpsest("ontology", "build").exit_code == 0
    return palimpsest


def test_building_shows_its_steps_and_what_it_made(palimpsest, tmp_path):
    result = palimpsest("ontology", "build")
    assert f"3 terms, 2 entries in {tmp_path / 'ontology'}" in result.output
    assert [step for step in ("cities", "words", "writing") if step in result.output]
    assert Index(tmp_path / "ontology").lookup("Oslo")


def test_a_build_can_be_of_some_sources_in_another_folder(palimpsest, tmp_path):
    result = palimpsest("ontology", "build", "--source", "words", "-o", tmp_path / "mine")
    assert result.exit_code == 0, result.output
    assert Index(tmp_path / "mine").manifest["sources"] == ["words"]
    assert not (tmp_path / "ontology").exists()


def test_the_setting_names_the_folder(palimpsest, tmp_path, monkeypatch):
    monkeypatch.setenv("PALIMPSEST_ONTOLOGY", str(tmp_path / "elsewhere"))
    palimpsest("ontology", "build")
    assert Index(tmp_path / "elsewhere").lookup("Oslo")


def test_an_unknown_source_is_refused(palimpsest):
    result = palimpsest("ontology", "build", "--source", "nowhere")
    assert result.exit_code == 1
    assert "there is no source 'nowhere'; there is: cities, words" in result.output


def test_a_broken_source_is_named_and_the_old_index_stays(built, monkeypatch, tmp_path):
    broken = Source("cities", "Cities", (), "CC0", "Made by hand.", read_nothing)
    monkeypatch.setitem(SOURCES, "cities", broken)
    result = built("ontology", "build")
    assert result.exit_code == 1
    assert "the source cities () is broken before its first entry" in result.output
    assert Index(tmp_path / "ontology").lookup("Oslo")


def test_a_lookup_shows_the_senses(built):
    result = built("ontology", "lookup", "oslo")
    assert "Oslo: city in Norway  [cities, settlement, 6, other spelling]" in result.output
    assert "city in Norway → city → place" in result.output
    assert "As a span" not in result.output


def test_a_lookup_of_what_is_not_there_says_so(built):
    assert built("ontology", "lookup", "Bergen").output == "Bergen is not in the ontology.\n"


def test_a_lookup_with_type_and_sentence_shows_the_list_of_such_a_span(built):
    arguments = ["--type", "LOC", "--sentence", "She moved to Oslo in May."]
    result = built("ontology", "lookup", "Oslo", *arguments)
    assert result.exit_code == 0, result.output
    assert "As a span" in result.output
    assert "→ ***" in result.output


def test_a_lookup_is_printed_for_programs(built):
    found = json.loads(built("ontology", "lookup", "Oslo", "--type", "LOC", "--json").output)
    assert found["senses"][0]["generalizations"] == ["city in Norway", "city", "place"]
    (texts,) = found["replacement"]["generalizations"].values()
    assert texts[-1] == "***"
    assert set(found["replacement"]["origins"]) == set(texts[:-1])


def test_the_term_must_stand_in_its_sentence(built):
    result = built("ontology", "lookup", "Oslo", "--sentence", "She moved to Bergen.")
    assert result.exit_code == 1
    assert "does not stand in the sentence" in result.output


@pytest.mark.parametrize("command", [["lookup", "Oslo"], ["stats"]])
def test_without_an_index_the_message_says_how_to_make_one(palimpsest, command):
    result = palimpsest("ontology", *command)
    assert result.exit_code == 1
    assert "`palimpsest ontology build` makes it" in result.output


def test_statistics_are_those_of_table_3_3(built):
    lines = built("ontology", "stats").output.splitlines()
    header = ["concepts", "terms", "#", "of", "gen.", "distinct", "times", "used", "average"]
    assert lines[0].split()[1:] == header
    assert lines[1].split() == ["cities", "1", "2", "3", "3", "1", "3.0"]
    assert lines[-2].split() == ["total", "2", "3", "5", "5", "2", "2.5"]
    (statistics,) = json.loads(built("ontology", "stats", "--json").output).values()
    assert statistics["sources"][1]["source"] == "words"
    assert statistics["sources"][-1]["average"] == 2.5
