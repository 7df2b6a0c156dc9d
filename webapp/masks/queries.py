"""What the pages about finding masks read."""

from __future__ import annotations

from sqlalchemy import ColumnElement, exists, select
from sqlalchemy.orm import Session

from webapp.core.jobs.queries import latest_jobs
from webapp.core.records import has_been_read, untouched_documents
from webapp.platform.models import (
    Document,
    Job,
    JobKind,
    JobState,
    Mention,
    Project,
)


def has_no_mention() -> ColumnElement[bool]:
    """Return the condition, in a query of `Document`, that nothing is marked in it."""
    return ~exists().where(Mention.document_id == Document.id).correlate(Document)


def count_bare(session: Session, project: Project) -> int:
    """Count the documents in which nothing is marked or was looked for, and that nobody has begun.

    Only those are looked at whose import told of texts without spans, or told nothing yet.
    """
    done = (Job.kind == JobKind.IMPORT, Job.state == JobState.DONE)
    jobs = session.execute(select(Job.id, Job.arguments).where(Job.project_id == project.id, *done))
    relevant = [job_id for job_id, arguments in jobs if arguments.get("unmasked", True)]
    if not relevant:
        return 0
    of_import = Document.import_id.in_(relevant)
    conditions = (of_import, has_no_mention(), ~has_been_read())
    return len(untouched_documents(session, project, *conditions))


def latest_masking(session: Session, project: Project) -> Job | None:
    """Return the job that found masks last, or is about to."""
    return next(iter(latest_jobs(session, project, JobKind.MASK)), None)
