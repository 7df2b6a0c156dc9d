"""Reports that the worker computes: whether the stored one is current, when to renew it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from webapp.core.jobs.operations import request_job
from webapp.platform.models import Event, EventKind, Job, JobKind, JobState, Project, Snapshot, User

MINIMUM_AGE = timedelta(minutes=1)
"""The age of a report from which an open page asks for a new one by itself."""
OUTDATED = "Something was deleted meanwhile: this has to be computed anew."
REST = 10
"""It also rests for so many times as long as it took: open pages keep no worker busy."""


@dataclass(frozen=True, slots=True)
class ReportStatus:
    """The stored report of a project, whether it is current, and the job that renews it."""

    snapshot: Snapshot | None
    is_current: bool
    job: Job | None
    """The latest computation, successful or not."""

    @property
    def is_pending(self) -> bool:
        """Whether a new report is being computed."""
        return self.job is not None and not self.job.state.is_over

    @property
    def has_failed(self) -> bool:
        """Whether the last attempt to renew the report failed."""
        return not self.is_current and self.job is not None and self.job.state is JobState.FAILED

    def renews_itself(self, now: datetime) -> bool:
        """Whether the page should ask for a new report by itself."""
        if self.is_current or self.is_pending or self.has_failed:
            return False
        return self.snapshot is None or now - self.snapshot.computed_at > self._rest

    @property
    def _rest(self) -> timedelta:
        if self.job and self.job.started_at and self.job.finished_at:
            return max(MINIMUM_AGE, REST * (self.job.finished_at - self.job.started_at))
        return MINIMUM_AGE


def status_of(
    session: Session,
    project: Project,
    kind: JobKind,
    snapshot: Snapshot | None,
    *,
    fingerprint: str,
) -> ReportStatus:
    """Compare a stored report with the fingerprint of the data as it is now."""
    job = session.scalars(
        select(Job)
        .where(Job.project_id == project.id, Job.kind == kind)
        .order_by(Job.id.desc())
        .limit(1)
    ).first()
    return ReportStatus(snapshot, snapshot is not None and snapshot.fingerprint == fingerprint, job)


def request_report(
    session: Session, kind: JobKind, project: Project, *, person: User | None, at: datetime
) -> Job:
    """Ask for a new report; one that waits already serves."""
    return request_job(
        session, kind, project, person=person, at=at, once_key=f"{kind}:{project.id}"
    )


def last_deletion(session: Session, project_id: int) -> int | None:
    """Return what changes whenever a project loses documents."""
    lost = Event.kind.in_((EventKind.DOCUMENT_DELETED, EventKind.IMPORT_UNDONE))
    return session.scalar(select(func.max(Event.id)).where(Event.project_id == project_id, lost))


def lock_reports(session: Session, project_id: int) -> None:
    """Let nobody else store or delete reports of a project until the commit."""
    of_project = select(Project.id).where(Project.id == project_id)
    session.execute(of_project.with_for_update(key_share=True))


def store(session: Session, snapshot: Snapshot, *, deletion: int | None) -> bool:
    """Put a report in the place of the last one, and commit; not if it may quote what is deleted.

    `deletion` is what `last_deletion` was before the report was computed.
    """
    lock_reports(session, snapshot.project_id)
    table = type(snapshot)
    # First of all a change: SQLite locks nothing before one.
    session.execute(delete(table).where(table.project_id == snapshot.project_id))
    is_sound = last_deletion(session, snapshot.project_id) == deletion
    if is_sound:
        session.add(snapshot)
    session.commit()
    return is_sound
