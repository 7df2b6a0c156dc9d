"""`palimpsest score-masks` prints how good masks are, and what they leave readable."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from annotation.formats import Format, write_documents
from tests.learning.language_models import write_masked
from tests.marked_layers import annotated, spans_of
from webapp.cli import main

LETTER = annotated(
    "letter",
    Ada="[Mr Berg|b|DIRECT] of [Oslo|o|QUASI|LOC]\nwas [48|n|QUASI|QUANTITY] then.",
    Ben="Mr [Berg|b|DIRECT] of [Oslo|o|QUASI|LOC]\nwas 48 then.",
)
NOTE = annotated("note", Ada="[Bo|b|DIRECT] left.")
KEYS = {
    "recall",
    "er_di",
    "er_qi",
    "precision",
    "weighted_precision",
    "mention_recall",
    "mention_precision",
    "recall_per_type",
    "documents",
    "unanswered",
    "weights",
}


@pytest.fixture
def files(tmp_path):
    """The annotators' file, and that of a system which finds a name and a place."""
    gold, system = tmp_path / "gold.json", tmp_path / "system.json"
    with gold.open("w") as stream:
        write_documents([LETTER, NOTE], stream, Format.TAB)
    masks = {"letter": spans_of(LETTER, "Berg", "Oslo"), "note": []}
    system.write_text(json.dumps(masks))
    return gold, system


def run(*arguments):
    return CliRunner().invoke(main, ["score-masks", *map(str, arguments)])


def answer(*arguments):
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def test_json_holds_the_measures_of_the_benchmark(files):
    found = answer(*files)
    assert set(found) == KEYS
    assert (found["er_di"], found["er_qi"]) == (2 / 3, 2 / 3)
    assert found["precision"] == found["weighted_precision"] == 1
    assert found["recall_per_type"] == {"PERSON": 3 / 4, "LOC": 1, "QUANTITY": 0}
    assert found["unanswered"] == []


def test_the_annotators_own_file_can_be_the_answer(files):
    gold, _ = files
    found = answer(gold, gold)
    assert found["er_di"] == found["er_qi"] == found["recall"] == 1
    assert found["precision"] < 1


def test_a_table_names_every_measure_with_what_was_counted(files):
    output = run(*files).output
    assert "2 documents." in output
    assert re.search(r"^Entity recall, direct identifiers +0.6667 +2 of 3$", output, re.M)
    assert re.search(r"^ +QUANTITY +0.0000 +0 of 1$", output, re.M)
    assert re.search(r"^Weighted precision \(uniform\) +1.0000 +4 of 4$", output, re.M)


def test_misses_are_shown_in_their_context_with_who_masked_them(files):
    output = run(*files, "--misses").output
    assert "'letter'" in output
    assert "QUASI QUANTITY, 20–22, masked by Ada" in output
    assert "Mr Berg of Oslo was [48] then." in output
    assert "DIRECT PERSON, 0–2, masked by Ada\n    [Bo] left." in output
    assert "Berg]" not in output
    assert len(answer(*files, "--misses")["misses"]) == 2


def test_a_miss_of_several_annotators_stands_once(files):
    gold, system = files
    system.write_text("{}")
    output = run(gold, system, "--misses").output
    assert output.count("[Oslo]") == 1
    assert "masked by Ada, Ben" in output


def test_the_readable_part_of_a_mention_is_named(files):
    gold, system = files
    system.write_text(json.dumps({"letter": [[3, 5]]}))
    assert "[Mr Berg]" in (output := run(gold, system, "--misses").output)
    assert "readable: rg" in output


def test_documents_without_masks_count_as_readable_and_are_named(files):
    gold, system = files
    system.write_text(json.dumps({"letter": [[3, 7]]}))
    assert answer(gold, system)["unanswered"] == ["note"]
    assert "not masked: 'note'." in run(gold, system).output


def test_nothing_to_count_is_said(files):
    gold, system = files
    system.write_text("{}")
    assert answer(gold, system)["precision"] is None
    assert re.search(r"^Token precision +– +nothing to count$", run(gold, system).output, re.M)


def test_a_language_model_weighs_tokens(files, tmp_path):
    folder = write_masked(tmp_path / "model")
    gold, system = files
    system.write_text(json.dumps({"letter": spans_of(LETTER, "Berg", "was 48")}))
    found = answer(gold, system, "--weights", "lm", "--model", folder)
    assert found["weights"] == "lm"
    assert 0 < found["weighted_precision"] < 1
    assert found["weighted_precision"] != found["precision"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--weights", "lm"], "--weights lm needs --model"),
        (["--model", "somewhere"], "for --weights lm alone"),
    ],
)
def test_weights_and_model_go_together(files, arguments, words):
    result = run(*files, *arguments)
    assert result.exit_code == 2
    assert words in result.output


def test_a_missing_model_is_named(files, tmp_path):
    result = run(*files, "--weights", "lm", "--model", tmp_path / "nowhere")
    assert result.exit_code == 1
    assert "nowhere" in result.output


@pytest.mark.parametrize("content", ['{"stranger": []}', '{"note": [[0, 99]]}', '{"note": 3}', "-"])
def test_a_faulty_answer_is_one_line_with_its_place(files, content):
    gold, system = files
    system.write_text(content)
    result = run(gold, system)
    assert result.exit_code == 1
    assert re.fullmatch(r"Error: system\.json: .+\n", result.output)


@pytest.mark.parametrize("content", ["[]", "Ada left.", '[{"doc_id": "d", "text": "Ada."}]'])
def test_gold_without_annotations_is_refused(files, content):
    gold, system = files
    gold.write_text(content)
    result = run(gold, system)
    assert result.exit_code == 1
    assert "gold.json" in result.output
