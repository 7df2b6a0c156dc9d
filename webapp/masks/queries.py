"""What the pages about finding masks read."""

from __future__ import annotations

from sqlalchemy import ColumnElement, exists, select
from sqlalchemy.orm import Session

from webapp.jobs.queries import latest_jobs
from webapp.models import Document, Job, JobKind, JobState, Mention, Project
from webapp.records import untouched_documents


def has_no_mention() -> ColumnElement[bool]:
    """Tell the documents in which nothing is marked, in a query of `Document`."""
    return ~exists().where(Mention.document_id == Document.id).correlate(Document)


def count_bare(session: Session, project: Project) -> int:
    """Count the documents in which nothing is marked and that nobody has begun.

    Only those are looked at whose import told of texts without spans, or told nothing yet.
    """
    done = (Job.kind == JobKind.IMPORT, Job.state == JobState.DONE)
    jobs = session.execute(select(Job.id, Job.arguments).where(Job.project_id == project.id, *done))
    such = [job_id for job_id, arguments in jobs if arguments.get("unmasked", True)]
    if not such:
        return 0
    of_import = Document.import_id.in_(such)
    return len(untouched_documents(session, project, of_import, has_no_mention()))


def latest_masking(session: Session, project: Project) -> Job | None:
    """Return the job that found masks last, or is about to."""
    return next(iter(latest_jobs(session, project, JobKind.MASK)), None)
