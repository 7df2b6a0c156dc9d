from __future__ import annotations

import json
import shutil
from dataclasses import replace

import pytest
from click.testing import CliRunner

from ontology.entries import Entry, Kind
from ontology.index.writing import write_index
from ontology.layers import Ontology
from ontology.linking.offering import Offering
from ontology.scoring.model import WEIGHTS, load_scorer
from research.ontology.__main__ import VERDICTS, main
from research.ontology.judged import read_judged
from research.ontology.training import fit_scorer, gather_examples, measure
from tests.ontology.marking import span_of

ENTRIES = {
    "cities": [
        Entry((name,), ("town in Norway", "town"), Kind.SETTLEMENT, 4.0, "town in Norway")
        for name in ("Oban", "Skye", "Mull")
    ]
}


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    folder = tmp_path_factory.mktemp("index")
    write_index(folder, ENTRIES, {})
    return folder


@pytest.fixture(scope="module")
def ontology(index):
    return Ontology.open(index)


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    """Towns that people live in, and films of the same name that they see."""
    path = tmp_path_factory.mktemp("judged") / "texts.jsonl"
    towns = [
        {
            "id": f"t{number}",
            "domain": "letter",
            "text": f"{number} people live in [[Oban|LOC]].",
            "spans": [{"text": "Oban", "right": ["town in Norway"]}],
        }
        for number in range(8)
    ]
    films = [
        {
            "id": f"f{number}",
            "domain": "letter",
            "text": f"{number} people saw the film [[Oban|MISC]].",
            "spans": [{"text": "Oban", "right": ["film"], "wrong": ["town in Norway", "town"]}],
        }
        for number in range(8)
    ]
    path.write_text("\n".join(map(json.dumps, [*towns, *films])), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def examples(texts, ontology):
    return [*gather_examples(read_judged(texts, {}), ontology)]


@pytest.fixture(scope="module")
def fitted(examples):
    return fit_scorer(examples, [1.0])


def test_it_learns_which_reading_is_right_where(fitted, ontology):
    def best(text):
        span = span_of(text)
        offering = Offering(span.surroundings, ontology)
        scored = fitted.scorer.score(offering.readings_of(span), span, ontology)
        found = offering.choose(scored, span)
        return found and found[1].generalizations[0]

    assert best("They live in [[LOC:Oban]].") == "town in Norway"
    assert best("They saw the film [[MISC:Oban]].") == "film"


def test_lists_of_documents_left_out_are_measured(examples, fitted):
    shares = measure(examples, fitted.held_out)
    assert shares.readable >= shares.right > 0.9
    assert shares.first > 0.9
    assert shares.wrong < 0.1
    assert shares.bits > 0
    surest = measure(examples, fitted.held_out, cost=1000.0)
    assert surest.right_texts <= shares.right_texts > shares.wrong_texts


def test_no_list_has_a_right_text_where_no_reading_has_one(texts, ontology, fitted):
    unknown = dict.fromkeys(("town in Norway", "town", "film"), False)
    judged = [replace(each, right=(), verdicts=unknown) for each in read_judged(texts, {})]
    shares = measure([*gather_examples(judged, ontology)], fitted.held_out)
    assert (shares.readable, shares.right) == (0, 0)


def test_the_command_writes_weights_that_can_be_loaded(texts, index, tmp_path, monkeypatch):
    folder = tmp_path / "spans"
    folder.mkdir()
    shutil.copy(texts, folder / "letters.jsonl")
    (folder / VERDICTS).write_text("document,string,candidate,verdict\n", encoding="utf-8")
    monkeypatch.setattr("research.ontology.__main__.SPANS", folder)
    output = tmp_path / "weights.json"
    result = CliRunner().invoke(main, ["train", "--index", str(index), "-o", str(output)])
    assert result.exit_code == 0, result.output
    assert "letters" in result.output
    assert "a wrong text costs 2.0" in result.output
    stored = json.loads(output.read_text(encoding="utf-8"))
    assert stored["from"]["spans"] == 16
    assert stored["readings"]["weights"]
    assert stored["candidates"]["weights"]


def test_a_second_text_that_is_wrong_makes_the_reading_wrong(examples):
    row = examples[0].readings[0]
    assert row.verdict
    first, second = row.verdicts
    spoilt = type(row)(row.reading, row.features, {first: True, second: False})
    assert spoilt.verdict is False


def test_nothing_is_learnt_from_what_may_not_be_offered(texts, ontology):
    spans = [{"text": name, "right": ["place"]} for name in ("Oban", "Norway")]
    text = "They live in [[Oban|LOC]], which is in [[Norway|LOC]]."
    record = {"id": "own", "domain": "letter", "text": text, "spans": spans}
    path = texts.parent / "own.jsonl"
    path.write_text(json.dumps(record), encoding="utf-8")
    oban, _ = gather_examples(read_judged(path, {}), ontology)
    read = {text for row in oban.readings for text in row.reading.generalizations}
    assert "town in Norway" in read - oban.offered


def test_every_reading_and_candidate_was_left_out_once(examples, fitted):
    count = sum(len(each.readings) for each in examples)
    assert sum(len(scored.readings) for scored in fitted.held_out) == count
    assert sum(row[2] for row in fitted.readings.calibration) == count
    count = sum(len(scored.candidates) for scored in fitted.held_out)
    assert sum(row[2] for row in fitted.candidates.calibration) == count


def test_the_weights_that_come_with_the_program_say_where_they_are_from():
    stored = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    assert {"made", "from", "readings", "candidates"} <= set(stored)
    assert load_scorer().candidates.bias == stored["candidates"]["bias"]


@pytest.mark.parametrize("name", ["readings", "candidates"])
def test_they_are_calibrated(name):
    """Of what was probability at p, about p was right: on documents that were left out."""
    stored = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    for probability, right, count in stored[name]["calibration"]:
        assert abs(probability - right) < 0.05 + 1.5 / count**0.5
