"""`palimpsest risk`: who could still be found in what would go out."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from sqlalchemy import select
from sqlalchemy.orm import Session

from annotation.formatting import counted
from webapp.cli.context import application, project_named, project_to_change
from webapp.cli.risk_attacks import ATTACKS, WORDS
from webapp.cli.risk_files import assess_file, masking_of
from webapp.cli.risk_project import assess_project, renew_checks
from webapp.cli.risk_reports import Assessed, in_words
from webapp.cli.running import run_now
from webapp.core.jobs.runner import tidy_interrupted
from webapp.platform.config import Config
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import Background, Job, JobKind, Project, utc_now

_REPORT = "report"


class _RiskGroup(click.Group):
    """A group whose command `report` need not be named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; what begins with no command is a report."""
        if args and args[0] not in {*self.commands, *ctx.help_option_names}:
            args = [_REPORT, *args]
        return super().parse_args(ctx, args)


@click.group(cls=_RiskGroup)
def risk() -> None:
    """Find out who could still be found. `risk FILE` is short for `risk report FILE`."""


@risk.command()
@click.argument("source")
@click.option("--project", "name", required=True, help="Name of the project.")
@click.option("--json", "as_json", is_flag=True, help="Print what was read as JSON.")
def background(*, source: str, name: str, as_json: bool) -> None:
    """Let SOURCE be what an attacker of the project knows, in the place of what it was.

    SOURCE is a folder or ZIP of .txt files, JSON lines, or JSON such as {id: text}, also packed by
    gzip, or else the name of another project, of which all documents are read.
    """
    with application():
        session = db.session()
        project = project_to_change(session, name)
        tidy_interrupted()
        job = Job(
            project_id=project.id,
            kind=JobKind.BACKGROUND,
            arguments=_arguments(session, project, source),
            created_at=utc_now(),
        )
        run_now(session, job, source)
        made = session.get_one(Background, project.id)
        numbers = {key: getattr(made, key) for key in ("people", "texts", "empty", "near_copies")}
        result = {"project": name} | numbers | {"known": job.arguments["known"]}
    click.echo(json.dumps(result, ensure_ascii=False) if as_json else _read_in_words(result))


def _arguments(session: Session, project: Project, source: str) -> dict[str, Any]:
    """Return what says to a job what to read; raises DomainError."""
    path = Path(source)
    if path.exists():
        return {"path": str(path.resolve()), "file": path.name}
    there = select(Project).where(Project.name == source, Project.removed_at.is_(None))
    other = session.scalar(there)
    if other is None:
        raise DomainError(f"There is neither a file {source} nor a project of that name.")
    if other.id == project.id:
        raise DomainError("A project is no background of itself: name another one.")
    return {"of_project": other.id}


def _read_in_words(result: dict[str, Any]) -> str:
    people, texts = counted(result["people"], "person", "people"), counted(result["texts"], "text")
    lines = [f"{people} in {texts}; {counted(result['known'], 'document')} known by name."]
    if result["empty"]:
        lines.append(f"Left out: {counted(result['empty'], 'text')} with nothing in them.")
    if result["near_copies"]:
        copies = counted(result["near_copies"], "text repeats", "texts repeat")
        lines.append(f"Taken out: what {copies} of the project's documents.")
    return "\n".join(lines)


@risk.command()
@click.argument("file", required=False, type=click.Path(exists=True, path_type=Path))
@click.option("--project", "name", help="The submitted documents of this project instead of FILE.")
@click.option("--gate", is_flag=True, help="Exit with 1 if the gate would stop a release.")
@click.option(
    "--background",
    "source",
    metavar="SOURCE",
    type=click.Path(exists=True, path_type=Path),
    help="What an attacker of FILE knows: as `risk background` takes it.",
)
@click.option(
    "--attacks",
    default=WORDS,
    show_default=True,
    metavar="NAME,…",
    callback=lambda _context, _option, value: _attacks_named(value),
    help=f"Which attacks: {', '.join(ATTACKS)}.",
)
@click.option(
    "--language-model",
    "model",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="What --attacks language-model asks, in place of the settings'.",
)
@click.option("--with-originals", is_flag=True, help="Show what is hidden, too.")
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
def report(
    *,
    file: Path | None,
    name: str | None,
    gate: bool,
    source: Path | None,
    attacks: Sequence[str],
    model: Path | None,
    with_originals: bool,
    as_json: bool,
) -> None:
    """Say who could still be found in FILE, whose spans are marked, or in a project.

    Spans without a choice count as ***. No original is shown unless asked for. Numbers such as
    12–16 are places in the original text: its code points, from the first to behind the last.
    """
    _check_usage(file, name, source, gate=gate)
    if file is not None:
        config = Config.from_environment()
        config = replace(config, language_model_folder=model or config.language_model_folder)
        assessed = list(assess_file(config, file, source, attacks))
    else:
        assessed = _of_project(name or "")
    _show(assessed, with_originals=with_originals, as_json=as_json)
    if gate and any(each.stops for each in assessed):
        sys.exit(1)


def _of_project(name: str) -> list[Assessed]:
    """Bring the checks of a project up to date, and read them."""
    with application() as app:
        session = db.session()
        project = project_named(session, name)
        renew_checks(session, project)
        return list(assess_project(session, app.extensions["palimpsest"], project))


def _attacks_named(value: str) -> Sequence[str]:
    names = [name.strip() for name in value.split(",")]
    if unknown := [name for name in names if name not in ATTACKS]:
        raise click.BadParameter(f"{unknown[0]!r} is none of {', '.join(ATTACKS)}.")
    return names


def _check_usage(file: Path | None, name: str | None, source: Path | None, *, gate: bool) -> None:
    if (file is None) == (name is None):
        raise click.UsageError("Name a file, or a project with --project.")
    if name is not None and source is not None:
        raise click.UsageError(
            "A project has a background of its own: `palimpsest risk background`."
        )
    if file is not None and file.is_dir():
        raise click.UsageError(
            f"{file} is a folder; texts without marked spans hide nothing yet. "
            f"`{masking_of(file)}` suggests what to hide; then `palimpsest risk masked.json`."
        )
    if file is not None and gate:
        raise click.UsageError("--gate is for --project: who accepted what is known there.")


def _show(assessed: Sequence[Assessed], *, with_originals: bool, as_json: bool) -> None:
    if as_json:
        values = [each.to_json(with_originals=with_originals) for each in assessed]
        click.echo(json.dumps(values, ensure_ascii=False, indent=1))
        return
    click.echo(in_words(assessed, with_originals=with_originals))
