"""`palimpsest import`: files into a project, here and now."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click
from sqlalchemy.orm import Session

from annotation.formats import Format
from webapp.cli.context import application, project_named
from webapp.extensions import db
from webapp.jobs.runner import run_here, tidy_interrupted
from webapp.models import Job, JobKind, JobState, Project, utc_now

AUTO = "auto"


@click.command(name="import")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--project", "name", required=True, help="Name of the project.")
@click.option(
    "--format",
    "file_format",
    default=AUTO,
    show_default=True,
    type=click.Choice([AUTO, *(member.value for member in Format)]),
)
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def import_files(*, files: tuple[Path, ...], name: str, file_format: str, as_json: bool) -> None:
    """Take files into a project, each whole or not at all; the exit code is 1 if one is refused."""
    chosen = None if file_format == AUTO else Format(file_format)
    with application():
        session = db.session()
        project = project_named(session, name)
        tidy_interrupted()
        jobs = [_import(session, project, path, chosen, is_silent=as_json) for path in files]
        if as_json:
            click.echo(json.dumps([_as_json(job) for job in jobs], ensure_ascii=False, indent=1))
        if any(job.state is not JobState.DONE or job.finished_at is None for job in jobs):
            sys.exit(1)


def _import(
    session: Session, project: Project, path: Path, file_format: Format | None, *, is_silent: bool
) -> Job:
    job = Job(
        project_id=project.id,
        kind=JobKind.IMPORT,
        arguments={"path": str(path.resolve()), "file": path.name, "format": file_format},
        created_at=utc_now(),
    )
    line = _ProgressLine(path.name)
    run_here(session, job, line.show)
    line.clear()
    if job.state is not JobState.DONE:
        click.echo(f"Error: {job.message}", err=True)
    elif job.finished_at is None:
        click.echo("Error: the store could not be written: `palimpsest store rebuild`", err=True)
    elif not is_silent:
        click.echo(f"{path.name}: {job.message}")
    return job


def _as_json(job: Job) -> dict[str, object]:
    return {"file": job.arguments["file"], "state": job.state, "message": job.message}


class _ProgressLine:
    """How far a job is, on stderr: one line written over and over, or a line for each phase."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._shown = ""
        self._is_terminal = sys.stderr.isatty()

    def show(self, progress: int, total: int, message: str | None) -> None:
        """Say how far the job is, if that reads differently than before."""
        line = f"{self._name}: {message or 'Writing the store'} …"
        if self._is_terminal:
            line = f"\r\033[K{line} {100 * progress // max(total, 1)} %"
        if line != self._shown:
            click.echo(line, err=True, nl=not self._is_terminal)
            self._shown = line

    def clear(self) -> None:
        """Leave the line to what comes next."""
        if self._is_terminal:
            click.echo("\r\033[K", err=True, nl=False)
