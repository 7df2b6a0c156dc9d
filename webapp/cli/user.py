"""`palimpsest user`: the people of this installation."""

from __future__ import annotations

import json
import sys

import click
from flask import Flask

from webapp.cli.context import application
from webapp.extensions import db
from webapp.models import Role, utc_now
from webapp.people import operations


@click.group()
def user() -> None:
    """Add people."""


@user.command(name="add")
@click.argument("name")
@click.option("--role", required=True, type=click.Choice([role.value for role in Role]))
@click.option(
    "--password-stdin", is_flag=True, help="Read a password from standard input, up to its end."
)
@click.option("--json", "as_json", is_flag=True, help="Print the person and the link as JSON.")
def add_user(*, name: str, role: str, password_stdin: bool, as_json: bool) -> None:
    """Add a person and print the personal link that signs them in."""
    password = sys.stdin.read().rstrip("\r\n") if password_stdin else None
    with application() as app:
        added = _add(app, name=name, role=Role(role), password=password)
    click.echo(json.dumps(added, ensure_ascii=False) if as_json else added["link"])


def _add(app: Flask, *, name: str, role: Role, password: str | None) -> dict[str, object]:
    config, session, now = app.extensions["palimpsest"], db.session(), utc_now()
    person = operations.add_user(
        session, name=name, role=role, password=password, actor=None, at=now
    )
    link = operations.issue_link(session, person, days=config.link_days, actor=None, at=now)
    session.commit()
    return {
        "id": person.id,
        "name": person.name,
        "role": person.role,
        "link": operations.link_url(config, link),
        "link_expires_at": link.expires_at.isoformat(timespec="seconds"),
    }
