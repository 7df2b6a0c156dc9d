"""Verbs on jobs: ask for one, cancel one."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from webapp.platform.errors import ArchivedError, DomainError
from webapp.platform.models import Job, JobKind, JobState, Project, User

_TAKING_OUT = frozenset({JobKind.EXPORT, JobKind.RELEASE})
"""What can be asked for in archived projects, too."""


def request_job(
    session: Session,
    kind: JobKind,
    project: Project,
    *,
    person: User | None,
    at: datetime,
    once_key: str | None = None,
    **arguments: object,
) -> Job:
    """Ask for a job, to begin after the commit; one that waits under the same `once_key` serves.

    The arguments are JSON values: ids and settings, no document text. Raises ArchivedError where
    nothing is done any more; what is there can be taken out.
    """
    if project.archived_at and kind not in _TAKING_OUT:
        raise ArchivedError
    job = Job(
        project_id=project.id,
        kind=kind,
        once_key=once_key,
        arguments=arguments,
        created_by_id=person.id if person else None,
        created_at=at,
    )
    try:
        with session.begin_nested():
            session.add(job)
    except IntegrityError:
        waiting = select(Job).where(Job.once_key == once_key, Job.state == JobState.QUEUED)
        return session.scalars(waiting).one()
    return job


def cancel_job(session: Session, job: Job) -> None:
    """Stop a job that waits or runs; a running one notices soon and takes back what it did."""
    stopped = session.execute(
        update(Job)
        .where(Job.id == job.id, Job.state.in_((JobState.QUEUED, JobState.RUNNING)))
        .values(state=JobState.CANCELLED, message="Cancelled; nothing of it was kept.")
    )
    if stopped.rowcount == 0:  # type: ignore[attr-defined] # an UPDATE has it
        raise DomainError("The job is over already.")
