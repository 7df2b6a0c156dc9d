"""`palimpsest agreement` computes here and now, whatever the page shows."""

import json
import sys

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from tests.processes import finished
from tests.webapp.intake.imports.importing import (
    biography,
    bring,
    court_case,
    first_mention,
    written,
)
from tests.webapp.submissions import towns
from webapp.cli.agreement import agreement
from webapp.platform.extensions import db
from webapp.platform.models import Assignment, AssignmentState, ProjectKind, User


@pytest.fixture
def project(make):
    return make.project()


def run(monkeypatch, config, *arguments):
    monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))
    return CliRunner().invoke(agreement, arguments)


def test_json_names_documents_and_mentions_as_their_records_do(make, project, monkeypatch, config):
    [[work, _], _] = towns(make, project, ("city", "***"), ("city", "city"))
    result = run(monkeypatch, config, "--project", project.name, "--json")
    assert result.exit_code == 0, result.output
    answer = json.loads(result.output)
    assert {"annotators", "items", "light_kappa", "fleiss_kappa", "raw_agreement"} <= set(answer)
    assert set(answer["krippendorff_alpha"]) == {"nominal", "ordinal"}
    assert answer["pairs"] == [{"a": "Ada", "b": "Ben", "kappa": 0.0, "items": 2}]
    assert answer["text"]["items"] == 2
    [dispute] = answer["disputed"]
    assert dispute["doc_id"] == work.document.doc_id
    assert dispute["mention_id"] == f"{work.document.doc_id}_em1"


def test_without_json_it_prints_a_table(make, project, monkeypatch, config):
    towns(make, project, ("city", "city"), ("city", "***"), ("***", "***"))
    lines = run(monkeypatch, config, "--project", project.name).output.splitlines()
    assert lines[0] == "3 mentions, 2 annotators"
    assert any(line.split() == ["Light's", "κ", "0.4000", "0.4000"] for line in lines)


def test_an_unknown_project_is_one_line_and_exit_code_1(config):
    result = finished(
        [sys.executable, "-m", "webapp.cli", "agreement", "--project", "none"],
        env={"PALIMPSEST_HOME": str(config.home)},
    )
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == "Error: There is no project named 'none'.\n"


def two_annotators(doc_id="case"):
    """Ada and Ben marked the same spans, and differ on the first."""
    record = court_case(doc_id, "Ada", "Ben")
    record["annotations"]["Ben"] = json.loads(json.dumps(record["annotations"]["Ada"]))
    first_mention(record)["identifier_type"] = "DIRECT"
    return record


@pytest.fixture
def masking(make, tmp_path):
    project = make.project(kind=ProjectKind.MASKING)
    bring(project, written(tmp_path, two_annotators(), court_case("alone", "Ada")))
    return project


def test_layers_of_a_masking_project_are_compared(masking, monkeypatch, config):
    result = run(monkeypatch, config, "--project", masking.name, "--json")
    assert result.exit_code == 0, result.output
    layers = json.loads(result.output)["layers"]
    assert (layers["annotators"], layers["documents"]) == (["Ada", "Ben"], 1)
    assert layers["entity_type"]["exact"]["observed_agreement"] == 1
    assert layers["identifier_type"]["exact"]["observed_agreement"] == 1 / 2
    assert layers["disagreements"]["identifier_types"] == {"PERSON": {"DIRECT–QUASI": 1}}
    assert layers["edits"]["mentions"] == 6


def test_tables_of_layers_take_the_place_of_choices_that_nobody_made(masking, monkeypatch, config):
    output = run(monkeypatch, config, "--project", masking.name).output
    lines = output.splitlines()
    assert lines[0] == "Marked spans: 2 annotators, 1 document in common"
    assert ["Identifier", "type", "spans,", "same", "borders", "2", "0.5000"] in [
        line.split()[:7] for line in lines
    ]
    assert "DIRECT–QUASI" in output
    assert lines[-1].startswith("Pre-annotation of 6 mentions: checked 100.0%")


def test_a_layer_whose_annotator_is_still_at_work_is_left_out(masking, monkeypatch, config):
    of_ben = select(Assignment).join(Assignment.annotator).where(User.name == "Ben")
    work = db.session.scalars(of_ben).one()
    work.state = AssignmentState.IN_PROGRESS
    work.submitted_at = None
    db.session.commit()
    output = run(monkeypatch, config, "--project", masking.name).output
    assert output.startswith("Marked spans: no document has layers of two annotators")


def test_layers_stand_after_choices_that_a_file_brought(masking, monkeypatch, config, tmp_path):
    chosen = {"Oslo": {"city": ["Ada"], "***": ["Ben"]}}
    bring(masking, written(tmp_path, biography(chosen=chosen)))
    output = run(monkeypatch, config, "--project", masking.name).output
    assert output.index("1 mention, 2 annotators") < output.index("Marked spans: 2 annotators")


def test_a_project_without_layers_to_compare_has_choices_alone(make, monkeypatch, config):
    project = make.project()
    towns(make, project, ("city", "city"), ("city", "***"))
    assert (
        json.loads(run(monkeypatch, config, "--project", project.name, "--json").output)["layers"]
        is None
    )
    assert "Marked" not in run(monkeypatch, config, "--project", project.name).output


def test_a_file_is_compared_without_a_project(tmp_path):
    def compared(*records):
        file = written(tmp_path, *records)
        result = CliRunner().invoke(agreement, ["--file", str(file), "--json"])
        assert result.exit_code == 0, result.output
        return json.loads(result.output)

    of_layers = compared(two_annotators())
    assert of_layers["layers"]["documents"] == 1
    assert of_layers["items"] == 0
    of_choices = compared(biography(chosen={"Oslo": {"city": ["Ada"], "***": ["Ben"]}}))
    assert of_choices["layers"] is None
    assert of_choices["raw_agreement"] == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "either --project or --file"),
        (["--project", "x", "--file", __file__], "either --project or --file"),
        (["--with-model", "--file", __file__], "--with-model needs --project"),
    ],
)
def test_options_that_do_not_go_together_are_refused(arguments, words):
    result = CliRunner().invoke(agreement, arguments)
    assert result.exit_code == 2
    assert words in result.output
