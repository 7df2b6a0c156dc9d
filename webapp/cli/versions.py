"""`palimpsest versions`: the models that a project has trained; any of them can be put to use."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click
from sqlalchemy import select
from sqlalchemy.orm import Session

from palimpsest.sanitizing.suggesting import open_suggester
from webapp.cli.context import application, project_named, project_to_change
from webapp.cli.output import table
from webapp.platform.config import Config
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import ModelVersion, Project, Purpose, utc_now
from webapp.versions.operations import promote
from webapp.versions.queries import folder_of, promoted_last

HEADINGS = ("Version", "Suggests", "In use", "Trained", "Documents", "Verdict")


@click.command()
@click.option("--project", "name", required=True, help="Name of the project.")
@click.option("--use", "number", type=int, help="Put this version to use, whatever its verdict.")
@click.option("--json", "as_json", is_flag=True, help="Print all that is known as JSON.")
def versions(*, name: str, number: int | None, as_json: bool) -> None:
    """List the versions of a project's models of masks and replacements; --use rolls back."""
    with application():
        session = db.session()
        project = project_named(session, name)
        if number is not None:
            _use(session, project_to_change(session, name), number)
        found = _trained(session, project)
        in_use = {promoted_last(session, project.id, each.purpose) for each in found}
        if as_json:
            value = [_described(each, is_in_use=each in in_use) for each in found]
            click.echo(json.dumps(value, ensure_ascii=False, indent=2))
        elif found:
            click.echo(table(HEADINGS, [_row(each, is_in_use=each in in_use) for each in found]))
        else:
            click.echo("No version was trained in this project.")


def _trained(session: Session, project: Project) -> Sequence[ModelVersion]:
    """Return the versions of a project, newest first."""
    versions = select(ModelVersion).where(ModelVersion.project_id == project.id)
    return session.scalars(versions.order_by(ModelVersion.number.desc())).all()


def _use(session: Session, project: Project, number: int) -> None:
    """Put a version to use; raises DomainError, and VersionError for one that can't be opened."""
    version = next((each for each in _trained(session, project) if each.number == number), None)
    if version is None:
        raise DomainError(f"Project {project.name!r} has no version {number}.")
    if version.purpose is Purpose.MASKS:
        # Encoder or pipeline may be others than at its training.
        open_suggester(Config.read().assets, folder_of(version))
    promote(session, project, version, person=None, at=utc_now())
    session.commit()


def _row(version: ModelVersion, *, is_in_use: bool) -> tuple[object, ...]:
    return (
        version.number,
        version.purpose.label.lower(),
        "yes" if is_in_use else "",
        f"{version.created_at:%Y-%m-%d %H:%M}",
        version.summary.trained_on,
        version.verdict,
    )


def _described(version: ModelVersion, *, is_in_use: bool) -> dict[str, object]:
    return {
        "version": version.number,
        "suggests": version.purpose.value,
        "in_use": is_in_use,
        "created_at": version.created_at.isoformat(),
        "verdict": version.verdict,
        **version.summary.to_json(),
    }
