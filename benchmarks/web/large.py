"""`python -m benchmarks.web.large`: what the pages of a project of very many documents cost."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from flask import Flask, session
from flask.testing import FlaskClient
from sqlalchemy import event

from benchmarks.installation import temporary_installation
from benchmarks.web.filling import ADMIN, FIRST_ANNOTATOR, Filler
from webapp.application import create_app
from webapp.core.jobs.runner import run_here
from webapp.people import sessions
from webapp.platform.extensions import db
from webapp.platform.migrating import migrate
from webapp.platform.models import Job, JobKind, User, utc_now

SLOW_MS = 5
"""Queries that take longer are printed."""
PAGES = {
    "home of an admin": (ADMIN, "/"),
    "project, as an admin": (ADMIN, "/projects/1"),
    "project, as an annotator": (FIRST_ANNOTATOR, "/projects/1"),
    "project, as an annotator, last page": (FIRST_ANNOTATOR, "/projects/1?page=288"),
    "documents": (ADMIN, "/projects/1/documents"),
    "documents, last page": (ADMIN, "/projects/1/documents?page=2000"),
    "documents not assigned": (ADMIN, "/projects/1/documents?state=unassigned"),
    "documents submitted by somebody": (ADMIN, "/projects/1/documents?state=submitted"),
    "documents found by name": (ADMIN, "/projects/1/documents?words=document+99"),
    "documents looked for in vain": (ADMIN, "/projects/1/documents?words=nowhere"),
    "members": (ADMIN, "/projects/1/members"),
    "model": (ADMIN, "/projects/1/model"),
    "review": (ADMIN, "/projects/1/review"),
    "guidelines": (ADMIN, "/projects/1/guidelines"),
    "adjudication": (ADMIN, "/projects/1/adjudication"),
    "audit log": (ADMIN, "/projects/1/audit"),
    "agreement": (ADMIN, "/projects/1/agreement"),
    "statistics": (ADMIN, "/projects/1/statistics"),
    "pace of an annotator": (FIRST_ANNOTATOR, "/projects/1/statistics/own"),
    "risk": (ADMIN, "/projects/1/risk"),
    "risk, all told, page 100": (ADMIN, "/projects/1/risk?told=yes&order=words&page=100"),
    "assign": (ADMIN, "/projects/1/assign"),
    "next document": (FIRST_ANNOTATOR, "/projects/1/next"),
}


@click.command()
@click.option("--documents", default=100_000, show_default=True, type=click.IntRange(min=1))
@click.option("--annotators", default=4, show_default=True, type=click.IntRange(min=1))
@click.option(
    "--for-everybody",
    default=20,
    show_default=True,
    type=click.IntRange(min=1),
    help="One document of so many goes to all annotators.",
)
@click.option("--requests", default=5, show_default=True, type=click.IntRange(min=1))
@click.option("--database-url", help="An address on a PostgreSQL server, instead of SQLite.")
@click.option(
    "--home",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep what is made for this folder, and measure it again the next time.",
)
@click.option("--queries", is_flag=True, help="Print the slow queries of each page.")
def main(
    *,
    documents: int,
    annotators: int,
    for_everybody: int,
    requests: int,
    database_url: str | None,
    home: Path | None,
    queries: bool,
) -> None:
    """Measure pages in this process: the least CPU and clock time of several requests."""
    filler = Filler(documents, annotators, for_everybody)
    with _application(filler, database_url, home) as app:
        click.echo("| page | CPU, ms | clock, ms | queries | kB |\n|---|---|---|---|---|")
        for name, (person, address) in PAGES.items():
            client = app.test_client()
            sign_in(app, client, person)
            with _watching(app) as statements:
                _measure(client, name, address, requests, statements)
            for took, statement in statements if queries else ():
                if took > SLOW_MS:
                    click.echo(f"    {took:.0f} ms: {statement[:1500]}")


@contextmanager
def _application(filler: Filler, database_url: str | None, home: Path | None) -> Iterator[Flask]:
    if home is None:
        with temporary_installation(database_url) as installation:
            os.environ.update(installation.environment)
            yield _filled(filler)
        return
    home.mkdir(exist_ok=True)
    os.environ["PALIMPSEST_HOME"] = str(home)
    yield _filled(filler)


def _filled(filler: Filler) -> Flask:
    app = create_app()
    migrate(app)
    with app.app_context():
        if db.session.get(User, ADMIN) is None:
            filler.fill(db.session())
            _compute(JobKind.AGREEMENT)
            _compute(JobKind.STATISTICS)
    return app


def _compute(kind: JobKind) -> None:
    """Do what the worker does for a page, and say how long it takes."""
    begin = time.process_time()
    run_here(db.session(), Job(project_id=1, kind=kind, created_at=utc_now()))
    click.echo(f"{kind.label} is computed in {time.process_time() - begin:.0f} s of CPU time.")


def sign_in(app: Flask, client: FlaskClient, person: int) -> None:
    """Sign a person in, by number."""
    with app.test_request_context():
        sessions.begin(db.session.get_one(User, person))
        db.session.commit()
        cookie = dict(session)
    with client.session_transaction() as held:
        held.update(cookie)


Statements = list[tuple[float, str]]
"""Milliseconds and text of statements."""


def _measure(
    client: FlaskClient, name: str, address: str, requests: int, statements: Statements
) -> None:
    cpu, clock, size = [], [], 0
    for _ in range(requests):
        statements.clear()
        begin, begin_cpu = time.perf_counter(), time.process_time()
        answer = client.get(address)
        size = len(answer.data)
        cpu.append(1000 * (time.process_time() - begin_cpu))
        clock.append(1000 * (time.perf_counter() - begin))
    if answer.status_code >= 400:  # noqa: PLR2004 - a failure
        raise click.ClickException(f"{address} answers {answer.status}")
    figures = f"{min(cpu):.0f} | {min(clock):.0f} | {len(statements)} | {size / 1000:.0f}"
    click.echo(f"| {name} | {figures} |")


@contextmanager
def _watching(app: Flask) -> Iterator[Statements]:
    """Note the statements that are executed."""
    begun: list[float] = []
    statements: Statements = []

    def start(*_: object) -> None:
        begun.append(time.perf_counter())

    def end(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        statements.append((1000 * (time.perf_counter() - begun.pop()), " ".join(statement.split())))

    with app.app_context():
        engine = db.engine
    watched: tuple[tuple[str, Callable[..., None]], ...] = (
        ("before_cursor_execute", start),
        ("after_cursor_execute", end),
    )
    for name, listener in watched:
        event.listen(engine, name, listener)
    yield statements
    for name, listener in watched:
        event.remove(engine, name, listener)


if __name__ == "__main__":
    main()
