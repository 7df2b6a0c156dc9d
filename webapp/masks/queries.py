"""What the pages about finding masks read."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, exists, not_, select
from sqlalchemy.orm import Session

from webapp.jobs.queries import latest_jobs
from webapp.models import (
    IS_SUGGESTED,
    Document,
    Flag,
    Job,
    JobKind,
    JobState,
    Layer,
    Mention,
    Project,
)
from webapp.records import untouched_documents


def has_no_mention() -> ColumnElement[bool]:
    """Tell the documents in which nothing is marked, in a query of `Document`."""
    return ~exists().where(Mention.document_id == Document.id).correlate(Document)


def has_been_read() -> ColumnElement[bool]:
    """Tell the documents in which masks were looked for, in a query of `Document`."""
    return exists().where(Layer.document_id == Document.id, IS_SUGGESTED).correlate(Document)


def is_suggested() -> ColumnElement[bool]:
    """Tell the documents with nothing but suggested spans, in a query of `Document`.

    Lists that came in a file are somebody's work, and so are comments on a span: where there are
    such, nothing may be found anew.
    """
    has_layer = exists().where(Layer.document_id == Document.id).correlate(Document)
    has_mention = exists().where(Mention.document_id == Document.id).correlate(Document)
    came_in_file = and_(Mention.generalizations.is_not(None), Mention.origins.is_(None))
    return and_(
        has_been_read(),
        ~has_layer.where(not_(IS_SUGGESTED)),
        ~has_mention.where(came_in_file),
        ~has_mention.where(Flag.mention_id == Mention.id),
    )


def count_renewable(session: Session, project: Project) -> int:
    """Count the documents that nobody has begun and whose spans can be found anew."""
    return len(untouched_documents(session, project, is_suggested()))


def count_bare(session: Session, project: Project) -> int:
    """Count the documents in which nothing is marked or was looked for, and that nobody has begun.

    Only those are looked at whose import told of texts without spans, or told nothing yet.
    """
    done = (Job.kind == JobKind.IMPORT, Job.state == JobState.DONE)
    jobs = session.execute(select(Job.id, Job.arguments).where(Job.project_id == project.id, *done))
    such = [job_id for job_id, arguments in jobs if arguments.get("unmasked", True)]
    if not such:
        return 0
    of_import = Document.import_id.in_(such)
    such_documents = (of_import, has_no_mention(), ~has_been_read())
    return len(untouched_documents(session, project, *such_documents))


def latest_masking(session: Session, project: Project) -> Job | None:
    """Return the job that found masks last, or is about to."""
    return next(iter(latest_jobs(session, project, JobKind.MASK)), None)
