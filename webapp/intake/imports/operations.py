"""The verbs of the import page; the work itself is in `tasks`."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, select, update
from sqlalchemy.orm import Session

from annotation.formats import Format
from webapp.core.jobs.operations import request_job
from webapp.platform.errors import DomainError
from webapp.platform.models import Document, Job, JobKind, JobState, Project, User

_ASKED = {"offer", "table", "columns", "likely_column", "faulty", "faults"}
"""The arguments by which an import asks people how to go on."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What people say of a file, and how it is to be imported."""

    format: Format | None = None
    """The format, if people know it better than its content shows."""
    text_column: str | None = None
    looks_first: bool = False
    """Whether the import waits until somebody has looked at the texts."""
    is_start: bool = False
    """Whether the project was made for this file."""
    files_of: int | None = None
    """The project from which the documents come, with the files that they once came as."""


def request_import(  # the file, how to import it, and who wants it where and when
    session: Session,
    project: Project,
    *,
    upload: str,
    file_name: str,
    options: ImportOptions,
    person: User | None,
    at: datetime,
) -> Job:
    """Ask for the import of an uploaded file into a project."""
    return request_job(
        session,
        JobKind.IMPORT,
        project,
        person=person,
        at=at,
        upload=upload,
        file=file_name,
        **asdict(options),
    )


def import_rest(session: Session, job: Job, *, person: User, finds_masks: bool = False) -> None:
    """Let a job that waits begin anew and leave out what can't be imported.

    `finds_masks` says that what to hide is to be found afterwards.
    """
    changes = {"skip_invalid": True, "looks_first": False, "finds_masks": finds_masks}
    _begin_anew(session, job, changes, person=person)


def read_by_column(session: Session, job: Job, column: str, *, person: User) -> None:
    """Let a job that waits to be told which column is the text begin anew, with the answer."""
    columns = job.arguments.get("columns", ())
    if column not in columns:
        raise DomainError("Choose one of the columns.")
    answers = [*job.arguments.get("text_columns", ()), [[*columns], column]]
    _begin_anew(session, job, {"text_columns": answers}, person=person)


def _begin_anew(session: Session, job: Job, changes: dict[str, Any], *, person: User) -> None:
    _answer(
        session,
        job,
        changes,
        state=JobState.QUEUED,
        message="",
        progress=0,
        total=0,
        started_at=None,
        finished_at=None,
        created_by_id=person.id,
    )


def import_nothing(session: Session, job: Job) -> None:
    """Leave a file; its upload is to be removed after the commit."""
    message = "Nothing of it was imported, as you wished."
    _answer(session, job, {}, state=JobState.CANCELLED, message=message)


def _answer(session: Session, job: Job, changes: dict[str, Any], **values: object) -> None:
    """Close what the job asks, if it asks and nobody was faster."""
    if not {"offer", "upload"} <= job.arguments.keys():
        raise DomainError("There is nothing to decide about this import.")
    arguments = _answered(job) | changes
    is_asking = (Job.id == job.id, Job.state == JobState.WAITING, Job.finished_at.is_not(None))
    answered = session.execute(update(Job).where(*is_asking).values(arguments=arguments, **values))
    if answered.rowcount == 0:  # type: ignore[attr-defined] # an UPDATE has it
        raise DomainError("This was decided meanwhile.")
    session.execute(delete(Document).where(*is_staged_by(job.id)))  # what was shown


def _answered(job: Job) -> dict[str, Any]:
    """Return the arguments of a job without what it asked, which quotes its file."""
    return {key: value for key, value in job.arguments.items() if key not in _ASKED}


def forget_waiting(session: Session, *, before: datetime) -> None:
    """Drop what nobody decided about since; commits."""
    forgotten = (
        Job.kind == JobKind.IMPORT,
        Job.state == JobState.WAITING,
        Job.finished_at < before,
    )
    message = "Nobody wanted it for a day: it is gone."
    for job in session.scalars(select(Job).where(*forgotten)).all():
        session.execute(
            update(Job)
            .where(Job.id == job.id, *forgotten)
            .values(state=JobState.CANCELLED, message=message, arguments=_answered(job))
        )
        session.execute(delete(Document).where(*is_staged_by(job.id)))
    session.commit()


def is_staged_by(job_id: int) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions of the documents that an import has written and not published."""
    return Document.import_id == job_id, Document.project_id.is_(None)
