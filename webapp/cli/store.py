"""`palimpsest store`: the JSON store against the database."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict

import click

from annotation.formatting import counted
from annotation.store import StoreReport
from webapp.cli.context import application, project_named
from webapp.core import store_sync
from webapp.platform.extensions import db

PROJECT = click.option("--project", "name", required=True, help="Name of the project.")
JSON = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")


@click.group()
def store() -> None:
    """Compare the JSON store with the database, or write it anew."""


@store.command()
@PROJECT
@JSON
def verify(*, name: str, as_json: bool) -> None:
    """Name the documents whose records differ from the database; then the exit code is 1."""
    with application():
        report = store_sync.verify(project_named(db.session(), name))
    if as_json:
        click.echo(json.dumps(report.to_json(), ensure_ascii=False, indent=1))
    else:
        click.echo("\n".join(_lines(report)))
    if not report.is_clean:
        sys.exit(1)


@store.command()
@PROJECT
@JSON
def rebuild(*, name: str, as_json: bool) -> None:
    """Write every record anew and remove what should not be there."""
    with application():
        records = store_sync.rebuild(project_named(db.session(), name))
    click.echo(
        json.dumps({"records": records}) if as_json else f"{counted(records, 'record')} written."
    )


def _lines(report: StoreReport) -> Iterator[str]:
    if report.is_clean:
        yield "The store agrees with the database."
    for fault, names in asdict(report).items():
        for name in names:
            yield f"{fault}: {name}"
