"""`python -m benchmarks.web.large`: what the pages of a project of very many documents cost."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from flask import Flask, session
from flask.testing import FlaskClient
from sqlalchemy import event

from benchmarks.installation import temporary_installation
from benchmarks.web.filling import ADMIN, Filler
from webapp import create_app, sessions
from webapp.extensions import db
from webapp.migrating import migrate
from webapp.models import User

ANNOTATOR = 1
SLOW_MS = 5
"""Queries that take longer are printed."""
PAGES = {
    "home of an admin": (ADMIN, "/"),
    "project, as an admin": (ADMIN, "/projects/1"),
    "project, as an annotator": (ANNOTATOR, "/projects/1"),
    "project, as an annotator, last page": (ANNOTATOR, "/projects/1?page=288"),
    "documents": (ADMIN, "/projects/1/documents"),
    "documents, last page": (ADMIN, "/projects/1/documents?page=2000"),
    "documents not assigned": (ADMIN, "/projects/1/documents?state=unassigned"),
    "documents submitted by somebody": (ADMIN, "/projects/1/documents?state=submitted"),
    "documents found by name": (ADMIN, "/projects/1/documents?words=document+99"),
    "members": (ADMIN, "/projects/1/members"),
    "model": (ADMIN, "/projects/1/model"),
    "review": (ADMIN, "/projects/1/review"),
    "assign": (ADMIN, "/projects/1/assign"),
    "next document": (ANNOTATOR, "/projects/1/next"),
}


@click.command()
@click.option("--documents", default=100_000, show_default=True, type=click.IntRange(min=1))
@click.option("--requests", default=5, show_default=True, type=click.IntRange(min=1))
@click.option("--database-url", help="An address on a PostgreSQL server, instead of SQLite.")
@click.option(
    "--home",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep what is made for this folder, and measure it again the next time.",
)
@click.option("--queries", is_flag=True, help="Print the slow queries of each page.")
def main(
    *, documents: int, requests: int, database_url: str | None, home: Path | None, queries: bool
) -> None:
    """Measure pages in this process: the least CPU and clock time of several requests."""
    with _application(documents, database_url, home) as app:
        click.echo("| page | CPU, ms | clock, ms | kB |\n|---|---|---|---|")
        for name, (person, address) in PAGES.items():
            client = app.test_client()
            _sign_in(app, client, person)
            _measure(client, name, address, requests)
            if queries:
                _print_slow_queries(app, client, address)


@contextmanager
def _application(documents: int, database_url: str | None, home: Path | None) -> Iterator[Flask]:
    if home is None:
        with temporary_installation(database_url) as installation:
            os.environ.update(installation.environment)
            yield _filled(documents)
        return
    home.mkdir(exist_ok=True)
    os.environ["PALIMPSEST_HOME"] = str(home)
    yield _filled(documents)


def _filled(documents: int) -> Flask:
    app = create_app()
    migrate(app)
    with app.app_context():
        if db.session.get(User, ADMIN) is None:
            Filler(documents).fill(db.session())
    return app


def _sign_in(app: Flask, client: FlaskClient, person: int) -> None:
    with app.test_request_context():
        sessions.begin(db.session.get_one(User, person))
        db.session.commit()
        cookie = dict(session)
    with client.session_transaction() as held:
        held.update(cookie)


def _measure(client: FlaskClient, name: str, address: str, requests: int) -> None:
    cpu, clock, size = [], [], 0
    for _ in range(requests):
        begin, begin_cpu = time.perf_counter(), time.process_time()
        answer = client.get(address)
        size = len(answer.data)
        cpu.append(1000 * (time.process_time() - begin_cpu))
        clock.append(1000 * (time.perf_counter() - begin))
    if answer.status_code >= 400:  # noqa: PLR2004 - a failure
        raise click.ClickException(f"{address} answers {answer.status}")
    click.echo(f"| {name} | {min(cpu):.0f} | {min(clock):.0f} | {size / 1000:.0f} |")


def _print_slow_queries(app: Flask, client: FlaskClient, address: str) -> None:
    begun: list[float] = []

    def start(*_: object) -> None:
        begun.append(time.perf_counter())

    def end(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        took = 1000 * (time.perf_counter() - begun.pop())
        if took > SLOW_MS:
            click.echo(f"    {took:.0f} ms: {' '.join(statement.split())[:1500]}")

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", start)
    event.listen(engine, "after_cursor_execute", end)
    client.get(address)
    event.remove(engine, "before_cursor_execute", start)
    event.remove(engine, "after_cursor_execute", end)


if __name__ == "__main__":
    main()
