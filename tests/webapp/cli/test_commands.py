"""The table of commands is true, and a command loads what it needs and no more."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from research.commands import COMMANDS as RESEARCH
from selection.catalogue import RESEARCH_EXTRA
from webapp.cli import main
from webapp.cli.commands import COMMANDS
from webapp.cli.group import OF_RESEARCH
from webapp.cli.projects import COMMANDS as PROJECTS

ROWS = {**COMMANDS, **RESEARCH, **{f"project {name}": row for name, row in PROJECTS.items()}}
WEB = {"flask", "werkzeug"}
DATABASE = {"sqlalchemy", "flask_sqlalchemy", "alembic"}
HEAVY = {"torch", "transformers", "sklearn", "matplotlib", "lightgbm", "pandas", "scipy", "pyarrow"}
LANGUAGE = {"numpy", "spacy"}
LOADED = "import json, sys; print(json.dumps(sorted(sys.modules)))"


@pytest.mark.parametrize("name", ROWS)
def test_the_line_of_help_is_that_of_the_command(name):
    command = ROWS[name].load()
    assert command.name == name.split()[-1]
    assert ROWS[name].help == command.get_short_help_str(limit=1_000)


@pytest.mark.parametrize("name", OF_RESEARCH)
def test_a_command_that_an_extra_brings_is_named_with_it(monkeypatch, name):
    assert set(OF_RESEARCH) == set(RESEARCH)
    monkeypatch.setattr("webapp.cli.group.entry_points", lambda group: [])  # noqa: ARG005 - by name
    refused = CliRunner().invoke(main, [name])
    assert refused.exit_code == 2
    assert RESEARCH_EXTRA in refused.stderr


class Broken:
    """An entry point of somebody's package that can't be imported."""

    value = "somebody.commands:COMMANDS"

    @staticmethod
    def load():
        raise ImportError("nothing there")


def test_what_is_broken_in_a_package_beside_this_one_stops_none_of_our_commands(monkeypatch):
    monkeypatch.setattr("webapp.cli.group.entry_points", lambda group: [Broken])  # noqa: ARG005 - by name
    listed = CliRunner().invoke(main, ["--help"])
    assert listed.exit_code == 0
    assert listed.stderr.count(Broken.value) == 1
    assert set(COMMANDS) <= set(listed.stdout.split())


def loaded_by(code, *arguments, **environment):
    """The modules that are loaded at the end of a program."""
    run = subprocess.run(
        [sys.executable, "-c", f"{code}\n{LOADED}", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return {name.split(".")[0] for name in json.loads(run.stdout.splitlines()[-1])}


CALL = "from webapp.cli import main; main(standalone_mode=False)"


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_version_and_help_load_neither_web_nor_database_nor_language(option, tmp_path):
    home = tmp_path / "home"
    loaded = loaded_by(CALL, option, PALIMPSEST_HOME=str(home))
    assert not loaded & (WEB | DATABASE | HEAVY | LANGUAGE)
    assert not home.exists()


def test_the_list_of_projects_loads_the_database_alone(app, config):  # noqa: ARG001 - it is up to date
    loaded = loaded_by(
        f"{CALL}\nimport sys; assert 'webapp.features' not in sys.modules",
        *("project", "list"),
        PALIMPSEST_HOME=str(config.home),
        PALIMPSEST_DATABASE_URL=config.database_url,
    )
    assert not loaded & (HEAVY | LANGUAGE | {"alembic"})


def test_masks_are_suggested_without_web_database_and_torch(config, tiny_ontology, tmp_path):  # noqa: ARG001 - the ontology is built for its effect
    text, home = tmp_path / "letter.txt", tmp_path / "elsewhere"
    text.write_text("Tuva Lind was born in Oslo.")
    loaded = loaded_by(
        CALL,
        *("mask", str(text), "--output", str(tmp_path / "masked.json")),
        PALIMPSEST_HOME=str(home),
        PALIMPSEST_ONTOLOGY=str(config.ontology),
    )
    assert not loaded & (WEB | DATABASE | HEAVY)
    assert not home.exists()


def test_the_library_is_imported_with_nothing(tmp_path):
    loaded = loaded_by("import palimpsest", HOME=str(tmp_path))
    assert not loaded & (WEB | DATABASE | HEAVY | LANGUAGE | {"click", "annotation"})
    assert not list(tmp_path.iterdir())
