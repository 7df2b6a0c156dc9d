"""`palimpsest train`: a training in the foreground."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from selection.catalogue import DEFAULT, catalogue
from webapp.cli.context import application, project_to_change
from webapp.core.jobs.runner import run_here, tidy_interrupted
from webapp.core.jobs.running import OnProgress
from webapp.platform.extensions import db
from webapp.platform.models import JobState, utc_now
from webapp.versions.operations import new_mask_training, new_training


@click.command()
@click.option("--project", "name", required=True, help="Name of the project.")
@click.option("--masks", is_flag=True, help="Learn which spans are masked, not what replaces them.")
@click.option(
    "--family",
    type=click.Choice([*catalogue()]),
    help=f"The kind of model of replacements ({DEFAULT}).",
)
@click.option("--seed", default=0, show_default=True, type=click.IntRange(min=0))
def train(*, name: str, masks: bool, family: str | None, seed: int) -> None:
    """Train a model on a project's work, try it, and use it if it is no worse.

    Replacements are learnt from submitted choices, masks from marked documents.
    """
    if masks and family:
        raise click.UsageError("--family is of replacements: it does not go with --masks.")
    with application(), _ending_as_by_hand():
        tidy_interrupted()  # a killed training leaves its documents
        session = db.session()
        project = project_to_change(session, name)
        if masks:
            job = new_mask_training(project, seed=seed, at=utc_now())
        else:
            job = new_training(project, family=family or DEFAULT, seed=seed, at=utc_now())
        session.rollback()  # nothing is held while it waits for its turn
        run_here(session, job, _progress())
    click.echo(job.message, err=job.state is not JobState.DONE)
    if job.state is not JobState.DONE:
        sys.exit(1)


@contextmanager
def _ending_as_by_hand() -> Iterator[None]:
    """End by SIGTERM and SIGHUP as by Ctrl-C: the trainer and its documents go, too."""
    former = {
        number: signal.signal(number, signal.default_int_handler)
        for number in (signal.SIGTERM, signal.SIGHUP)
    }
    try:
        yield
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)


def _progress() -> OnProgress:
    """Return a callback that reports on stderr whatever is begun, not every step of it."""
    last: str | None = None

    def report(progress: int, total: int, message: str | None) -> None:
        nonlocal last
        if message and message != last:
            last = message
            click.echo(f"{progress / max(total, 1):4.0%}  {message}", err=True)

    return report
