"""Versions that a trainer has written, taken into the database."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webapp.models import ModelVersion


def next_number(session: Session, project_id: int | None) -> int:
    """Return the number of the next version of a project, or of the cold-start model."""
    of_project = (
        ModelVersion.project_id.is_(None)
        if project_id is None
        else ModelVersion.project_id == project_id
    )
    last = session.scalar(select(func.max(ModelVersion.number)).where(of_project))
    return (last or 0) + 1


def take_in(
    session: Session,
    summary: dict[str, Any],
    *,
    project_id: int | None,
    folder: str,
    job_id: int,
    is_promoted: bool,
    verdict: str,
    at: datetime,
) -> ModelVersion:
    """Add the version that a trainer's summary tells of."""
    version = ModelVersion(
        project_id=project_id,
        number=next_number(session, project_id),
        family=summary["family"],
        folder=folder,
        job_id=job_id,
        created_at=at,
        scores=summary,
        verdict=verdict,
        promoted_at=at if is_promoted else None,
    )
    session.add(version)
    session.flush()
    return version
