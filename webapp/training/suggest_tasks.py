"""Preparing suggestions: one sheet for each open assignment, by the version in use.

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

from annotation.wording import counted
from selection import snapshots
from selection.scoring import batch_path
from selection.snapshots import Request
from webapp.config import Config
from webapp.extensions import db
from webapp.jobs.queue import enqueue
from webapp.jobs.runner import INTERRUPTED
from webapp.jobs.running import RunningJob, is_stopping
from webapp.jobs.tasks import JobHandler
from webapp.models import (
    Job,
    ModelVersion,
    Project,
    utc_now,
)
from webapp.records import snapshot
from webapp.training import folders
from webapp.training.cold_start import cold_start
from webapp.training.operations import request_suggestions
from webapp.training.pending import Pending, find_pending
from webapp.training.processes import encoder_argument, run_trainer
from webapp.training.queries import has_open_work, promoted_last, wants_suggestions
from webapp.training.sheets import remove_obsolete, write_sheets
from webapp.training.snapshotting import iter_submitted, open_documents

ASKED_AT_ONCE = 400
"""How many sheets one process is asked for: between two, what was submitted meanwhile is seen."""


def run(job: RunningJob) -> str:
    """Make the sheets that are lacking; those that no page can show any more go."""
    config: Config = current_app.extensions["palimpsest"]
    folders.prepare(config, job.id)
    with Session(db.engine) as session:
        if not wants_suggestions(session, session.get_one(Project, job.project_id)):
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
    again = None
    with Session(db.engine) as session:
        folders.sweep_models(session, config, job.id)
        if session.get_one(Job, job.id).message == INTERRUPTED and not job.arguments.get(
            "is_again"
        ):
            again = request_suggestions(
                session,
                session.get_one(Project, job.project_id),
                person=None,
                at=utc_now(),
                is_again=not is_stopping(),  # a worker that is told to stop harms nobody
            )
            session.commit()
            enqueue(again)


HANDLER = JobHandler(run, close)


@dataclass(frozen=True, slots=True)
class Span:
    """Where a part begins in all that is to be done."""

    start: int
    total: int


@dataclass(slots=True)
class _Made:
    """The sheets of a part, which come in batches, and how many of both were taken."""

    part: Sequence[Pending]
    sheets: Path
    version_id: int
    at: datetime
    batches: int = 0
    written: int = 0

    def take(self) -> None:
        """Write the batches that are there to the database."""
        while (batch := batch_path(self.sheets, self.batches)).exists():
            made = snapshots.read_sheets(batch)
            self.written += write_sheets(self.part, made, self.version_id, self.at)
            batch.unlink()
            self.batches += 1


def _suggest(
    job: RunningJob, config: Config, version: ModelVersion, part: Sequence[Pending], span: Span
) -> int:
    """Have the sheets of a part made and write them as they come; return how many."""
    folder = folders.working_folder(config, job.id)
    at = utc_now()  # what is submitted from now on is not in the sheets
    with snapshot(db.engine) as session:
        documents = open_documents(session, [each.document_id for each in part])
        requests = (
            Request(str(each.assignment_id), each.annotator, documents[each.document_id])
            for each in part
            if each.document_id in documents
        )
        snapshots.write_requests(folder / "requests", requests)
        annotators = {each.annotator_id for each in part}
        done = iter_submitted(session, job.project_id, annotators=annotators)
        snapshots.write_documents(folder / "history", done)

    made = _Made(part, folder / "sheets", version.id, at)

    def hear(share: float, _doing: str) -> None:
        made.take()
        done = span.start + round(share * len(part))
        job.beat(done, span.total, "Preparing suggestions")

    arguments = [
        "selection",
        "suggest",
        *("--model", str(config.models / version.folder)),
        *("--snapshot", str(folder / "requests")),
        *("--history", str(folder / "history")),
        *("--out", str(made.sheets)),
        *encoder_argument(config),
    ]
    run_trainer(arguments, what="The scoring", folder=folder, config=config, hear=hear)
    made.take()
    return made.written
