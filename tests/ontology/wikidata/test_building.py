"""From a dump to a layer: every oddity of the format, whole and in pieces."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ontology.entries import Kind
from ontology.wikidata.building import Options, Report, build_layer
from tests.ontology.wikidata.dumps import (
    COMPRESSIONS,
    item,
    item_value,
    sample_items,
    statement,
    write_dump,
)

EVERYTHING = (35120,)
CITY = ("city", "populated place", "place")


def build(dump: Path, folder: Path | None = None, **options) -> Report:
    chosen = Options(**{"workers": 0, **options})
    return build_layer(dump, folder or dump.parent / "layer", chosen, lambda *_: None)


def generalizations(report: Report, name: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(sense.source, sense.generalizations) for sense in report.index.lookup(name)]


def build_items(folder: Path, *items, **options) -> Report:
    return build(write_dump(folder / "dump.json", items), **options)


@pytest.mark.parametrize("ending", COMPRESSIONS)
@pytest.mark.parametrize("empty", ["{}", "[]"])
def test_a_dump_becomes_a_layer(tmp_path, ending, empty):
    report = build(write_dump(tmp_path / f"dump.{ending}", sample_items(), empty=empty))
    assert generalizations(report, "Brackwater") == [("P31", CITY)]
    assert generalizations(report, "brackwater-on-sea") == generalizations(report, "Brackwater")
    (sense,) = report.index.lookup("Brackwater")
    assert (sense.term, sense.kind, sense.weight) == ("Brackwater", Kind.SETTLEMENT, 1.0)
    assert (report.counts.lines, report.counts.items, report.counts.others) == (26, 22, 2)
    assert not (tmp_path / "layer" / ".first-pass").exists()


def test_humans_pages_articles_codes_and_flags_are_no_terms(tmp_path):
    report = build(write_dump(tmp_path / "dump.json", sample_items()), roots=(5, *EVERYTHING))
    for name in (
        "Ada Example",
        "Brackwater (disambiguation)",
        "The rocks of Brackwater",
        "bw",
        "🏖",
    ):
        assert report.index.lookup(name) == []
    assert (report.counts.humans, report.counts.left_out) == (1, 3)


def test_only_what_humans_point_to_and_the_roots_are_kept(tmp_path):
    report = build(write_dump(tmp_path / "dump.json", sample_items()))
    assert report.index.lookup("geologist")
    assert report.index.lookup("Unheard") == []
    assert not report.is_everything
    everything = build(write_dump(tmp_path / "dump.json", sample_items()), roots=(210,))
    assert everything.index.lookup("Unheard")
    assert everything.index.lookup("geologist") == []


def test_an_excerpt_without_humans_is_kept_whole(tmp_path):
    report = build_items(tmp_path, item(1, "Oldtown", P31=[200]), item(200, "city"))
    assert report.is_everything
    assert generalizations(report, "Oldtown") == [("P31", CITY)]


def test_a_country_is_a_country_in_the_first_region_that_it_is_part_of(tmp_path):
    report = build(write_dump(tmp_path / "dump.json", sample_items()))
    assert generalizations(report, "Norland") == [
        ("P31", ("country in Northern Isles", "country", "place")),
        ("P361", ("Northern Isles",)),
    ]
    assert generalizations(report, "Kingdom of Norland") == generalizations(report, "Norland")


def test_a_class_is_first_what_it_is_a_subclass_of(tmp_path):
    report = build(write_dump(tmp_path / "dump.json", sample_items()))
    assert generalizations(report, "geologist") == [
        ("P279", ("scientist", "person")),
        ("P31", ("profession",)),
    ]
    assert {sense.kind for sense in report.index.lookup("geologist")} == {Kind.OCCUPATION}


def test_the_form_of_the_thesis_has_first_and_longest_chain_as_wikidata_has_them(tmp_path):
    items = (
        item(1, "Oldtown", P31=[10, 20, 30]),
        item(10, "town", P279=[11]),
        item(11, "human settlement"),
        item(20, "big town", P279=[21, 10]),
        item(21, "large town", P279=[10]),
        item(30, "old town", P279=[31]),
        item(31, "ancient town", P279=[10]),
    )
    report = build_items(tmp_path, *items, thesis_json=tmp_path / "thesis.json")
    (_, concept), *_ = json.loads((tmp_path / "thesis.json").read_bytes()).items()
    assert concept["properties"] == {
        "P31": {
            "first": ["town", "human settlement"],
            "longest": ["old town", "ancient town", "town", "human settlement"],
        }
    }
    assert generalizations(report, "Oldtown") == [
        ("P31", ("big town", "town", "populated place", "place")),
        ("P31", ("old town", "part of a city", "place")),
    ]


def test_circles_end(tmp_path):
    report = build_items(
        tmp_path,
        item(1, "Thing of one", P31=[10], P279=[1], P361=[1]),
        item(10, "ring", P279=[11]),
        item(11, "band of metal", P279=[12]),
        item(12, "loop", P279=[10, 12]),
    )
    assert generalizations(report, "Thing of one")[0] == ("P31", ("ring", "band of metal", "loop"))
    assert all("Thing of one" not in texts for _, texts in generalizations(report, "Thing of one"))


def test_ranks_and_unknown_values_are_understood(tmp_path):
    report = build_items(
        tmp_path,
        item(1, "Aton", P31=[10, statement("P31", 11, "preferred"), statement("P31", None)]),
        item(2, "Beton", P31=[statement("P31", 10, "deprecated"), 12]),
        item(3, "Ceton", P31=[statement("P31", 10, "deprecated"), statement("P31", None)]),
        item(10, "wrong"),
        item(11, "best sort"),
        item(12, "usual sort"),
    )
    assert generalizations(report, "Aton") == [("P31", ("best sort",))]
    assert generalizations(report, "Beton") == [("P31", ("usual sort",))]
    assert generalizations(report, "Ceton") == []


def test_old_dumps_have_numeric_ids_only(tmp_path):
    old = statement("P31", 10)
    del old["mainsnak"]["datavalue"]["value"]["id"]
    new = statement("P31", 10)
    new["mainsnak"]["datavalue"] = {"value": {"id": "Q10"}, "type": "wikibase-entityid"}
    report = build_items(
        tmp_path, item(1, "Old", P31=[old]), item(2, "New", P31=[new]), item(10, "sort of thing")
    )
    assert (
        generalizations(report, "Old")
        == generalizations(report, "New")
        == [("P31", ("sort of thing",))]
    )
    assert item_value(10)["value"]["id"] == "Q10"


def test_names_for_all_languages_serve_where_there_is_no_english_one(tmp_path):
    report = build_items(
        tmp_path,
        item(1, None, labels={"mul": "Zed", "de": "Zett"}, P31=[10]),
        item(2, "Why", labels={"mul": "Ypsilon"}, P31=[10]),
        item(3, None, labels={"de": "Ka"}, P31=[10]),
        item(10, None, labels={"mul": "letter"}),
    )
    assert (
        generalizations(report, "Zed")
        == generalizations(report, "Ypsilon")
        == [("P31", ("letter",))]
    )
    assert report.index.lookup("Ypsilon")[0].term == "Why"
    assert report.index.lookup("Zett") == report.index.lookup("Ka") == []
    assert report.counts.nameless == 1


def test_broken_lines_are_numbered_and_passed_over(tmp_path):
    entities = [item(1, "Oldtown", P31=[10]), "{oops", item(10, "city"), '{"id":"X9"}', "[]", "7"]
    for chunk_bytes in (50, 10**6):
        report = build_items(tmp_path, *entities, chunk_bytes=chunk_bytes)
        assert generalizations(report, "Oldtown") == [("P31", CITY)]
        assert (report.counts.broken, report.counts.broken_lines) == (3, [3, 5, 7])


def test_removed_generalizations_are_stepped_over(tmp_path):
    report = build_items(
        tmp_path,
        item(1, "Elm", P31=[10]),
        item(10, "first-order class", P279=[11]),
        item(11, "kind of tree", P279=[12, 13]),
        item(12, "Wikimedia internal stuff"),
        item(13, "entity"),
    )
    assert generalizations(report, "Elm") == [("P31", ("kind of tree",))]


def test_classes_that_an_excerpt_lacks_are_known(tmp_path):
    report = build_items(tmp_path, item(1, "Oldtown", P31=[515]))
    assert generalizations(report, "Oldtown") == [("P31", CITY)]
