"""`palimpsest project list` and `show`."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from webapp.cli.context import application, project_named
from webapp.cli.output import table
from webapp.cli.projects.options import as_json_option
from webapp.platform.extensions import db
from webapp.projects.home import list_projects
from webapp.projects.operations import Settings
from webapp.projects.overview import progress_of_annotators
from webapp.projects.queries import members_of


@click.command(name="list")
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


@click.command()
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
