"""The wheels, installed where there is no checkout, do what the documentation says."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.installation import build_wheels, install
from tests.processes import finished, started
from webapp.platform.resources import ROOT

ABSENT = ("torch", "transformers", "lightgbm", "sklearn", "matplotlib", "research")
LETTER = "Dear Tuva Lind,\nyour appointment in Oslo is on 12 March 2021.\nOle Hansen\n"


def answer_of(address: str) -> str:
    with urlopen(address) as page:  # noqa: S310 - of our own server
        return page.read().decode()


@pytest.mark.slow
def test_the_wheels_serve_mask_and_are_a_library_anywhere(tmp_path: Path):
    programs = install(build_wheels(tmp_path / "wheels"), tmp_path / "env", "datasets", "pandas")
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    home.mkdir(mode=0o700)
    (elsewhere / "letters").mkdir(parents=True)
    (elsewhere / "letters" / "one.txt").write_text(LETTER)
    there = {"env": {"HOME": str(home), "PATH": "/usr/bin:/bin"}, "cwd": elsewhere}

    find = f"from importlib.util import find_spec; print([*map(find_spec, {ABSENT})])"
    absent = finished([programs / "python", "-c", find], **there)
    assert absent.stdout.split() == str([None] * len(ABSENT)).split()

    masked = finished([programs / "palimpsest", "mask", "letters", "-o", "masked.json"], **there)
    assert masked.returncode == 0, masked.stderr
    [record] = json.loads((elsewhere / "masked.json").read_text())
    assert record["text"] == LETTER
    assert not list(home.iterdir())  # nobody needs a home to mask a file

    run = [programs / "python", "-P", ROOT / "tests" / "documented.py"]
    shown = finished([*run, ROOT / "docs" / "library.md"], **there)
    assert shown.returncode == 0, shown.stdout

    serve = [programs / "palimpsest", "serve", "--port", "0"]
    with started(serve, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **there) as process:
        said = process.stdout.readline()
        announced = re.search(r"http://\S+", said)
        assert announced, said + process.stdout.read()
        first = answer_of(f"{announced[0]}/login")
        for place in re.findall(r'(?:href|src)="(/static/[^"]+)"', first):
            assert answer_of(announced[0] + place)
        process.terminate()
        process.communicate()
    assert "<h1" in first
    assert (home / ".local/share/palimpsest/palimpsest.sqlite3").is_file()
