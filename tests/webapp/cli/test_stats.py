"""`palimpsest stats` counts here and now, whatever the page shows."""

import json

import pytest
from click.testing import CliRunner

from tests.webapp.submissions import towns
from webapp.cli import main


@pytest.fixture
def project(make):
    return make.project()


@pytest.fixture
def run(monkeypatch, config):
    monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))

    def run(*arguments):
        result = CliRunner().invoke(main, ["stats", *arguments])
        assert result.exit_code == 0, result.output
        return result

    return run


def test_json_holds_every_table_by_its_name(make, project, run):
    towns(make, project, ("city", "***"), ("city", "city"))
    answer = json.loads(run("--project", project.name, "--json").stdout)
    assert {"progress", "levels", "masked", "candidates", "disputed-spans"} <= set(answer["tables"])
    [place, total] = answer["tables"]["masked"]
    assert place == {"Semantic type": "Place", "***": 1, "***, share": 0.25}
    assert total["Semantic type"] == "All"


def test_people_read_tables(make, project, run):
    towns(make, project, ("city", "***"))
    printed = run("--project", project.name).stdout
    assert "2 of 2 documents are submitted" in printed
    assert "Share of ***" in printed
    assert "1 (50 %)" in printed


def test_a_folder_gets_tables_and_pictures(make, project, run, tmp_path):
    towns(make, project, ("city", "***"))
    folder = tmp_path / "figures"
    folder.mkdir()
    printed = run("--project", project.name, "-o", str(folder))
    names = {path.name for path in folder.iterdir()}
    assert {"levels.csv", "levels.svg", "disputed-terms.csv"} <= names
    assert "disputed-terms.svg" not in names
    assert f"{len(names)} files in" in printed.stderr


def test_an_empty_project_has_nothing_to_tell(project, run):
    assert json.loads(run("--project", project.name, "--json").stdout) == {
        "summary": [],
        "tables": {},
    }
