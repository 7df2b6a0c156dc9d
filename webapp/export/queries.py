"""Queries of the export page."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import abort, current_app
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from annotation.errors import RecordError
from annotation.hidden_words import Lexicon
from webapp import exported
from webapp.config import Config
from webapp.export.preparing import LeakError, Preparer
from webapp.export.scan import LeakingDocument
from webapp.export.wanted import Wanted
from webapp.jobs.queries import job_or_404, latest_jobs
from webapp.jobs.reports import last_deletion
from webapp.models import Assignment, Document, Job, JobKind, Project
from webapp.models.states import FINAL_STATES
from webapp.records import Layers, NumberedRecords, confirmed_documents

EXPLAINED = 20
"""For so many documents a page says what can still be read in them: each is scanned anew."""


@dataclass(frozen=True, slots=True)
class SplitCount:
    """The documents of a split: how many there are, were submitted, were submitted by several."""

    split: str | None
    documents: int
    submitted: int
    multi: int


def count_splits(session: Session, project: Project) -> list[SplitCount]:
    """Count the documents of every split that is present."""
    submissions = (
        select(Assignment.document_id, func.count().label("number"))
        .where(Assignment.state.in_(FINAL_STATES))
        .group_by(Assignment.document_id)
        .subquery()
    )
    rows = session.execute(
        select(
            Document.dataset_type,
            func.count(),
            func.count(submissions.c.number),
            func.count().filter(submissions.c.number > 1),
        )
        .outerjoin(submissions, submissions.c.document_id == Document.id)
        .where(Document.project_id == project.id)
        .group_by(Document.dataset_type)
        .order_by(func.min(Document.position))
    )
    return [SplitCount(*row) for row in rows]


@dataclass(frozen=True, slots=True)
class DocumentLocation:
    """Where people find a document: its number, and the first submitted work on it, if any."""

    document_id: int
    number: int
    assignment_id: int | None


def find_documents(
    session: Session, project: Project, doc_ids: Collection[str]
) -> dict[str, DocumentLocation]:
    """Return where people find some documents, by doc_id."""
    rows = session.execute(
        select(Document.id, Document.doc_id, Document.position, func.min(Assignment.id))
        .outerjoin(
            Assignment,
            (Assignment.document_id == Document.id) & Assignment.state.in_(FINAL_STATES),
        )
        .where(Document.project_id == project.id, Document.doc_id.in_(doc_ids))
        .group_by(Document.id, Document.doc_id, Document.position)
    )
    return {name: DocumentLocation(key, position + 1, work) for key, name, position, work in rows}


@dataclass(frozen=True, slots=True)
class Export:
    """A dataset that was asked for, as pages show it."""

    job: Job
    wanted: Wanted
    is_kept: bool
    """Whether it can be downloaded."""

    @property
    def result(self) -> dict[str, Any]:
        """What came of it: numbers, faults, the file; see webapp.export.tasks."""
        result: dict[str, Any] = self.job.arguments.get("result", {})
        return result

    @property
    def unexplained(self) -> int:
        """How many documents were held back of which no page says why."""
        explained = self.result.get("leaking", ())[:EXPLAINED]
        return int(self.result.get("left_out", 0)) - len(explained)

    @property
    def options(self) -> Iterator[str]:
        """The options in words."""
        wanted = self.wanted
        yield wanted.work.label
        if wanted.split is not None:
            yield f"split {wanted.split or 'none'}"
        if wanted.layers_read is not Layers.ANNOTATORS:
            yield f"layers: {wanted.layers_read.label.lower()}"
        if wanted.multi_to_test:
            yield "by several in test"
        if wanted.without_originals:
            yield "without originals"
        elif wanted.with_pseudonyms:
            yield "annotators numbered"
        if wanted.fits_grammar:
            yield "fitted into sentences"
        if wanted.without_brackets:
            yield "no brackets"


def latest_exports(session: Session, project: Project, at: datetime) -> list[Export]:
    """Return the latest datasets that were asked for, newest first."""
    deletion = last_deletion(session, project.id)
    jobs = latest_jobs(session, project, JobKind.EXPORT)
    return [_export(job, at, deletion) for job in jobs]


def export_or_404(session: Session, project: Project, job_id: int, at: datetime) -> Export:
    """Load a dataset of the project that was asked for, or 404."""
    job = job_or_404(session, project, job_id, JobKind.EXPORT)
    return _export(job, at, last_deletion(session, project.id))


def kept_or_404(session: Session, project: Project, job_id: int, at: datetime) -> Export:
    """Load a dataset of the project that can be downloaded, or 404."""
    export = export_or_404(session, project, job_id, at)
    return export if export.is_kept else abort(404)


def _export(job: Job, at: datetime, deletion: int | None) -> Export:
    wanted = Wanted.from_json(job.arguments["wanted"])
    config: Config = current_app.extensions["palimpsest"]
    return Export(job, wanted, exported.is_kept(config, job, at, deletion=deletion))


def find_leaks(
    session: Session, project: Project, export: Export, lexicon: Lexicon
) -> list[LeakingDocument]:
    """Say what can be read by now in the first documents that an export held back."""
    leaks, preparer = [], Preparer(export.wanted, lexicon)
    confirmed = confirmed_documents(session, project)
    ids = export.result.get("leaking", ())[:EXPLAINED]
    for each in NumberedRecords(
        session,
        project,
        states=export.wanted.work.states,
        ids=ids,
        layers=export.wanted.layers_read,
    ):
        if isinstance(each.found, RecordError):
            continue
        try:
            preparer.prepare(each.found, 1, may_be_unmasked=each.found.doc_id in confirmed)
        except LeakError as leak:
            leaks.append(LeakingDocument(each.document_id, leak.doc_id, leak.problems))
    return leaks
