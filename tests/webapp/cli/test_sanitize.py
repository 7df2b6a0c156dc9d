"""`palimpsest sanitize` takes raw texts to anonymized ones, and goes on where it was stopped."""

from __future__ import annotations

import json
import os
import signal
import sys
import time

import pytest

from ontology.index.writing import write_index
from tests.gazetteer import ENTRIES
from tests.processes import started

LETTER = "Ms Solheim was born in Oslo on 12 March 1951. Ms Solheim is a geologist. Call {}.\n"


@pytest.fixture
def texts(tmp_path):
    """A folder with a home beside it."""
    write_index(tmp_path / "home" / "ontology", ENTRIES, {})
    (tmp_path / "home").chmod(0o700)
    folder = tmp_path / "texts"
    folder.mkdir()
    return folder


@pytest.fixture
def sanitize(texts, tmp_path):
    """Run the command; return exit code, output, errors."""
    environment = os.environ | {"PALIMPSEST_HOME": str(tmp_path / "home")}
    environment.pop("PALIMPSEST_ONTOLOGY", None)
    command = [sys.executable, "-m", "webapp.cli", "sanitize", str(texts), "-o"]
    command += [str(tmp_path / "out"), "--processes", "1"]

    def run(*options, until=None):
        pipes = {"stdout": -1, "stderr": -1}
        with started([*command, *options], env=environment, **pipes) as process:
            if until is not None:
                while not until() and process.poll() is None:
                    time.sleep(0.01)
                os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
        return process.returncode, out, err

    return run


def entries(tmp_path):
    lines = (tmp_path / "out.key.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def test_texts_come_out_numbered_without_what_they_hide(sanitize, texts, tmp_path):
    (texts / "solheim.txt").write_text(LETTER.format("01632 960 123"))
    (texts / "weather.txt").write_text("It rained all day and it was cold.")
    code, out, err = sanitize()
    assert code == 1  # one was held back
    assert "Held back: weather: nothing is marked" in err
    assert "1 document in" in out
    [file] = (tmp_path / "out").iterdir()
    text = file.read_text()
    assert file.name == "000001.txt"
    assert text.startswith("[PERSON 1] was born in [a city in Norway] in [March 1951].")
    assert not [word for word in ("Solheim", "Oslo", "12", "960") if word in text]
    assert (tmp_path / "out.key.jsonl").stat().st_mode & 0o777 == 0o600
    assert {entry["document"]: entry["state"] for entry in entries(tmp_path)} == {
        "solheim": "written",
        "weather": "held back",
    }


@pytest.mark.slow
def test_a_killed_run_goes_on_and_does_nothing_twice(sanitize, texts, tmp_path):
    for number in range(40):
        (texts / f"{number:02d}.txt").write_text(LETTER.format(f"01632 960 {number:03d}"))
    folder = tmp_path / "out"

    def has_begun():
        return folder.exists() and len(list(folder.glob("*.txt"))) >= 3

    code, _, _ = sanitize(until=has_begun)
    assert code == -signal.SIGKILL
    before = {path.name: path.stat().st_mtime_ns for path in folder.glob("*.txt")}
    recorded = {entry["number"] for entry in entries(tmp_path)}
    assert 0 < len(recorded) < 40
    code, out, err = sanitize("--format", "txt")
    assert (code, err) == (0, "")
    assert f"{len(recorded)} documents of them from an earlier run" in out
    after = {path.name: path.stat().st_mtime_ns for path in folder.glob("*.txt")}
    assert sorted(after) == [f"{number:06d}.txt" for number in range(1, 41)]
    kept = {name for name, at in before.items() if after[name] == at}
    assert kept == {f"{number:06d}.txt" for number in recorded}
    assert [path for path in folder.iterdir() if path.name.startswith(".")] == []
    numbers = [entry["number"] for entry in entries(tmp_path)]
    assert sorted(numbers) == list(range(1, 41))
    assert all("960" not in path.read_text() for path in folder.iterdir())
