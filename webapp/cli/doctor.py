"""`palimpsest doctor`: what is wrong here, and what to do."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict

import click

from webapp.cli.examining import Finding, examine
from webapp.platform.models import utc_now
from webapp.platform.pageless import create_pageless_app


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def doctor(*, as_json: bool) -> None:
    """Look at settings, disk, database, queue, models, stores and ontology; change nothing.

    The exit code is 1 where something is not well; then a line says what to do.
    """
    app = create_pageless_app()
    with app.app_context():
        findings = list(examine(app.extensions["palimpsest"], utc_now()))
    if as_json:
        click.echo(json.dumps([asdict(each) for each in findings], ensure_ascii=False, indent=1))
    else:
        click.echo("\n".join(_lines(findings)))
    if not all(each.is_well for each in findings):
        sys.exit(1)


def _lines(findings: list[Finding]) -> Iterator[str]:
    width = max(len(each.subject) for each in findings)
    for each in findings:
        yield f"{'well' if each.is_well else 'BAD ':<4}  {each.subject:<{width}}  {each.message}"
        if each.advice:
            yield f"{'':<4}  {'':<{width}}  → {each.advice}"
