"""`palimpsest project add` and `assign`: who gets which documents."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click
from sqlalchemy import select
from sqlalchemy.orm import Session

from annotation.formatting import counted
from webapp.cli.context import application, project_to_change
from webapp.cli.projects.options import as_json_option
from webapp.people.roles import EVERYWHERE, role_in, role_named
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import Project, Role, User, utc_now
from webapp.projects.assignment.operations import apply_plan, plan
from webapp.projects.assignment.planning import Plan
from webapp.projects.assignment.queries import annotators_of
from webapp.projects.operations import add_member, change_role
from webapp.versions import hooks


@click.command()
@click.argument("name")
@click.argument("names", nargs=-1, required=True, metavar="PERSON...")
@click.option(
    "--role",
    type=click.Choice([*(role.value for role in Role), EVERYWHERE]),
    help="What they do in this project; also for those who are members already.",
)
def add(*, name: str, names: Sequence[str], role: str | None) -> None:
    """Make people members of a project, or let members do something else there."""
    here = role_named(role) if role else None
    with application():
        session, now = db.session(), utc_now()
        chosen = project_to_change(session, name)
        people = [_person_named(session, each) for each in dict.fromkeys(names)]
        for person in people:
            is_new = add_member(session, chosen, person, role=here, actor=None, at=now)
            if role and not is_new:
                change_role(session, chosen, person, here, actor=None, at=now)
        session.commit()
        roles = [role_in(session, chosen, person) for person in people]
        lines = [f"{who.name}: {what}" for who, what in zip(people, roles, strict=True)]
    click.echo("\n".join(lines))


@click.command()
@click.argument("name")
@click.argument("more_names", nargs=-1, metavar="")
@click.option(
    "--to",
    "names",
    multiple=True,
    metavar="NAME...",
    help="Who gets documents; becomes a member. Without it all annotators.",
)
@click.option(
    "--everybody",
    default=0,
    show_default=True,
    type=click.IntRange(min=0),
    help="How many documents go to all of them.",
)
@as_json_option
def assign(
    *,
    name: str,
    more_names: Sequence[str],
    names: Sequence[str],
    everybody: int,
    as_json: bool,
) -> None:
    """Share out the documents that still need annotators; nobody loses one."""
    if more_names and not names:
        raise click.UsageError("Name people after --to.")
    names = [*names, *more_names]
    with application():
        session, now = db.session(), utc_now()
        chosen = project_to_change(session, name)
        people = [_person_named(session, each) for each in dict.fromkeys(names)]
        added = [
            user.name for user in people if add_member(session, chosen, user, actor=None, at=now)
        ]
        people = people or annotators_of(session, chosen)
        if not people:
            raise DomainError(f"{chosen.name} has no annotators: name people with --to.")
        planned = plan(session, chosen, people, everybody=everybody)
        apply_plan(session, chosen, planned, actor=None, at=now)
        session.commit()
        hooks.after_change(chosen.id)
        result = _result(chosen, people, planned, added)
    click.echo(json.dumps(result, ensure_ascii=False) if as_json else _in_words(result))


def _person_named(session: Session, name: str) -> User:
    user = session.scalar(select(User).where(User.name == name))
    if user is None or not user.is_active:
        raise DomainError(f"There is nobody active named {name!r}.")
    return user


def _result(
    project: Project, people: Sequence[User], plan: Plan, added: Sequence[str]
) -> dict[str, Any]:
    names = {user.id: user.name for user in people}
    return {
        "project": project.name,
        "members_added": added,
        "annotators": [
            {
                "name": names[load.annotator],
                "had": load.present,
                "for_everybody": load.shared,
                "shared_out": load.own,
                "has": load.total,
            }
            for load in plan.loads
        ],
        "assigned": len(plan.additions),
        "everybody": len(plan.everybody),
        "short": len(plan.short),
    }


def _in_words(result: dict[str, Any]) -> str:
    lines = [f"{name} is now a member." for name in result["members_added"]]
    rows = [["annotator", "had", "for everybody", "shared out", "has"]]
    rows += [list(map(str, row.values())) for row in result["annotators"]]
    width = max(len(row[0]) for row in rows)
    lines += [f"{row[0]:<{width}}" + "".join(f"  {cell:>13}" for cell in row[1:]) for row in rows]
    lines.append(f"{counted(result['assigned'], 'assignment')} added.")
    if result["everybody"]:
        lines.append(f"Everybody has {counted(result['everybody'], 'document')}.")
    if result["short"]:
        lines.append(
            counted(result["short"], "document still has", "documents still have")
            + " too few annotators."
        )
    return "\n".join(lines)
