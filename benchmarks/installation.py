"""A throw-away installation: made by the real command line, served by the real server."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import urlsplit, urlunsplit

import psycopg

from benchmarks.documents import Record
from benchmarks.processes import descendants, running, stop

PALIMPSEST = [sys.executable, "-m", "webapp.cli"]
START_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Installation:
    """One installation, by its settings."""

    home: Path
    environment: Mapping[str, str]

    def palimpsest(self, *arguments: str) -> str:
        """Run a command and return what it prints."""
        done = subprocess.run(  # noqa: S603 - a command of ours
            [*PALIMPSEST, *arguments], env=self.environment, check=True, stdout=subprocess.PIPE
        )
        return done.stdout.decode()

    def add_user(self, name: str, role: str) -> str:
        """Add a person and return the path of their personal link."""
        return urlsplit(self.palimpsest("user", "add", name, "--role", role).strip()).path

    def add_project(self, name: str, people: Sequence[str], documents: Iterable[Record]) -> int:
        """Make a project whose documents all of these people have; return its number."""
        records = list(documents)
        file = self.home / "import.json"
        file.write_text(json.dumps(records), encoding="utf-8")
        made = json.loads(self.palimpsest("project", "create", name, "--json"))
        self.palimpsest("import", str(file), "--project", name, "--json")
        chosen = [word for person in people for word in ("--to", person)]
        self.palimpsest("project", "assign", name, *chosen, "--everybody", str(len(records)))
        return int(made["id"])


@dataclass(frozen=True, slots=True)
class Server:
    """A server that answers, and how long its start took."""

    port: int
    pid: int
    start_seconds: float

    def web_processes(self) -> list[int]:
        """Return the processes of gunicorn."""
        return running(descendants(self.pid), "gunicorn")

    def all_processes(self) -> list[int]:
        """Return every process: supervisor, web server, background worker."""
        return descendants(self.pid)


@contextmanager
def temporary_installation(database_url: str | None = None) -> Iterator[Installation]:
    """Make an installation and remove it afterwards, the PostgreSQL database it uses included."""
    home = Path(mkdtemp(prefix="palimpsest-benchmark-"))
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PALIMPSEST_")
    }
    try:
        with _database(database_url) as url:
            named = {"PALIMPSEST_HOME": str(home), "PALIMPSEST_DATABASE_URL": url or ""}
            yield Installation(home, environment | named)
    finally:
        shutil.rmtree(home)


@contextmanager
def serve(installation: Installation, *options: str) -> Iterator[Server]:
    """Run `palimpsest serve` until the block ends."""
    command = [*PALIMPSEST, "serve", *options, "--port", "{port}"]
    with listening(command, installation.environment, ready="/login") as server:
        yield server


@contextmanager
def listening(
    command: Sequence[str], environment: Mapping[str, str], *, ready: str
) -> Iterator[Server]:
    """Run a web server until the block ends; `{port}` in the command stands for a free port.

    It counts as started when the address `ready` answers.
    """
    port = _free_port()
    begin = time.perf_counter()
    process = subprocess.Popen(  # noqa: S603 - a command of ours
        [word.format(port=port) for word in command],
        env=environment,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _wait_for(port, process, ready)
        yield Server(port, process.pid, time.perf_counter() - begin)
    finally:
        stop(process)


def _wait_for(port: int, process: subprocess.Popen[bytes], path: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        connection = HTTPConnection("127.0.0.1", port)
        try:
            connection.request("GET", path)
            if connection.getresponse().status == 200:  # noqa: PLR2004 - what HTTP calls OK
                return
        except ConnectionError:
            time.sleep(0.01)
        finally:
            connection.close()
    raise RuntimeError("the server does not answer")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def _database(server_url: str | None) -> Iterator[str | None]:
    """Create a temporary database on a PostgreSQL server; yield None where SQLite is used."""
    if server_url is None:
        yield None
        return
    parts = urlsplit(server_url.replace("+psycopg", ""))
    name = f"palimpsest_benchmark_{os.getpid()}"
    with psycopg.connect(urlunsplit(parts), autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            yield urlunsplit(parts._replace(scheme="postgresql+psycopg", path=f"/{name}"))
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")
