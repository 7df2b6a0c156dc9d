"""What the pages about finding masks read."""

from __future__ import annotations

from sqlalchemy import ColumnElement, exists
from sqlalchemy.orm import Session

from webapp.jobs.queries import latest_jobs
from webapp.models import Document, Job, JobKind, Mention, Project
from webapp.records import untouched_documents


def has_no_mention() -> ColumnElement[bool]:
    """Tell the documents in which nothing is marked, in a query of `Document`."""
    return ~exists().where(Mention.document_id == Document.id).correlate(Document)


def count_bare(session: Session, project: Project) -> int:
    """Count the documents in which nothing is marked and that nobody has begun."""
    return len(untouched_documents(session, project, has_no_mention()))


def latest_masking(session: Session, project: Project) -> Job | None:
    """Return the job that found masks last, or is about to."""
    return next(iter(latest_jobs(session, project, JobKind.MASK)), None)
