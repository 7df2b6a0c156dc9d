"""`palimpsest project hand-on`."""

from __future__ import annotations

import sys

import click

from annotation.settling import Settling
from webapp.cli.context import application, project_named
from webapp.cli.imports import run_import
from webapp.intake.transfer.operations import hand_on
from webapp.platform.extensions import db
from webapp.platform.models import JobState, utc_now


@click.command("hand-on")
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
