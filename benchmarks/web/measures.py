"""What the server costs: each operation at each number of users, start-up, memory."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import median, quantiles

from benchmarks.documents import cut, iter_copies, make_large
from benchmarks.installation import Installation, Server, listening, serve
from benchmarks.web import load
from benchmarks.web.annotator import Annotator
from benchmarks.web.load import Order, Round
from benchmarks.web.modelling import model_at_work

DOCUMENTS = 100
STARTS = 3
DOCUMENT = re.compile(r'href="(/projects/\d+/documents/\d+)"')
OPEN, SAVE = "open a document", "save a choice"
BESIDE = ", a model at work"
FLOOR = "floor: "
EXPORT = "/projects/{}/export"


@dataclass(frozen=True, slots=True)
class Spread:
    """A measurement over several rounds: the median, the least, the most."""

    median: float
    least: float
    most: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """Sum up one value a round."""
        return cls(median(values), min(values), max(values))


@dataclass(frozen=True, slots=True)
class Cost:
    """What one operation costs at a number of users; times in milliseconds."""

    operation: str
    users: int
    p50: Spread
    p95: Spread
    per_second: Spread
    cpu: Spread
    """Server CPU time a request."""
    others: Spread
    """Percent of the machine that something else used meanwhile."""

    @classmethod
    def of(cls, operation: str, users: int, rounds: Sequence[Round]) -> Cost:
        """Sum up the rounds."""
        counts = [len(each.milliseconds) for each in rounds]
        rates = [n / each.seconds for n, each in zip(counts, rounds, strict=True)]
        cpu = [1000 * each.cpu_seconds / n for n, each in zip(counts, rounds, strict=True)]
        return cls(
            operation,
            users,
            Spread.of([median(each.milliseconds) for each in rounds]),
            Spread.of([quantiles(each.milliseconds, n=20)[-1] for each in rounds]),
            Spread.of(rates),
            Spread.of(cpu),
            Spread.of([100 * each.others for each in rounds]),
        )


@dataclass(frozen=True, slots=True)
class Testbed:
    """An installation with 100 documents that all annotators have, and a large document."""

    installation: Installation
    links: list[str]
    """Personal links of the annotators; the last one is kept for the browser."""
    admin: str
    project_id: int
    large_id: int


@dataclass(frozen=True, slots=True)
class LoadSettings:
    """The settings of the load: numbers of users, seconds a round, rounds."""

    users: tuple[int, ...]
    seconds: float
    rounds: int


def set_up(installation: Installation, file: Path, annotators: int) -> Testbed:
    """Fill an installation by the real command line and return the testbed."""
    names = [f"annotator {number}" for number in range(annotators)]
    links = [installation.add_user(name, "annotator") for name in names]
    admin = installation.add_user("admin", "admin")
    project_id = installation.add_project("usual", names, islice(iter_copies(file), DOCUMENTS))
    large_id = installation.add_project("large", [names[0], names[-1]], [make_large()])
    return Testbed(installation, links, admin, project_id, large_id)


def measure_operations(testbed: Testbed, server: Server, settings: LoadSettings) -> Iterator[Cost]:
    """Measure every operation on a server that runs, one after the other."""
    annotators, admins = testbed.links, [testbed.admin] * max(settings.users)
    documents = document_paths(server, annotators[0], testbed.project_id)
    for name, operation, links, paths in (
        (OPEN, "get", annotators, documents),
        (SAVE, "save", annotators, documents),
        ("correct a span", "correct", annotators, documents),
        ("submit", "submit", annotators, documents),
        ("login page", "get_unknown", annotators, ["/login"]),
        ("export page", "get", admins, [EXPORT.format(testbed.project_id)]),
    ):
        for users in settings.users:
            yield _measure(server, settings, name, operation, links[:users], paths)
    large = document_paths(server, annotators[0], testbed.large_id)
    yield _measure(server, settings, "open 60,000 characters", "get", annotators[:1], large)


def measure_beside_a_model(
    testbed: Testbed, server: Server, settings: LoadSettings
) -> Iterator[Cost]:
    """Measure what annotators do most while a model is trained."""
    documents = document_paths(server, testbed.links[0], testbed.project_id)
    with model_at_work():
        for name, operation in ((OPEN, "get"), (SAVE, "save")):
            for users in settings.users:
                links = testbed.links[:users]
                yield _measure(server, settings, name + BESIDE, operation, links, documents)


def measure_floor(testbed: Testbed, file: Path, settings: LoadSettings) -> Iterator[Cost]:
    """Measure the floor with the same documents, server settings and load."""
    records = [cut(record) for record in islice(iter_copies(file), DOCUMENTS)]
    (testbed.installation.home / "documents.json").write_text(json.dumps(records), encoding="utf-8")
    paths = [f"/documents/{number}" for number in range(DOCUMENTS)]
    environment = {**testbed.installation.environment, "FLOOR_HOME": str(testbed.installation.home)}
    gunicorn = [sys.executable, "-m", "gunicorn"]
    settings = ["--config", "python:webapp.platform.gunicorn_conf", "--bind", "127.0.0.1:{port}"]
    command = [*gunicorn, *settings, "benchmarks.web.floor:app"]
    with listening(command, environment, ready=paths[0]) as server:
        for name, operation in (
            (FLOOR + OPEN, "get_unknown"),
            (FLOOR + SAVE, "save_on_floor"),
        ):
            for users in settings.users:
                yield _measure(server, settings, name, operation, [""] * users, paths)


def measure_starts(installation: Installation) -> Spread:
    """Start and stop the whole installation some times; return the seconds until it answers."""
    seconds = []
    for _ in range(STARTS):
        with serve(installation) as server:
            seconds.append(server.start_seconds)
    return Spread.of(seconds)


def document_paths(server: Server, link: str, project_id: int) -> list[str]:
    """Return the addresses of the documents that an annotator has in a project."""
    client = Annotator(server.port, link).client
    page = client.get(f"/projects/{project_id}", 200).body.decode()
    return list(dict.fromkeys(DOCUMENT.findall(page)))


def _measure(
    server: Server,
    settings: LoadSettings,
    name: str,
    operation: str,
    links: list[str],
    paths: list[str],
) -> Cost:
    order = Order(
        operation=operation,
        port=server.port,
        links=links,
        paths=paths,
        server=server.pid,
        seconds=settings.seconds,
        rounds=settings.rounds,
    )
    return Cost.of(name, len(links), load.run(order))
