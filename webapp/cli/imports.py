"""`palimpsest import`: files into a project, here and now."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import click
from sqlalchemy.orm import Session

from annotation.formats import Format
from webapp.cli.context import application, project_to_change
from webapp.core.jobs.runner import run_here, tidy_interrupted
from webapp.platform.extensions import db
from webapp.platform.models import Job, JobKind, JobState, Project, utc_now

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
@click.option(
    "--text-column", metavar="NAME", help="Which column of a table (CSV, TSV) is the text."
)
@click.option(
    "--skip-invalid",
    is_flag=True,
    help="Leave out documents that can't be imported, and say which.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def import_files(
    *,
    files: tuple[Path, ...],
    name: str,
    file_format: str,
    text_column: str | None,
    skip_invalid: bool,
    as_json: bool,
) -> None:
    """Take files into a project; the exit code is 1 if one is refused."""
    chosen = None if file_format == AUTO else Format(file_format)
    with application():
        session = db.session()
        project = project_to_change(session, name)
        tidy_interrupted()
        options = {"format": chosen, "text_column": text_column, "skip_invalid": skip_invalid}
        jobs = [_import(session, project, path, options, is_silent=as_json) for path in files]
        if as_json:
            click.echo(json.dumps([_as_json(job) for job in jobs], ensure_ascii=False, indent=1))
        if any(job.state is not JobState.DONE or job.finished_at is None for job in jobs):
            sys.exit(1)


def _import(
    session: Session,
    project: Project,
    path: Path,
    options: Mapping[str, object],
    *,
    is_silent: bool,
) -> Job:
    job = Job(
        project_id=project.id,
        kind=JobKind.IMPORT,
        arguments={"path": str(path.resolve()), "file": path.name} | dict(options),
        created_at=utc_now(),
    )
    run_import(session, job, path.name, is_silent=is_silent)
    return job


def run_import(session: Session, job: Job, name: str, *, is_silent: bool) -> None:
    """Run a new import here and now, and say under a name what became of it."""
    line = ProgressLine(name)
    run_here(session, job, line.show)
    line.clear()
    if job.state is not JobState.DONE:
        click.echo(f"Error: {job.message}", err=True)
        _report_faults(job)
        if offer := job.arguments.get("offer"):
            click.echo(f"Nothing was imported; --skip-invalid imports the {offer:,}.", err=True)
    elif job.finished_at is None:
        click.echo("Error: the store could not be written: `palimpsest store rebuild`", err=True)
    elif not is_silent:
        click.echo(f"{name}: {job.message}")
        _report_faults(job)


def _report_faults(job: Job) -> None:
    """List what can't be imported, as far as the job lists it."""
    faults = job.arguments.get("faults", ())
    for fault in faults:
        click.echo(f"  {fault}", err=True)
    if rest := job.arguments.get("faulty", 0) - len(faults):
        click.echo(f"  … and {rest:,} more", err=True)


def _as_json(job: Job) -> dict[str, object]:
    result = {"file": job.arguments["file"], "state": job.state, "message": job.message}
    faults = {key: job.arguments[key] for key in ("faulty", "faults") if key in job.arguments}
    return result | faults


class ProgressLine:
    """The progress of a job on stderr: one line written over and over, or a line for each phase."""

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
