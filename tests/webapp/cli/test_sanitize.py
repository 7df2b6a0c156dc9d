"""`palimpsest sanitize` takes raw texts to anonymized ones, and goes on where it was stopped."""

from __future__ import annotations

import json
import pickle
import secrets
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from subprocess import PIPE

import pytest
import spacy
from click.testing import CliRunner

from ontology.index.writing import write_index
from palimpsest.sanitizing.running import _begin
from tests.gazetteer import ENTRIES
from tests.processes import started
from webapp.cli import main

LETTER = "Ms Solheim was born in Oslo on 12 March 1951. Ms Solheim is a geologist. Call {}.\n"


@pytest.fixture
def texts(tmp_path, monkeypatch):
    """A folder with a home beside it."""
    write_index(tmp_path / "home" / "ontology", ENTRIES, {})
    (tmp_path / "home").chmod(0o700)
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("PALIMPSEST_ONTOLOGY", raising=False)
    folder = tmp_path / "texts"
    folder.mkdir()
    return folder


@pytest.fixture
def small_pipeline(tmp_path, monkeypatch):
    """A pipeline that is loaded at once: it knows one name."""
    nlp = spacy.blank("en")
    names = nlp.add_pipe("entity_ruler", name="ner")
    names.add_patterns([{"label": "PERSON", "pattern": "Solheim"}])
    nlp.to_disk(tmp_path / "pipeline")
    monkeypatch.setenv("PALIMPSEST_PIPELINE", str(tmp_path / "pipeline"))


@pytest.fixture
def command(texts, tmp_path):
    """What the command is called with; its work is done in another process in any case."""
    return ["sanitize", str(texts), "-o", str(tmp_path / "out"), "--processes", "1"]


def entries(tmp_path):
    lines = (tmp_path / "out.key.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def test_texts_come_out_numbered_without_what_they_hide(command, texts, tmp_path):
    (texts / "solheim.txt").write_text(LETTER.format("01632 960 123"))
    (texts / "weather.txt").write_text("It rained all day and it was cold.")
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 1  # one was held back
    assert "Held back: weather: nothing is marked" in result.stderr
    assert "1 document in" in result.stdout
    [file] = (tmp_path / "out").iterdir()
    text = file.read_text()
    assert file.name == "000001.txt"
    assert text.startswith("[PERSON 1] was born in [a city in Norway] in [March 1951].")
    assert not [word for word in ("Solheim", "Oslo", "12", "960") if word in text]
    assert file.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "out.key.jsonl").stat().st_mode & 0o777 == 0o600
    assert {entry["document"]: entry["state"] for entry in entries(tmp_path)} == {
        "solheim": "written",
        "weather": "held back",
    }


@pytest.mark.usefixtures("small_pipeline")
def test_results_go_with_their_sources_and_those_of_other_inputs_stay(
    command, texts, tmp_path, monkeypatch
):
    monkeypatch.setattr("palimpsest.sanitizing.running._pool", in_a_thread)
    for name in ("first", "second"):
        (texts / f"{name}.txt").write_text(LETTER.format("01632 960 123"))
    other = tmp_path / "other"
    other.mkdir()
    (other / "third.txt").write_text(LETTER.format("01632 960 456"))
    assert CliRunner().invoke(main, command).exit_code == 0
    assert CliRunner().invoke(main, [command[0], str(other), *command[2:]]).exit_code == 0
    (texts / "first.txt").unlink()
    result = CliRunner().invoke(main, command)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "1 earlier result removed" in result.stdout
    assert {each["document"]: each["number"] for each in entries(tmp_path)} == {
        "second": 2,
        "third": 3,
    }
    assert sorted(each.name for each in (tmp_path / "out").iterdir()) == [
        "000002.txt",
        "000003.txt",
    ]


def test_what_is_sent_to_processes_holds_no_secret(texts, tmp_path, monkeypatch):
    key, password = secrets.token_urlsafe(48), "password-of-the-database"
    monkeypatch.setenv("PALIMPSEST_SECRET_KEY", key)
    monkeypatch.setenv("PALIMPSEST_DATABASE_URL", f"postgresql+psycopg://me:{password}@localhost/p")
    sent = []

    def keeping(_documents, _folder, plan, **_options):
        sent.append(pickle.dumps(plan))

    monkeypatch.setattr("webapp.cli.sanitize.sanitize_all", keeping)
    CliRunner().invoke(main, ["sanitize", str(texts), "-o", str(tmp_path / "out")])
    [plan] = sent
    assert b"ontology" in plan
    assert key.encode() not in plan
    assert password.encode() not in plan


def in_a_thread(plan, processes):
    """Work in this process: to start another one takes longer than what it would do."""
    return ThreadPoolExecutor(processes, initializer=_begin, initargs=(plan,))


@pytest.mark.slow
@pytest.mark.usefixtures("small_pipeline")
def test_a_killed_run_goes_on_and_does_nothing_twice(command, texts, tmp_path, monkeypatch):
    for number in range(40):
        letter = LETTER.format(f"01632 960 {number:03d}")
        (texts / f"{number:02d}.txt").write_text(letter + "It rained. " * 40)
    folder = tmp_path / "out"
    killed = [sys.executable, "-m", "tests.webapp.cli.killed_sanitize", "20", *command]
    with started(killed, stdout=PIPE) as process:
        process.communicate()  # ends when nobody is left who could write: its workers go with it
        assert process.returncode == -signal.SIGKILL
    recorded = {entry["number"] for entry in entries(tmp_path)}
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    drafts = {name for name in before if name.startswith(".")}
    assert len(drafts) == 1  # killed while a file was written
    assert 0 < len(recorded) < len(before) - len(drafts)  # and with others that the key lacks
    monkeypatch.setattr("palimpsest.sanitizing.running._pool", in_a_thread)
    result = CliRunner().invoke(main, command)
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"{len(recorded)} documents of them from an earlier run" in result.stdout
    after = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert sorted(after) == [f"{number:06d}.txt" for number in range(1, 41)]
    kept = {name for name, at in before.items() if after.get(name) == at}
    assert kept == {f"{number:06d}.txt" for number in recorded}
    numbers = [entry["number"] for entry in entries(tmp_path)]
    assert sorted(numbers) == list(range(1, 41))
    assert all("960" not in path.read_text() for path in folder.iterdir())
