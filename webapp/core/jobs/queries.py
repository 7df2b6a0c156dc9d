"""What pages read about jobs."""

from __future__ import annotations

from collections.abc import Sequence

from flask import abort
from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.platform.models import Job, JobKind, Project

LATEST = 30
"""How many jobs a page lists."""


def job_or_404(session: Session, project: Project, job_id: int, *kinds: JobKind) -> Job:
    """Load a job of the project and of one of these kinds, or 404."""
    job = session.get(Job, job_id)
    if job is None or job.project_id != project.id or job.kind not in kinds:
        abort(404)
    return job


def latest_jobs(session: Session, project: Project, kind: JobKind) -> Sequence[Job]:
    """Return the latest jobs of one kind, newest first."""
    jobs = select(Job).where(Job.project_id == project.id, Job.kind == kind)
    return session.scalars(jobs.order_by(Job.id.desc()).limit(LATEST)).all()
