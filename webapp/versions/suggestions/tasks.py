"""Preparing suggestions: one payload for each open assignment, by the version in use.

What annotators open next is made first, and written as soon as a few are there. What is lacking is
found anew at each start, so a job that was killed loses nothing but its time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from flask import current_app
from sqlalchemy.orm import Session

from annotation.formatting import counted
from selection import exchange
from selection.exchange import Request
from selection.precomputing import batch_path
from webapp.core.jobs.runner import INTERRUPTED
from webapp.core.jobs.running import RunningJob, is_stopping
from webapp.core.jobs.tasks import JobHandler
from webapp.core.records import snapshot
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.models import (
    Job,
    ModelVersion,
    Project,
    utc_now,
)
from webapp.versions import folders
from webapp.versions.cold_start import cold_start
from webapp.versions.examples import iter_submitted, open_documents
from webapp.versions.operations import request_suggestions
from webapp.versions.processes import encoder_argument, run_trainer
from webapp.versions.queries import has_open_work, promoted_last, wants_suggestions
from webapp.versions.suggestions.payloads import remove_obsolete, write_payloads
from webapp.versions.suggestions.pending import Pending, find_pending

ASKED_AT_ONCE = 400
"""How many payloads one process is asked for: between two, what was submitted meanwhile is seen."""


def run(job: RunningJob) -> str:
    """Make the payloads that are lacking; those that no page can show any more go."""
    config: Config = current_app.extensions["palimpsest"]
    folders.prepare(config, job.id)
    with Session(db.engine) as session:
        if not wants_suggestions(session.get_one(Project, job.project_id)):
            return "This project wants no suggestions."
        if not has_open_work(session, job.project_id):
            return "No document is open."
        version = promoted_last(session, job.project_id)
    if version is None:
        version = cold_start(job)
    with Session(db.engine) as session:
        pending = find_pending(session, job.project_id, version)
    made = 0
    for start in range(0, len(pending), ASKED_AT_ONCE):
        part = pending[start : start + ASKED_AT_ONCE]
        made += _suggest(job, config, version, part, Span(start, len(pending)))
    remove_obsolete(job.project_id, version)
    lacking = counted(len(pending), "document")
    return f"Suggestions are ready for {made:,} of {lacking} that lacked them."


def close(job: RunningJob) -> None:
    """Remove what the scoring worked with; what was interrupted is asked for again, once."""
    config: Config = current_app.extensions["palimpsest"]
    folders.clear(config, job.id)
    with Session(db.engine) as session:
        folders.sweep_models(session, config, job.id)
        if session.get_one(Job, job.id).message == INTERRUPTED and not job.arguments.get(
            "is_again"
        ):
            request_suggestions(
                session,
                session.get_one(Project, job.project_id),
                person=None,
                at=utc_now(),
                is_again=not is_stopping(),  # a worker that is told to stop harms nobody
            )
            session.commit()


HANDLER = JobHandler(run, close)


@dataclass(frozen=True, slots=True)
class Span:
    """Where a part begins in all that is to be done."""

    start: int
    total: int


@dataclass(slots=True)
class _Made:
    """The payloads of a part, which come in batches, and how many of both were taken."""

    part: Sequence[Pending]
    payloads: Path
    version_id: int
    at: datetime
    batches: int = 0
    written: int = 0

    def take(self) -> None:
        """Write the batches that are there to the database."""
        while (batch := batch_path(self.payloads, self.batches)).exists():
            made = exchange.read_payloads(batch)
            self.written += write_payloads(self.part, made, self.version_id, self.at)
            batch.unlink()
            self.batches += 1


def _suggest(
    job: RunningJob, config: Config, version: ModelVersion, part: Sequence[Pending], span: Span
) -> int:
    """Have the payloads of a part made and write them as they come; return how many."""
    folder = folders.working_folder(config, job.id)
    at = utc_now()  # what is submitted from now on is not in the payloads
    with snapshot(db.engine) as session:
        documents = open_documents(session, [each.document_id for each in part])
        requests = (
            Request(str(each.assignment_id), each.annotator, documents[each.document_id])
            for each in part
            if each.document_id in documents
        )
        exchange.write_requests(folder / "requests", requests)
        annotators = {each.annotator_id for each in part}
        done = iter_submitted(session, job.project_id, annotators=annotators)
        exchange.write_documents(folder / "history", done)

    made = _Made(part, folder / "payloads", version.id, at)

    def on_progress(share: float, _doing: str) -> None:
        made.take()
        done = span.start + round(share * len(part))
        job.heartbeat(done, span.total, "Preparing suggestions")

    arguments = [
        "selection",
        "suggest",
        *("--model", str(config.models / version.folder)),
        *("--snapshot", str(folder / "requests")),
        *("--history", str(folder / "history")),
        *("--out", str(made.payloads)),
        *encoder_argument(config),
        *("--ontology", str(config.ontology)),
    ]
    run_trainer(
        arguments, what="The scoring", folder=folder, config=config, on_progress=on_progress
    )
    made.take()
    return made.written
