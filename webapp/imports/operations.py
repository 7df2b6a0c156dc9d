"""The verbs of the import page; the work itself is in `tasks`."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import update
from sqlalchemy.orm import Session

from annotation.formats import Format
from webapp.errors import DomainError
from webapp.jobs.operations import request_job
from webapp.models import Job, JobKind, JobState, Project, User


def request_import(  # the file, what it is, and who wants it where and when
    session: Session,
    project: Project,
    *,
    upload: str,
    file_name: str,
    file_format: Format | None,
    person: User,
    at: datetime,
    text_column: str | None = None,
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
        format=file_format,
        text_column=text_column,
    )


def import_rest(session: Session, job: Job, *, person: User) -> None:
    """Let the job of a refused file begin anew and leave out what can't be imported."""
    _answer(
        session,
        job,
        {"skip_invalid": True},
        state=JobState.QUEUED,
        message="",
        progress=0,
        total=0,
        started_at=None,
        finished_at=None,
        created_by_id=person.id,
    )


def import_nothing(session: Session, job: Job) -> None:
    """Leave a refused file; its upload is to be removed after the commit."""
    message = "Nothing of it was imported, as you wished."
    _answer(session, job, {}, state=JobState.CANCELLED, message=message)


def _answer(session: Session, job: Job, wish: dict[str, Any], **values: object) -> None:
    """Close what the job asks, if it asks and nobody was faster."""
    if not {"offer", "upload"} <= job.arguments.keys():
        raise DomainError("There is nothing to decide about this import.")
    arguments = {key: value for key, value in job.arguments.items() if key != "offer"} | wish
    is_asking = (Job.id == job.id, Job.state == JobState.FAILED, Job.finished_at.is_not(None))
    answered = session.execute(update(Job).where(*is_asking).values(arguments=arguments, **values))
    if answered.rowcount == 0:  # type: ignore[attr-defined] # an UPDATE has it
        raise DomainError("This was decided meanwhile.")
