"""`palimpsest user`: the people of this installation."""

from __future__ import annotations

import json
import sys
from typing import Any

import click
from flask import Flask
from sqlalchemy import select

from webapp.cli.context import application
from webapp.cli.output import table
from webapp.config import Config
from webapp.errors import DomainError
from webapp.extensions import db
from webapp.models import Role, User, utc_now
from webapp.people import operations
from webapp.people.queries import Listed, list_people

as_json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")


@click.group()
def user() -> None:
    """Add people, list them, and let them in."""


@user.command(name="add")
@click.argument("name")
@click.option("--role", required=True, type=click.Choice([role.value for role in Role]))
@click.option(
    "--password-stdin", is_flag=True, help="Read a password from standard input, up to its end."
)
@as_json_option
def add_user(*, name: str, role: str, password_stdin: bool, as_json: bool) -> None:
    """Add a person and print the personal link that signs them in."""
    password = sys.stdin.read().rstrip("\r\n") if password_stdin else None
    with application() as app:
        added = _add(app, name=name, role=Role(role), password=password)
    click.echo(json.dumps(added, ensure_ascii=False) if as_json else added["link"])


@user.command(name="link")
@click.argument("name")
@as_json_option
def make_link(*, name: str, as_json: bool) -> None:
    """Make a new personal link for somebody who is there, and print it."""
    with application() as app:
        person = db.session.scalar(select(User).where(User.name == name))
        if person is None:
            raise DomainError(f"There is nobody named {name!r}.")
        made = _with_link(app, person)
    click.echo(json.dumps(made, ensure_ascii=False) if as_json else made["link"])


@user.command(name="list")
@as_json_option
def list_users(*, as_json: bool) -> None:
    """List everybody by name, those who may sign in first."""
    with application():
        people = list(map(_described, list_people(db.session())))
    if as_json:
        click.echo(json.dumps(people, ensure_ascii=False, indent=1))
        return
    rows = [
        [
            person["name"],
            person["role"] if person["is_active"] else f"{person['role']}, not active",
            person["projects"],
            (person["signed_in_at"] or "never")[:10],
        ]
        for person in people
    ]
    click.echo(table(["name", "role", "projects", "last signed in"], rows))


def _described(listed: Listed) -> dict[str, Any]:
    person, signed_in_at = listed.user, listed.signed_in_at
    return {
        "id": person.id,
        "name": person.name,
        "role": person.role,
        "is_active": person.is_active,
        "projects": listed.projects,
        "signed_in_at": signed_in_at and signed_in_at.isoformat(timespec="seconds"),
    }


def _add(app: Flask, *, name: str, role: Role, password: str | None) -> dict[str, object]:
    person = operations.add_user(
        db.session(), name=name, role=role, password=password, actor=None, at=utc_now()
    )
    return _with_link(app, person)


def _with_link(app: Flask, person: User) -> dict[str, object]:
    """Give somebody a new link and describe both."""
    config, session = app.extensions["palimpsest"], db.session()
    link = operations.issue_link(session, person, days=config.link_days, actor=None, at=utc_now())
    session.commit()
    if config.public_url == Config.public_url:
        click.echo(
            f"This link is for a server at {config.public_url}; "
            "if yours has another address, set PALIMPSEST_PUBLIC_URL to it.",
            err=True,
        )
    return {
        "id": person.id,
        "name": person.name,
        "role": person.role,
        "link": operations.link_url(config, link),
        "link_expires_at": link.expires_at.isoformat(timespec="seconds"),
    }
