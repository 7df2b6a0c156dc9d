"""Verbs on datasets: ask for one, and note who took which out."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from webapp.core import audit, downloads
from webapp.core.jobs.operations import request_job
from webapp.platform.models import EventKind, Job, JobKind, Project, User
from webapp.publication.export.wanted import Wanted


def request_export(
    session: Session, project: Project, wanted: Wanted, *, person: User | None, at: datetime
) -> Job:
    """Ask for a dataset, to be written after the commit."""
    return request_job(
        session, JobKind.EXPORT, project, person=person, at=at, wanted=wanted.to_json()
    )


def record_export(
    session: Session,
    project: Project,
    wanted: Wanted,
    *,
    person: User | None,
    at: datetime,
    left_out: int = 0,
    **more: Any,  # noqa: ANN401 - JSON values
) -> None:
    """Note in the audit trail who takes what out of the project."""
    details = wanted.to_json() | {"left_out": left_out} | more
    audit.record(session, EventKind.EXPORTED, at=at, actor=person, project=project, **details)


def record_download(
    session: Session, project: Project, job: Job, *, person: User, at: datetime, is_resumed: bool
) -> None:
    """Note who takes a dataset out; not again where a download that was noted goes on."""
    if is_resumed and downloads.was_noted(session, job, EventKind.EXPORTED, person):
        return
    wanted = Wanted.from_json(job.arguments["wanted"])
    left_out = job.arguments["result"]["left_out"]
    record_export(session, project, wanted, person=person, at=at, left_out=left_out, job_id=job.id)
