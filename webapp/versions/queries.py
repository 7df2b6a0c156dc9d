"""What pages and the worker read about the models of a project."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from flask import abort, current_app
from sqlalchemy import Select, and_, bindparam, exists, func, or_, select
from sqlalchemy.orm import Session, aliased

from annotation.overlaying import SUGGESTIONS
from masking.operating_points import BALANCED
from webapp.platform.config import Config
from webapp.platform.models import (
    Assignment,
    Choice,
    Document,
    Job,
    JobKind,
    JobState,
    Layer,
    ModelVersion,
    Project,
    Purpose,
    SuggestionMode,
    SuggestionPolicy,
    User,
)
from webapp.platform.models.states import FINAL_STATES, OPEN_STATES
from webapp.platform.models.suggestions import BLIND_SHARE, RETRAIN_AFTER
from webapp.versions import folders
from webapp.versions.figures import FIGURES

FIRST_NEEDS = 20
"""Different documents that a first own model needs to be trained, and to serve, by itself."""

TRAINED_BY = {Purpose.REPLACEMENTS: JobKind.TRAIN, Purpose.MASKS: JobKind.TRAIN_MASKS}
"""The jobs that train the models of each purpose."""

_HAS_CHOSEN = exists().where(Choice.assignment_id == Assignment.id)
_HAS_MARKED = exists().where(
    Layer.document_id == Assignment.document_id, Layer.annotator_id == Assignment.annotator_id
)
_LEARNABLE = {
    Purpose.REPLACEMENTS: and_(Assignment.state.in_(FINAL_STATES), _HAS_CHOSEN),
    Purpose.MASKS: and_(Assignment.state.in_(FINAL_STATES), or_(_HAS_CHOSEN, _HAS_MARKED)),
}
"""Which work a model learns from: what was submitted and says something."""

_COMING = select(
    exists().where(
        Job.project_id == bindparam("project_id"),
        Job.kind == JobKind.SUGGEST,
        Job.state.in_((JobState.QUEUED, JobState.RUNNING)),
    )
)


def policy_of(project: Project) -> SuggestionPolicy:
    """Return what a project wants of suggestions; the defaults, in no session, without a row."""
    return project.policy or SuggestionPolicy(
        project_id=project.id,
        mode=SuggestionMode.HINT,
        retrain_after=RETRAIN_AFTER,
        blind_share=BLIND_SHARE,
        mask_step=BALANCED.number,
        blind_mask_share=0,
        shows_figures=True,
        blind_figure_share=0,
    )


def wants_suggestions(project: Project) -> bool:
    """Whether anything is to be suggested in a project."""
    is_on = policy_of(project).mode is not SuggestionMode.OFF
    return is_on and project.kind.chooses


def has_open_work(session: Session, project_id: int) -> bool:
    """Whether anybody has anything left to do in a project."""
    is_open = exists().where(Assignment.project_id == project_id, Assignment.state.in_(OPEN_STATES))
    return bool(session.scalar(select(is_open)))


def current_version(
    session: Session, project: Project, purpose: Purpose = Purpose.REPLACEMENTS
) -> ModelVersion | None:
    """Return the version in use: the project's that was promoted last, else the cold-start model.

    None until the worker has made the cold-start model; masks have none.
    """
    return promoted_last(session, project.id, purpose) or promoted_last(session, None, purpose)


def promoted_last(
    session: Session, project_id: int | None, purpose: Purpose = Purpose.REPLACEMENTS
) -> ModelVersion | None:
    """Return the version of a project that was promoted last; without a project, the cold start."""
    promoted = select(ModelVersion).where(
        ModelVersion.purpose == purpose,
        ModelVersion.project_id == project_id
        if project_id is not None
        else ModelVersion.project_id.is_(None),
        ModelVersion.promoted_at.is_not(None),
    )
    latest = promoted.order_by(ModelVersion.promoted_at.desc(), ModelVersion.id.desc())
    return session.scalars(latest.limit(1)).first()


def folder_of(version: ModelVersion) -> Path:
    """Return where a version lies."""
    config: Config = current_app.extensions["palimpsest"]
    return config.models / version.folder


def count_learnable(
    session: Session,
    project: Project,
    purpose: Purpose = Purpose.REPLACEMENTS,
    *,
    after: datetime | None = None,
) -> int:
    """Count the documents that a model learns from, or those with work submitted since a time."""
    learnable = _learnable(project, purpose)
    if after is not None:
        learnable = learnable.where(Assignment.submitted_at > after)
    return session.scalar(select(func.count()).select_from(learnable.distinct().subquery())) or 0


def _learnable(project: Project, purpose: Purpose) -> Select[int]:
    """Select the ids of the documents that a model learns from, by the work in them.

    Where annotators don't correct what is hidden, it is learnt from what a file said of it.
    """
    if purpose is Purpose.MASKS and not project.kind.marks:
        marked = select(Layer.document_id).join(Document, Document.id == Layer.document_id)
        return marked.where(Document.project_id == project.id, Layer.name != SUGGESTIONS)
    work = select(Assignment.document_id).where(Assignment.project_id == project.id)
    return work.where(_LEARNABLE[purpose])


def count_towards_first(
    session: Session, project: Project, purpose: Purpose = Purpose.REPLACEMENTS
) -> int | None:
    """Count the different texts that a model learns from, as far as a first one needs them.

    None where the project has a version of its own in use.
    """
    if promoted_last(session, project.id, purpose):
        return None
    learnable = select(Document.text).where(Document.id.in_(_learnable(project, purpose)))
    different: set[str] = set()
    with session.execute(learnable.execution_options(yield_per=FIRST_NEEDS)) as rows:
        for text in rows.scalars():  # as a rule the first few are different, and that is enough
            different.add(text)
            if len(different) == FIRST_NEEDS:
                break
    return len(different)


def lacks_documents(
    session: Session, project: Project, purpose: Purpose = Purpose.REPLACEMENTS
) -> bool:
    """Whether a project has too few documents for a first model of its own to serve."""
    count = count_towards_first(session, project, purpose)
    return count is not None and count < FIRST_NEEDS


def latest_training(
    session: Session, project: Project, purpose: Purpose = Purpose.REPLACEMENTS
) -> Job | None:
    """Return the latest training that was asked for, whatever became of it."""
    jobs = select(Job).where(Job.project_id == project.id, Job.kind == TRAINED_BY[purpose])
    return session.scalars(jobs.order_by(Job.id.desc()).limit(1)).first()


def are_suggestions_coming(session: Session, project: Project) -> bool:
    """Whether a worker prepares suggestions in a project, or is asked to."""
    return bool(session.scalar(_COMING, {"project_id": project.id}))


def log_of(job: Job) -> list[str]:
    """Return the last lines that a training or scoring wrote; they hold no document text."""
    return folders.read_log(current_app.extensions["palimpsest"], job.id)


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
