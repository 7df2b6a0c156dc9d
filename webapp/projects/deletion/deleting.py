"""Deleting documents: what quotes them goes at once, what nobody sees any more in parts."""

from __future__ import annotations

import re
from collections.abc import Callable

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.orm import Session

from annotation.errors import shown
from webapp.core import store_sync
from webapp.core.jobs.reports import lock_reports
from webapp.platform.database import empty_write_ahead_log
from webapp.platform.extensions import db
from webapp.platform.models import Document, Job, JobState, Project, Snapshot

GONE = "…"
"""What stands for the name of a file that was a deleted document's."""
BATCH = 25
"""The number of documents deleted in one transaction."""

_OVER = (JobState.DONE, JobState.FAILED, JobState.CANCELLED)
"""What waits for somebody is dropped with its upload, when they answer or after a day."""


def forget_quotes(session: Session, project: Project, *documents: ColumnElement[bool]) -> None:
    """Delete what reports and jobs that are over say of documents that go with this transaction.

    The first line of the message of a job that is done counts, and stays.
    """
    lock_reports(session, project.id)
    for report in Snapshot.__subclasses__():
        session.execute(
            delete(report).where(report.project_id == project.id),
            execution_options={"synchronize_session": False},
        )
    rows = session.execute(select(Document.doc_id, Document.import_id).where(*documents)).all()
    names = {re.escape(name) for row in rows for name in (row.doc_id, shown(row.doc_id)[1:-1])}
    names_one = re.compile(rf"(?<!\w)(?:{'|'.join(names)})(?!\w)").search
    imports = {row.import_id for row in rows}
    of_project = (Job.project_id == project.id, Job.state.in_(_OVER))
    for job in session.scalars(select(Job).where(*of_project)) if rows else ():
        first, _, rest = job.message.partition("\n")
        if job.state is not JobState.DONE and names_one(first):
            first = ""
        if job.id in imports or names_one(rest):  # notes name files, which may be called otherwise
            rest = ""
        job.message = "\n".join(filter(None, (first, rest)))
        job.arguments = {key: _without(value, names_one) for key, value in job.arguments.items()}


def _without(value: object, names_one: Callable[[str], object]) -> object:
    """Return an argument of a job without the texts in it that name a document."""
    if isinstance(value, list):
        return [each for each in value if not (isinstance(each, str) and names_one(each))]
    return GONE if isinstance(value, str) and names_one(value) else value


def delete_documents(
    session: Session, *documents: ColumnElement[bool], records_of: int | None = None
) -> None:
    """Delete documents with all that hangs on them.

    `records_of` names the project in whose store they may have records; these go first, so that
    none is forgotten if the process dies in between. Nothing of them stays in the database's files.
    """
    some = select(Document.id, Document.doc_id).where(*documents).limit(BATCH)
    while rows := session.execute(some).all():
        session.rollback()  # nothing is held while files are deleted
        if records_of is not None:
            store_sync.remove(records_of, [row.doc_id for row in rows])
        session.execute(
            delete(Document).where(Document.id.in_([row.id for row in rows])),
            execution_options={"synchronize_session": False},
        )
        session.commit()
    session.rollback()  # a reader would keep the log
    empty_write_ahead_log(db.engine)
