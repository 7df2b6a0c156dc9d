"""`palimpsest export --for release`: sanitized texts out, if the gate lets them."""

from __future__ import annotations

from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import Any

import click
from flask import current_app
from sqlalchemy.orm import Session

from annotation.formatting import counted
from annotation.hidden_words import Lexicon
from webapp.cli.context import project_named
from webapp.cli.output import opened
from webapp.cli.risk_project import renew_checks
from webapp.core.records import snapshot
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import Project, utc_now
from webapp.publication.release.gating import Gate
from webapp.publication.release.operations import record_key, record_release
from webapp.publication.release.wanted import WantedRelease
from webapp.publication.release.writing import KEYS, REPORTS, Outcome, refusal_of, write_release
from webapp.replacements.opening import opened_lexicon

_JSON = ".json"


def write(
    name: str, wanted: WantedRelease, *, output: Path | None, key: Path | None, report: Path | None
) -> None:
    """Write a release, and key and report beside it; nothing while the gate stops something.

    Key and report are JSON if their names end so, else a CSV table and a page.
    """
    session = db.session()
    project = project_named(session, name)
    renew_checks(session, project)
    lexicon = opened_lexicon(current_app.extensions["palimpsest"])
    with TemporaryDirectory() as made:
        folder = Path(made)
        with snapshot(db.engine) as reading:
            outcome, about = write_release(reading, project, wanted, folder, lexicon, at=utc_now())
        if outcome.stopped:
            _report_stopped(session, project, wanted, outcome, lexicon)
        if refusal := refusal_of(outcome, wanted):
            raise DomainError(refusal)
        _record(session, project, wanted, outcome, with_key=key is not None)
        _copy(folder / about["file"], output)
        if key:
            _copy(folder / KEYS["json" if key.suffix == _JSON else "csv"][0], key)
        if report:
            _copy(folder / REPORTS["json" if report.suffix == _JSON else "html"], report)
    click.echo(f"{counted(outcome.counts.texts, 'text')} released.", err=True)


def _record(
    session: Session,
    project: Project,
    wanted: WantedRelease,
    outcome: Outcome,
    *,
    with_key: bool,
) -> None:
    by: dict[str, Any] = {"person": None, "at": utc_now()}
    record_release(
        session, project, wanted, stopped=outcome.stopped, accepted=len(outcome.accepted), **by
    )
    if with_key:
        record_key(session, project, **by)
    session.commit()


def _copy(path: Path, output: Path | None) -> None:
    with path.open("rb") as written, opened(output) as stream:
        copyfileobj(written, stream)


def _report_stopped(
    session: Session, project: Project, wanted: WantedRelease, outcome: Outcome, lexicon: Lexicon
) -> None:
    """Say on stderr what stops the first documents."""
    for document in Gate(session, project, wanted, lexicon).documents(outcome.listed):
        for finding in document.gated.open:
            name = document.decided.doc_id
            click.echo(
                f"Document {document.number} ({name!r}), {finding.kind.label}: {finding}", err=True
            )
    if more := outcome.stopped - len(outcome.listed):
        click.echo(f"And {counted(more, 'more document')}.", err=True)
