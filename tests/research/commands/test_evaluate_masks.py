"""`palimpsest evaluate-masks` measures recognizers, and says what it can't measure."""

from __future__ import annotations

import json
from functools import partial

import pytest
from click.testing import CliRunner

from annotation.formats import Format, write_documents
from research.commands import opening
from research.masking.search import Page
from research.masking.search.caching import CachedClient
from research.masking.search.collection import build_collection
from tests.marked_layers import annotated
from tests.masking.corrected_documents import corrected
from tests.research.masking.search.engines import SEARXNG, serving
from webapp.cli import main

METRICS = {"precision", "recall", "f1", "er_di", "er_qi"}


@pytest.fixture
def evaluate(monkeypatch, config, tiny_ontology, tiny_encoder_folder, tmp_path):  # noqa: ARG001 - the ontology is built for its effect
    """Run the command on documents with a tiny encoder and a tiny ontology."""
    monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))
    monkeypatch.delenv("PALIMPSEST_ONTOLOGY", raising=False)
    monkeypatch.setenv("PALIMPSEST_ENCODER", str(tiny_encoder_folder))

    def run(documents, *arguments):
        data = tmp_path / "data.json"
        with data.open("w") as stream:
            write_documents(documents, stream, Format.TAB)
        return CliRunner().invoke(main, ["evaluate-masks", str(data), *map(str, arguments)])

    return run


def test_json_holds_the_metrics_of_each_recognizer(evaluate, tmp_path):
    output = tmp_path / "metrics.json"
    result = evaluate(
        map(corrected, range(6)), "--folds", 2, "--part", "recognizers", "--json", "-o", output
    )
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert {"zero-shot", "trained"} <= set(found["recognizers"])
    for metrics in found["recognizers"].values():
        assert set(metrics) == METRICS | {"at_precision_80"}
        assert set(metrics["at_precision_80"]) == METRICS | {"threshold"}
    assert json.loads(output.read_text()) == found
    assert "trained: seed 0, fold 2" in result.stderr


def test_indicators_and_combinations_are_measured_and_what_lacks_says_why(evaluate):
    result = evaluate(map(corrected, range(8)), "--folds", 2, "--part", "indicators", "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    working = ["span_classification", "sequence_labelling_full", "sequence_labelling_partial"]
    assert list(found) == ["indicators", "combinations"]
    assert list(found["indicators"]) == ["type_majority", *working]
    assert list(found["combinations"]) == ["at_least_1", "at_least_2", "at_least_3", "learned"]
    for metrics in (*found["indicators"].values(), *found["combinations"].values()):
        assert set(metrics) == {"accuracy", "macro_f1", "auc"}
    assert "language model" in result.stderr


@pytest.fixture
def decide(evaluate, tmp_path):
    """Measure the indicators on one document, trained on two others."""

    def run():
        train = tmp_path / "train.json"
        with train.open("w") as stream:
            write_documents([corrected(1), corrected(2)], stream, Format.TAB)
        return evaluate([corrected(0)], "--train", train, "--part", "indicators", "--json")

    return run


def test_a_search_engine_of_the_settings_is_asked_and_people_are_warned(decide, monkeypatch):
    monkeypatch.setattr(opening, "CachedClient", partial(CachedClient, interval=0.0))
    with serving() as engine:
        monkeypatch.setenv("PALIMPSEST_SEARCH_SEARXNG", engine.address + SEARXNG)
        result = decide()
    assert result.exit_code == 0, result.output
    assert "web_search" in json.loads(result.stdout)["indicators"]
    assert '"Ada Berg" "Bergen"' in {each["q"] for each in engine.asked}
    (warning,) = [line for line in result.stderr.splitlines() if "Web search is on" in line]
    assert engine.address.removeprefix("http://") in warning
    assert "unset PALIMPSEST_SEARCH_SEARXNG" in warning


def test_a_collection_answers_and_nobody_is_warned(decide, monkeypatch, tmp_path):
    collection = tmp_path / "collection.sqlite3"
    build_collection(collection, [Page("a", "Ada Berg grew up in Bergen.")])
    monkeypatch.setenv("PALIMPSEST_SEARCH_COLLECTION", str(collection))
    result = decide()
    assert result.exit_code == 0, result.output
    assert "web_search" in json.loads(result.stdout)["indicators"]
    assert "Web search" not in result.stderr


def test_the_table_has_a_row_for_each_operating_point(evaluate):
    result = evaluate(map(corrected, range(4)), "--folds", 2, "--part", "recognizers")
    assert result.exit_code == 0, result.output
    headings, *rows = result.stdout.splitlines()
    assert headings.split()[:3] == ["Recognizers", "precision", "recall"]
    assert [row.partition("  ")[0] for row in rows] == [
        "zero-shot",
        "zero-shot, at precision 80",
        "trained",
        "trained, at precision 80",
    ]


@pytest.mark.parametrize(
    ("documents", "arguments", "message"),
    [
        (
            [annotated("a", Kim="[Ada|a|NO_MASK]"), annotated("b", Kim="b")],
            [],
            "There are no masks",
        ),
        ([corrected(1)], [], "One document can't be both trained on and tested on"),
        ([corrected(1), corrected(2)], ["--folds", 3], "3 folds need at least 3"),
        ([corrected(1)], ["-o", "/no/where/x.json"], "Nothing can be written into /no/where"),
    ],
)
def test_what_can_not_be_measured_is_said(evaluate, documents, arguments, message):
    result = evaluate(documents, *arguments)
    assert result.exit_code == 1
    assert message in result.stderr


def test_a_document_to_test_on_is_not_trained_on(evaluate, tmp_path):
    train = tmp_path / "train.json"
    with train.open("w") as stream:
        write_documents([corrected(1)], stream, Format.TAB)
    result = evaluate([corrected(1), corrected(2)], "--train", train)
    assert result.exit_code == 1
    assert "d1 is both to train on and to test on" in result.stderr


def test_a_plain_text_carries_no_masks(tmp_path):
    path = tmp_path / "plain.txt"
    path.write_text("Ada left.")
    result = CliRunner().invoke(main, ["evaluate-masks", str(path)])
    assert result.exit_code == 1
    assert "it must be a TAB, WikiReplace or marked text file" in result.stderr
