"""`palimpsest user`: the people of this installation."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import click
from flask import Flask
from sqlalchemy import select

from annotation.formatting import counted
from webapp.cli.context import application
from webapp.cli.output import table
from webapp.people import operations
from webapp.people.queries import Listed, last_sign_in, links_of, list_people, projects_of
from webapp.platform.config import Config
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import PersonalLink, Project, Role, User, utc_now
from webapp.projects.home import NOTHING
from webapp.projects.queries import progress_by_project

as_json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")


@click.group()
def user() -> None:
    """Add people, list and show them, let them in or shut them out."""


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
        person = _person_named(name)
        made = _with_link(app, person, operations.issue_link)
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


@user.command(name="show")
@click.argument("name")
@as_json_option
def show_user(*, name: str, as_json: bool) -> None:
    """Show a person: role, account, links that work, and how far they are in each project."""
    with application():
        shown = _shown(_person_named(name))
    if as_json:
        click.echo(json.dumps(shown, ensure_ascii=False, indent=1))
        return
    active = "active" if shown["is_active"] else "not active"
    click.echo(f"{shown['name']}, {shown['role']}, {active}")
    click.echo(f"last signed in: {shown['signed_in_at'] or 'never'}")
    click.echo(counted(len(shown["links_expire_at"]), "personal link works", "personal links work"))
    columns = ["project", "role", "submitted", "assigned"]
    projects = [each | {"role": each["role"] or "no member"} for each in shown["projects"]]
    click.echo(table(columns, [[each[name] for name in columns] for each in projects]))


@user.command(name="reset")
@click.argument("name")
@as_json_option
def reset_user(*, name: str, as_json: bool) -> None:
    """End password, links and sessions of somebody, and print a new link."""
    with application() as app:
        made = _with_link(app, _person_named(name), operations.reset)
    click.echo(json.dumps(made, ensure_ascii=False) if as_json else made["link"])


@user.command(name="deactivate")
@click.argument("name")
def deactivate_user(*, name: str) -> None:
    """Let somebody in no more; their work stays, and what is open can go to others."""
    with application():
        session, person = db.session(), _person_named(name)
        operations.set_active(session, person, is_active=False, actor=None, at=utc_now())
        session.commit()
        projects = _shown(person)["projects"]
    click.echo(f"{person.name} is deactivated.")
    for project in projects:
        if left := project["assigned"] - project["submitted"]:
            documents = counted(left, "document is left open", "documents are left open")
            click.echo(
                f"{project['project']}: {documents}; "
                "`palimpsest project assign` gives them to others, too."
            )


@user.command(name="activate")
@click.argument("name")
def activate_user(*, name: str) -> None:
    """Let somebody in again, by password or a link that still works."""
    with application():
        session, person = db.session(), _person_named(name)
        operations.set_active(session, person, is_active=True, actor=None, at=utc_now())
        session.commit()
    click.echo(f"{person.name} is active.")


def _person_named(name: str) -> User:
    person = db.session.scalar(select(User).where(User.name == name))
    if person is None:
        raise DomainError(f"There is nobody named {name!r}.")
    return person


def _shown(person: User) -> dict[str, Any]:
    session = db.session()
    working, _past = links_of(session, person, at=utc_now())
    progress = progress_by_project(session, person)
    signed_in_at = last_sign_in(session, person)
    worked_in = select(Project).where(Project.id.in_(progress), Project.removed_at.is_(None))
    roles = projects_of(session, person)
    projects = {each.id: each for each in (*roles, *session.scalars(worked_in))}
    return {
        "id": person.id,
        "name": person.name,
        "role": person.role,
        "is_active": person.is_active,
        "signed_in_at": signed_in_at and signed_in_at.isoformat(timespec="seconds"),
        "links_expire_at": [link.expires_at.isoformat(timespec="seconds") for link in working],
        "projects": [
            {
                "project": project.name,
                "role": roles.get(project),
                "submitted": progress.get(number, NOTHING).done,
                "assigned": progress.get(number, NOTHING).total,
            }
            for number, project in sorted(projects.items())
        ],
    }


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
    return _with_link(app, person, operations.issue_link)


def _with_link(app: Flask, person: User, make: Callable[..., PersonalLink]) -> dict[str, object]:
    """Give somebody a new link and describe both."""
    config, session = app.extensions["palimpsest"], db.session()
    link = make(session, person, days=config.link_days, actor=None, at=utc_now())
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
