"""Queries of the pages: the report as it is stored, and what of it whoever reads may see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from webapp.core.jobs.reports import ReportStatus, status_of
from webapp.insight.statistics.choice_tables import SPANS, TERMS
from webapp.insight.statistics.computing import fingerprint_of
from webapp.insight.statistics.report import Report
from webapp.insight.statistics.tables import Table
from webapp.insight.statistics.work_tables import OF_A_PERSON
from webapp.platform.models import (
    Assignment,
    Document,
    JobKind,
    Project,
    StatisticsSnapshot,
    User,
)
from webapp.platform.models.states import OPEN_STATES
from webapp.projects.queries import is_still_open_to


@dataclass(frozen=True, slots=True)
class Readable:
    """What one reader may see of a report."""

    summary: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    documents: Mapping[str, int] = field(default_factory=dict)
    """The ids of the documents that are named in it."""
    is_withheld: bool = False
    """Whether some of it has to wait until the reader has submitted own work."""


def first_step_of(session: Session, project: Project) -> str | None:
    """Return what must be done before there is anything to count; None where somebody has work."""
    if session.scalar(select(exists().where(Assignment.project_id == project.id))):
        return None
    has_documents = exists().where(Document.project_id == project.id)
    return "assign" if session.scalar(select(has_documents)) else "import"


def report_status_of(session: Session, project: Project, *, at: datetime) -> ReportStatus:
    """Return the stored statistics of a project with their status at a time."""
    snapshot = session.get(StatisticsSnapshot, project.id)
    fingerprint = fingerprint_of(session, project, at=at)
    return status_of(session, project, JobKind.STATISTICS, snapshot, fingerprint=fingerprint)


def readable(session: Session, project: Project, status: ReportStatus, *, reader: User) -> Readable:
    """Return a stored report without what its reader may not know before they have chosen."""
    if status.snapshot is None:
        return Readable()
    report = Report.from_json(status.snapshot.report)
    by_key = {table.key: table for table in report.tables}
    is_at_work = TERMS in by_key and _has_open_work(session, project, reader)
    if is_at_work:
        del by_key[TERMS]  # they are of all documents together
    documents: dict[str, int] = {}
    if spans := by_key.get(SPANS):
        documents = _readable_documents(session, project, spans, reader)
        rows = tuple(row for row in spans.rows if row[0] in documents)
        by_key[SPANS] = replace(spans, rows=rows)
    return Readable(report.summary, tuple(by_key.values()), documents, is_at_work)


def own_tables(status: ReportStatus, *, reader: User) -> list[Table]:
    """Return what a stored report says of its reader's own progress and time."""
    if status.snapshot is None:
        return []
    report = Report.from_json(status.snapshot.report)
    own = [table.of_person(reader.name) for table in report.tables if table.key in OF_A_PERSON]
    return [table for table in own if table.rows]


def _has_open_work(session: Session, project: Project, reader: User) -> bool:
    own = (
        Assignment.project_id == project.id,
        Assignment.annotator_id == reader.id,
        Assignment.state.in_(OPEN_STATES),
    )
    return bool(session.scalar(select(exists().where(*own))))


def _readable_documents(
    session: Session, project: Project, spans: Table, reader: User
) -> dict[str, int]:
    """Return the ids of the documents that are there and that the reader has not yet to submit."""
    found = select(Document.doc_id, Document.id).where(
        Document.project_id == project.id,
        Document.doc_id.in_({row[0] for row in spans.rows}),
        ~is_still_open_to(reader),
    )
    return {row.doc_id: row.id for row in session.execute(found)}
