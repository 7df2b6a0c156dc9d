"""What the model page reads: versions with the people behind them, jobs, and a version's files."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from flask import abort
from sqlalchemy import or_, select
from sqlalchemy.orm import Session, aliased

from webapp.models import Job, JobKind, ModelVersion, Project, Purpose, User
from webapp.training.queries import current_version, folder_of
from webapp.versions.figures import FIGURES


@dataclass(frozen=True, slots=True)
class Trained:
    """A version with who asked for it and who put it to use; None where the house did by itself."""

    version: ModelVersion
    trained_by: str | None
    promoted_by: str | None
    is_current: bool


def list_trained(
    session: Session, project: Project, purpose: Purpose = Purpose.REPLACEMENTS
) -> list[Trained]:
    """List the project's versions, newest first, refused ones too."""
    asker, promoter = aliased(User), aliased(User)
    current = current_version(session, project, purpose)
    rows = session.execute(
        select(ModelVersion, asker.name, promoter.name)
        .outerjoin(Job, Job.id == ModelVersion.job_id)
        .outerjoin(asker, asker.id == Job.created_by_id)
        .outerjoin(promoter, promoter.id == ModelVersion.promoted_by_id)
        .where(ModelVersion.project_id == project.id, ModelVersion.purpose == purpose)
        .order_by(ModelVersion.number.desc())
    )
    return [Trained(*row, is_current=row[0] is current) for row in rows]


def version_or_404(
    session: Session,
    project: Project,
    version_id: int,
    purposes: Collection[Purpose] = (Purpose.REPLACEMENTS,),
) -> ModelVersion:
    """Load a version of the project, or the model that serves before it has one, or 404."""
    version = session.scalar(
        select(ModelVersion).where(
            ModelVersion.id == version_id,
            ModelVersion.purpose.in_(purposes),
            or_(ModelVersion.project_id == project.id, ModelVersion.project_id.is_(None)),
        )
    )
    if version is None:
        abort(404)
    return version


def own_version_or_404(session: Session, project: Project, version_id: int) -> ModelVersion:
    """Load a version of the project, whatever it suggests, or 404."""
    version = version_or_404(session, project, version_id, tuple(Purpose))
    if version.project_id is None:
        abort(404)
    return version


def latest_job(session: Session, project: Project, *kinds: JobKind) -> Job | None:
    """Return the latest job of these kinds, whatever became of it."""
    jobs = select(Job).where(Job.project_id == project.id, Job.kind.in_(kinds))
    return session.scalars(jobs.order_by(Job.id.desc()).limit(1)).first()


def figure_or_404(version: ModelVersion, name: str) -> Path:
    """Return the file of one of the figures, or 404."""
    path = _figure(version, name)
    if name not in FIGURES or not path.is_file():
        abort(404)
    return path


def figures_of(version: ModelVersion) -> Sequence[str]:
    """Return the names of the figures that were drawn of a version."""
    return [name for name in FIGURES if _figure(version, name).is_file()]


def _figure(version: ModelVersion, name: str) -> Path:
    return folder_of(version) / "figures" / f"{name}.svg"
