"""What the machine refuses is said in one line that names the place; a bug keeps its traceback."""

from __future__ import annotations

import os
import resource
import socket
import sqlite3
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy.exc import OperationalError

from tests.processes import PALIMPSEST, finished
from webapp.cli import main
from webapp.platform import database
from webapp.platform.config import Config
from webapp.platform.resources import ROOT

NOBODY = 65534
COMMANDS = [
    ["user", "list"],
    ["user", "add", "ada", "--role", "annotator"],
    ["project", "create", "Lives"],
    ["import", __file__, "--project", "Lives"],
    ["export", "--project", "Lives"],
    ["train", "--project", "Lives"],
    ["store", "rebuild", "--project", "Lives"],
    ["serve", "--port", "0"],
    ["worker"],
]
every_command = pytest.mark.parametrize("command", COMMANDS, ids=" ".join)


@pytest.fixture
def home(config: Config, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home folder that the commands find by the environment."""
    monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))
    monkeypatch.delenv("PALIMPSEST_DATABASE_URL", raising=False)
    return config.home


def refusal_of(result: Result) -> str:
    """Return the one line on stderr of a command that failed."""
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1), result.output
    return result.stderr


def run(*command: str) -> Result:
    return CliRunner().invoke(main, command)


def run_with_files_up_to(limit: int, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command that may write no file beyond a size, as on a disk that is full."""
    return finished(
        [*PALIMPSEST, *command],
        cwd=ROOT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )


@pytest.mark.usefixtures("home")
@every_command
def test_a_database_that_is_down_is_named(monkeypatch, command):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens
        port = taken.getsockname()[1]
        address = f"postgresql+psycopg://me:hush@127.0.0.1:{port}/lives"
        monkeypatch.setenv("PALIMPSEST_DATABASE_URL", address)
        refusal = refusal_of(run(*command))
    place = f"The database lives on 127.0.0.1, port {port}"
    assert refusal == f"Error: {place}, can't be used: Connection refused.\n"


def test_a_database_that_is_locked_is_said(home, monkeypatch):
    monkeypatch.setattr(database, "BUSY_TIMEOUT_MS", 0)
    other = sqlite3.connect(home / "palimpsest.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    refusal_of(run("user", "add", "ada", "--role", "annotator"))
    other.close()


def test_a_file_that_is_no_database_is_named(home):
    (home / "palimpsest.sqlite3").write_bytes(b"Ada Berg moved to Oslo. " * 1000)
    refusal = refusal_of(run("user", "list"))
    assert str(home / "palimpsest.sqlite3") in refusal
    assert "not a database" in refusal


def test_a_full_disk_is_said_where_the_database_is_made(tmp_path, monkeypatch):
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "home"))
    done = run_with_files_up_to(50_000, "user", "list")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert str(tmp_path / "home" / "palimpsest.sqlite3") in done.stderr


@pytest.mark.usefixtures("home")
def test_a_full_disk_is_said_of_what_is_printed():
    with Path("/dev/full").open("wb") as full:
        done = finished(
            [*PALIMPSEST, "user", "list"],
            cwd=ROOT,
            stdout=full,
        )
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith("Error: No space left on device")


def test_a_home_of_somebody_else_is_named(home):
    assert run("user", "list").exit_code == 0
    home.chmod(0)
    is_root = os.geteuid() == 0  # to whom nothing is closed
    if is_root:
        os.seteuid(NOBODY)
    try:
        refusal = refusal_of(run("user", "list"))
    finally:
        if is_root:
            os.seteuid(0)
        home.chmod(0o700)
    assert refusal == f"Error: {home} can't be the home folder: Permission denied.\n"


def test_a_bug_is_no_outage(home):
    with sqlite3.connect(home / "palimpsest.sqlite3") as connection:
        connection.execute("ALTER TABLE user RENAME TO person")
    connection.close()
    result = run("user", "list")
    assert isinstance(result.exception, OperationalError)
    assert "no such table" in str(result.exception)
