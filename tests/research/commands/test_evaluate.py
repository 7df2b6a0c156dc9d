"""`palimpsest evaluate` measures families on a file, and refuses what can't be measured."""

from __future__ import annotations

import json
from importlib import import_module

import pytest
from click.testing import CliRunner

from learning.errors import LearningError
from selection.catalogue import catalogue
from webapp.cli import main

evaluate_module = import_module(
    "research.commands.evaluate"
)  # the package has the command by this name
TEXT = "{name} was born in Moss. This is life number {number}."


def record(number, *annotators, **more):
    """A life with one span; odd annotators take the first text, even ones `***`."""
    text = TEXT.format(name="Ada", number=number)
    chosen = {}
    for annotator in annotators:
        chosen.setdefault("town" if annotator % 2 else "***", []).append(f"person {annotator}")
    mention = {
        "entity_type": "LOC",
        "entity_mention_id": f"m{number}",
        "start_offset": text.index("Moss"),
        "end_offset": text.index("Moss") + 4,
        "span_text": "Moss",
        "identifier_type": "QUASI",
        "entity_id": f"e{number}",
        "replacement": {
            "generalizations": {"P31": ["town", "***"]},
            "generalization_selection": chosen,
        },
    }
    return {
        "doc_id": f"d{number}",
        "text": text,
        "annotations": {"spans": {"entity_mentions": [mention]}},
    } | more


RECORDS = [record(0, 1), record(1, 2), record(2, 1, 2, 4), record(3, 1), record(4, 3), record(5, 1)]


@pytest.fixture
def evaluate(monkeypatch, tmp_path):
    """Write files of records, evaluate with these words, and return the result."""
    encoder = tmp_path / "encoder"
    encoder.mkdir()
    (encoder / "config.json").write_text('{"hidden_size": 4}')
    (encoder / "model.safetensors").write_bytes(b"never read by the baseline")
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PALIMPSEST_ENCODER", str(encoder))
    monkeypatch.chdir(tmp_path)

    def run(*words, **files):
        for name, content in files.items():
            text = content if isinstance(content, str) else json.dumps(content)
            (tmp_path / f"{name}.json").write_text(text)
        return CliRunner().invoke(main, ["evaluate", *words])

    return run


def test_the_baseline_is_measured_by_vote_and_by_any_choice(evaluate):
    result = evaluate("data.json", "--family", "baseline", "--folds", "3", "--json", data=RECORDS)
    assert result.exit_code == 0, result.output
    value = json.loads(result.stdout)
    assert (value["documents"], value["examples"], value["folds"]) == (6, 6, 3)
    assert value["seeds"] == [*range(8)]
    assert value["encoder"]
    assert value["libraries"]["numpy"]
    baseline = value["families"]["baseline"]
    assert baseline["majority_accuracy"] == pytest.approx(4 / 6)
    assert baseline["any_accuracy"] == pytest.approx(5 / 6)
    assert baseline["mrr"] == pytest.approx((4 + 2 / 2) / 6)
    assert baseline["choice_accuracy"] == pytest.approx(4 / 5)
    assert set(baseline["levels"]) == {"micro", "macro", "weighted"}
    assert baseline["confusion"] == {"levels": [1, 2], "counts": [[4, 0], [2, 0]]}
    assert baseline["by_type"]["LOC"]["examples"] == baseline["by_length"]["2"]["examples"] == 6
    assert baseline["model_bytes"] == 0
    assert {"precision", "recall", "f1", "nll", "ece", "training_seconds"} <= set(baseline)
    assert baseline["spread"]["majority_accuracy"] == 0
    low, high = baseline["intervals"]["majority_accuracy"]
    assert 0 <= low < 4 / 6 < high <= 1


def test_the_table_is_for_reading(evaluate):
    result = evaluate("data.json", "--family", "baseline", "--folds", "2", data=RECORDS)
    assert result.exit_code == 0, result.output
    assert "6 documents, 6 mentions with choices; 2 folds by document" in result.stdout
    (line,) = [line for line in result.stdout.splitlines() if "66.67 ± 0.00" in line]
    assert line.startswith("baseline")
    assert "seed 3" in result.stderr
    assert "seed" not in result.stdout.split("seeds 0, 1, 2, 3", 1)[1].replace("over seeds", "")


def test_a_file_to_train_on_takes_the_place_of_folds(evaluate):
    words = ("data.json", "--train", "train.json", "--family", "baseline", "--json")
    result = evaluate(*words, data=RECORDS[:1], train=RECORDS[1:])
    assert result.exit_code == 0, result.output
    value = json.loads(result.stdout)
    assert (value["documents"], value["training_documents"], value["folds"]) == (1, 5, None)
    assert [run["seed"] for run in value["families"]["baseline"]["runs"]] == [0]


def test_figures_and_pictures_go_to_a_folder(evaluate, tmp_path):
    result = evaluate(
        "data.json", "--family", "baseline", "--repeats", "1", "-o", "found", data=RECORDS
    )
    assert result.exit_code == 0, result.output
    names = {path.name for path in (tmp_path / "found").iterdir()}
    assert {"report.json", "baseline-confusion.svg", "baseline-reliability.svg"} <= names
    assert "baseline" in json.loads((tmp_path / "found/report.json").read_text())["families"]


def test_a_name_that_ends_in_json_gets_the_figures_alone(evaluate, tmp_path):
    words = ("data.json", "--family", "baseline", "--repeats", "1", "-o", "found.json", "--json")
    result = evaluate(*words, data=RECORDS)
    assert result.exit_code == 0, result.output
    assert json.loads((tmp_path / "found.json").read_text()) == json.loads(result.stdout)
    assert not (tmp_path / "found").exists()


def test_documents_nobody_chose_for_are_left_out(evaluate):
    words = ("data.json", "--family", "baseline", "--folds", "2", "--json")
    result = evaluate(*words, data=[*RECORDS, record(6)])
    assert json.loads(result.stdout)["documents"] == 6


@pytest.mark.parametrize(
    ("records", "words", "message"),
    [
        ([record(0), record(1)], (), "carries no choices: nobody chose a replacement in it"),
        (RECORDS[:3], (), "5 folds need at least 5 annotated documents, and there are 3"),
        (RECORDS[:1], (), "One document can't be both trained on and tested on"),
        ("A life.", (), "data.json: not a JSON list of documents"),
        ('{"text": "A life."}\n' * 2, (), "carries no choices: it must be a WikiReplace file"),
        ('{"doc', (), "data.json"),
        (RECORDS, ("--train", "data.json"), "Document d0 is both to train on and to test on"),
        (RECORDS, ("-o", "no/such/found.json"), "Nothing can be written into no/such"),
        (RECORDS, ("-o", "no/such/folder"), "no/such/folder can't be made"),
    ],
)
def test_what_can_not_be_measured_is_refused_in_a_sentence(evaluate, records, words, message):
    result = evaluate("data.json", "--family", "baseline", *words, data=records)
    assert result.exit_code == 1
    assert message in result.stderr
    assert not result.stdout


def test_a_renamed_copy_of_a_test_document_is_not_trained_on(evaluate):
    copy = RECORDS[0] | {"doc_id": "copy"}
    words = ("data.json", "--train", "train.json", "--family", "baseline")
    result = evaluate(*words, data=RECORDS[:2], train=[*RECORDS[3:], copy])
    assert result.exit_code == 1
    assert "Document d0, to test on, has the text of document copy" in result.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--family", "oracle"), "'oracle' is not one of 'all', 'personal'"),
        (("--train", "data.json", "--folds", "3"), "--train and --folds exclude each other"),
        (("--repeats", "0"), "0 is not in the range"),
    ],
)
def test_a_wrong_use_is_told_apart(evaluate, words, message):
    result = evaluate("data.json", *words, data=RECORDS)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_missing_encoder_is_named_before_anything_is_trained(evaluate, monkeypatch, tmp_path):
    monkeypatch.setenv("PALIMPSEST_ENCODER", str(tmp_path / "nowhere"))
    result = evaluate("data.json", "--family", "baseline", data=RECORDS)
    assert result.exit_code == 1
    assert "There is no encoder folder" in result.stderr


def test_of_all_families_those_that_can_not_be_measured_are_named(evaluate, monkeypatch):
    def unloadable(name):
        raise LearningError(f"{name} lacks its library.")

    known = evaluate_module.family_named
    monkeypatch.setattr(
        evaluate_module,
        "family_named",
        lambda name: known(name) if name == "baseline" else unloadable(name),
    )
    result = evaluate("data.json", "--repeats", "1", "--json", data=RECORDS)
    assert result.exit_code == 0, result.output
    value = json.loads(result.stdout)
    assert list(value["families"]) == ["baseline"]
    assert set(value["skipped"]) == {*catalogue()} - {"baseline"}
    asked = evaluate("data.json", "--family", "ranker", data=RECORDS)
    assert asked.exit_code == 1
    assert "ranker lacks its library." in asked.stderr
