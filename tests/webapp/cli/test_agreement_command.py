"""`palimpsest agreement` computes here and now, whatever the page shows."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from tests.webapp.submissions import towns
from webapp.cli.agreement import agreement


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
    told = subprocess.run(
        [sys.executable, "-m", "webapp.cli", "agreement", "--project", "none"],
        env={"PALIMPSEST_HOME": str(config.home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr == "Error: There is no project named 'none'.\n"
