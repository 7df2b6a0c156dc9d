"""`palimpsest export --for release`: what it writes, what stops it, what it refuses."""

import json

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from tests.webapp.intake.imports.importing import biography, bring, written
from webapp.cli import main
from webapp.platform.extensions import db
from webapp.platform.models import Event, EventKind

CHOSEN = {"Ada": {"PERSON 1": ["Kim"]}, "Oslo": {"city": ["Kim"]}}


@pytest.fixture
def project(make, tmp_path, config, monkeypatch):
    monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))
    project = make.project(name="Lives")
    bring(project, written(tmp_path, biography("first", chosen=CHOSEN)))
    return project


def export(*arguments):
    command = ["export", "--for", "release", "--project", "Lives", *map(str, arguments)]
    return CliRunner().invoke(main, command)


def test_a_release_is_written_with_its_key_and_report(project, tmp_path):
    files = [tmp_path / name for name in ("release.jsonl", "key.csv", "report.html")]
    result = export("-o", files[0], "--key", files[1], "--report", files[2])
    assert result.exit_code == 0, result.output
    assert result.stderr.endswith("1 text released.\n")
    line = json.loads(files[0].read_text())
    assert line["text"] == "[PERSON 1] moved to [a city]."
    assert files[1].read_text().splitlines() == ["id,doc_id", f"{line['id']},first"]
    assert "<h1>Release report</h1>" in files[2].read_text()
    kinds = db.session.scalars(
        select(Event.kind).where(Event.project_id == project.id).order_by(Event.id)
    ).all()
    assert kinds[-2:] == [EventKind.RELEASED, EventKind.EXPORTED]


@pytest.mark.usefixtures("project")
def test_key_and_report_are_json_where_their_names_say_so(tmp_path):
    key, report = tmp_path / "key.json", tmp_path / "report.json"
    result = export("--key", key, "--report", report, "--without-brackets")
    line = json.loads(result.stdout)
    assert line["text"] == "PERSON 1 moved to a city."
    assert json.loads(key.read_text()) == {line["id"]: "first"}
    assert json.loads(report.read_text())["texts"] == 1


@pytest.mark.usefixtures("project")
def test_what_the_gate_stops_at_is_told_and_nothing_is_written(project, tmp_path):
    leak = biography("second", chosen=CHOSEN, text="Ada moved to Oslo. There Ada slept.")
    bring(project, written(tmp_path, leak, name="more.json"))
    output = tmp_path / "release.jsonl"
    result = export("-o", output)
    assert result.exit_code == 1
    assert "Document 2 ('second'), Leak: “Ada” is still" in result.stderr
    assert "Nothing was released: 1 document is stopped at the gate." in result.stderr
    assert not output.exists()
    assert export("-o", output, "--skip-leaking").exit_code == 0
    assert len(output.read_text().splitlines()) == 1


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("option", ["--all", "--split=train", "--without-originals"])
def test_what_is_no_matter_of_a_release_is_refused(option):
    result = export(option)
    assert result.exit_code == 2
    assert "A release takes --reviewed" in result.stderr


@pytest.mark.usefixtures("project")
def test_a_key_is_a_matter_of_releases(tmp_path):
    command = ["export", "--project", "Lives", "--key", str(tmp_path / "key.csv")]
    assert CliRunner().invoke(main, command).exit_code == 2
