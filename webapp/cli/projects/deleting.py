"""`palimpsest project delete`."""

from __future__ import annotations

import click

from annotation.formatting import counted
from webapp.cli.context import application, project_named
from webapp.cli.output import table
from webapp.core.jobs.runner import tidy_job
from webapp.platform.extensions import db
from webapp.platform.models import Document, utc_now
from webapp.projects.deletion.losses import Loss, loss_of
from webapp.projects.deletion.operations import delete_project


@click.command()
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
