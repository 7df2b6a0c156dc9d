"""`palimpsest project`: projects, and who gets which documents."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, BinaryIO

import click
from sqlalchemy import select
from sqlalchemy.orm import Session

from annotation.formatting import counted
from annotation.settling import Settling
from webapp.cli.context import application, project_named, project_to_change
from webapp.cli.imports import run_import
from webapp.cli.output import table
from webapp.core.jobs.runner import tidy_job
from webapp.intake.transfer.operations import hand_on
from webapp.people.roles import EVERYWHERE, role_in, role_named
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import Document, JobState, Project, ProjectKind, Role, User, utc_now
from webapp.projects.assignment.operations import apply_plan, plan
from webapp.projects.assignment.planning import Plan
from webapp.projects.assignment.queries import annotators_of
from webapp.projects.deletion.losses import Loss, loss_of
from webapp.projects.deletion.operations import delete_project
from webapp.projects.home import list_projects
from webapp.projects.operations import Settings, add_member, change_role, create_project
from webapp.projects.overview import progress_of_annotators
from webapp.projects.queries import members_of
from webapp.versions import hooks

as_json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")


@click.group()
def project() -> None:
    """Set up projects, list and show them."""


@project.command()
@click.argument("name")
@click.option(
    "--kind",
    type=click.Choice([kind.value for kind in ProjectKind]),
    default=ProjectKind.ONE_PASS.value,
    show_default=True,
    help="What is annotated.",
)
@click.option("--annotators-per-document", default=1, show_default=True, type=click.IntRange(min=1))
@click.option("--peer-review", is_flag=True, help="Annotators review each other's work, too.")
@click.option("--guidelines", type=click.File("rb"), help="A Markdown file; - is standard input.")
@as_json_option
def create(
    *,
    name: str,
    kind: str,
    annotators_per_document: int,
    peer_review: bool,
    guidelines: BinaryIO | None,
    as_json: bool,
) -> None:
    """Make a project."""
    settings = Settings(
        name=name.strip(),
        guidelines=_read(guidelines) if guidelines else "",
        annotators_per_document=annotators_per_document,
        has_peer_review=peer_review,
    )
    with application():
        made = create_project(
            db.session(), settings, kind=ProjectKind(kind), actor=None, at=utc_now()
        )
        db.session.commit()
        result = {
            "id": made.id,
            "name": made.name,
            "kind": made.kind.value,
            "annotators_per_document": made.annotators_per_document,
        }
    click.echo(
        json.dumps(result, ensure_ascii=False) if as_json else f"Project {settings.name} is made."
    )


@project.command(name="list")
@as_json_option
def list_all(*, as_json: bool) -> None:
    """List all projects by name, with how far each is."""
    with application():
        projects = [
            {
                "id": each.id,
                "name": each.name,
                "kind": each.kind.value,
                "documents": team.documents,
                "members": team.members,
                "assigned": team.progress.total,
                "submitted": team.progress.done,
            }
            for each, team in list_projects(db.session())
        ]
    if as_json:
        click.echo(json.dumps(projects, ensure_ascii=False, indent=1))
        return
    columns = ["name", "kind", "documents", "members", "assigned", "submitted"]
    click.echo(table(columns, [[each[name] for name in columns] for each in projects]))


@project.command()
@click.argument("name")
@as_json_option
def show(*, name: str, as_json: bool) -> None:
    """Show a project: its settings, who belongs to it, and how far each annotator is."""
    with application():
        session = db.session()
        chosen = project_named(session, name)
        people = progress_of_annotators(session, chosen)
        shown = {
            "id": chosen.id,
            "kind": chosen.kind.value,
            "guidelines_version": chosen.guidelines_version,
            **asdict(Settings.of(chosen)),
            "members": [
                {"name": member.name, "role": role}
                for member, role in members_of(session, chosen).items()
            ],
            "annotators": [
                {"name": each.name, "assigned": each.number_in(), "submitted": each.done}
                for each in people
            ],
        }
    if as_json:
        click.echo(json.dumps(shown, ensure_ascii=False, indent=1))
        return
    annotators, members = shown.pop("annotators"), shown.pop("members")
    shown.pop("guidelines")
    for setting, value in shown.items():
        click.echo(f"{setting.replace('_', ' ')}: {value}")
    for columns, people in (
        (["name", "role"], members),
        (["name", "assigned", "submitted"], annotators),
    ):
        click.echo(table(columns, [[each[column] for column in columns] for each in people]))


@project.command()
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


@project.command()
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


@project.command("hand-on")
@click.argument("name")
@click.argument("new_name")
@click.option(
    "--masks",
    "settling",
    type=click.Choice([each.value for each in Settling]),
    default=Settling.ANY.value,
    show_default=True,
    help="Where several annotated a document that nobody adjudicated: what any, most or all hide.",
)
def hand_on_masks(*, name: str, new_name: str, settling: str) -> None:
    """Make the project NEW_NAME, in which what is hidden in NAME is replaced.

    NAME is a project of masks; it stays as it is. Its submitted documents are handed on.
    """
    with application() as app:
        session = db.session()
        handed = hand_on(
            session,
            project_named(session, name),
            new_name.strip(),
            Settling(settling),
            app.extensions["palimpsest"],
            person=None,
            at=utc_now(),
        )
        run_import(session, handed.job, handed.project.name, is_silent=False)
        if handed.job.state is not JobState.DONE:
            sys.exit(1)


@project.command()
@click.argument("name")
@click.option(
    "--yes-delete",
    "typed",
    metavar="NAME",
    help="The name once more, for scripts: nothing is asked then.",
)
def delete(*, name: str, typed: str | None) -> None:
    """Delete a project with all documents and work in it, after saying what goes."""
    with application():
        session = db.session()
        chosen = project_named(session, name)
        loss = loss_of(session, Document.project_id == chosen.id)
        click.echo(_lost(loss), err=True)
        session.rollback()  # nothing is held while somebody thinks
        if typed is None:
            typed = click.prompt("Type its name to delete it", err=True)
        job = delete_project(
            session, chosen, typed=typed, actor=None, at=utc_now(), announced=loss.counts
        )
        session.commit()
        tidy_job(job.id)
    click.echo(f"Project {name} is deleted.")


def _lost(loss: Loss) -> str:
    lines = [f"{counted(loss.documents, 'document')}, for good."]
    if loss.works:
        columns = ["name", "choices", "marks", "submitted", "reviewed", "comments"]
        rows = [[getattr(work, column) for column in columns] for work in loss.works]
        lines += ["With them goes the work of:", table(columns, rows)]
    return "\n".join(lines)


def _read(file: BinaryIO) -> str:
    try:
        return file.read().decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise DomainError("The guidelines are not text in UTF-8.") from error


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
