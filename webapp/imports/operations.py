"""The verb of the import page; the work itself is in `tasks`."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from annotation.formats import Format
from webapp.jobs.operations import request_job
from webapp.models import Job, JobKind, Project, User


def request_import(  # the file, what it is, and who wants it where and when
    session: Session,
    project: Project,
    *,
    upload: str,
    file_name: str,
    file_format: Format | None,
    person: User,
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
        format=file_format,
    )
