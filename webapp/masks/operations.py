"""Asking for masks."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from masking.operating import OperatingPoint
from webapp.jobs.operations import request_job
from webapp.models import Job, JobKind, Project, User


def request_masks(
    session: Session,
    project: Project,
    point: OperatingPoint,
    *,
    person: User | None,
    at: datetime,
) -> Job:
    """Ask for masks where nothing is marked and nobody has begun; asking twice is asking once."""
    return request_job(
        session,
        JobKind.MASK,
        project,
        person=person,
        at=at,
        once_key=f"mask:{project.id}",
        point=point,
    )
