"""Versions that a trainer has written: taken into the database, put to use, looked over."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from learning.errors import LearningError
from selection.catalogue import RESEARCH_EXTRA, catalogue, missing_library
from webapp.platform.models import ModelVersion, Project, Purpose
from webapp.versions.queries import folder_of, promoted_last

if TYPE_CHECKING:
    from learning.summaries import Verdict, VersionSummary


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
    summary: VersionSummary,
    *,
    purpose: Purpose = Purpose.REPLACEMENTS,
    project_id: int | None,
    folder: str,
    job_id: int,
    verdict: Verdict,
    at: datetime,
) -> ModelVersion:
    """Add the version that a trainer's summary tells of."""
    version = ModelVersion(
        project_id=project_id,
        number=next_number(session, project_id),
        purpose=purpose,
        family=summary.family,
        folder=folder,
        job_id=job_id,
        created_at=at,
        summary=summary,
        verdict=verdict.reason,
    )
    session.add(version)
    if verdict.promoted:
        put_to_use(session, version, at)
    session.flush()
    return version


def put_to_use(session: Session, version: ModelVersion, at: datetime) -> None:
    """Make a version the one that was promoted last, even if the clock was set back meanwhile."""
    former = promoted_last(session, version.project_id, version.purpose)
    if former is not None and former.promoted_at is not None:
        at = max(at, former.promoted_at + timedelta(microseconds=1))
    version.promoted_at = at


def take_turns(session: Session, project: Project) -> None:
    """Keep others from putting a version of a project to use until this transaction ends.

    An UPDATE that changes nothing, because SQLite locks nothing that is only read.
    """
    same = update(Project).where(Project.id == project.id).values(name=Project.name)
    session.execute(same, execution_options={"synchronize_session": False})


def problem_of(version: ModelVersion) -> str | None:
    """Say in a sentence why a version can't serve, None where it can."""
    from learning.versions import verify  # noqa: PLC0415 - numpy, which most web processes lack

    if version.purpose is Purpose.REPLACEMENTS and version.family not in catalogue():
        return f"It needs {RESEARCH_EXTRA}, which is not installed."
    if library := missing_library(version.family):
        return f"Its library {library} is not installed."
    try:
        verify(folder_of(version))
    except LearningError as error:
        return str(error)
    return None
