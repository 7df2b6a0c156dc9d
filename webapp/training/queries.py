"""What pages and the worker read about the models of a project."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from flask import current_app
from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session

from webapp.config import Config
from webapp.models import (
    Assignment,
    Choice,
    Document,
    Job,
    JobKind,
    JobState,
    ModelVersion,
    Project,
    Purpose,
    SuggestionMode,
    SuggestionPolicy,
)
from webapp.models.states import FINAL_STATES, OPEN_STATES
from webapp.models.suggestions import BLIND_SHARE, RETRAIN_AFTER
from webapp.training import folders

FIRST_NEEDS = 20
"""Different documents that a first own model needs to be trained, and to serve, by itself."""

_LEARNABLE = (
    Assignment.state.in_(FINAL_STATES),
    exists().where(Choice.assignment_id == Assignment.id),
)
"""Which work a model learns from: submitted choices. Where no span is hidden there are none."""


def policy_of(session: Session, project: Project) -> SuggestionPolicy:
    """Return what a project wants of suggestions; the defaults, in no session, without a row."""
    return session.get(SuggestionPolicy, project.id) or SuggestionPolicy(
        project_id=project.id,
        mode=SuggestionMode.HINT,
        retrain_after=RETRAIN_AFTER,
        blind_share=BLIND_SHARE,
    )


def wants_suggestions(session: Session, project: Project) -> bool:
    """Whether anything is to be suggested in a project."""
    is_on = policy_of(session, project).mode is not SuggestionMode.OFF
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


def count_learnable(session: Session, project: Project, *, after: datetime | None = None) -> int:
    """Count the documents that a model learns from, or those with such work since a time."""
    learnable = select(func.count(Assignment.document_id.distinct())).where(
        Assignment.project_id == project.id, *_LEARNABLE
    )
    if after is not None:
        learnable = learnable.where(Assignment.submitted_at > after)
    return session.scalar(learnable) or 0


def count_towards_first(session: Session, project: Project) -> int | None:
    """Count the different texts that a model learns from, as far as a first one needs them.

    None where the project has a version of its own in use.
    """
    if promoted_last(session, project.id):
        return None
    is_learnable = exists().where(Assignment.document_id == Document.id, *_LEARNABLE)
    learnable = select(Document.text).where(Document.project_id == project.id, is_learnable)
    different: set[str] = set()
    with session.execute(learnable.execution_options(yield_per=FIRST_NEEDS)) as rows:
        for text in rows.scalars():  # as a rule the first few are different, and that is enough
            different.add(text)
            if len(different) == FIRST_NEEDS:
                break
    return len(different)


def lacks_documents(session: Session, project: Project) -> bool:
    """Whether a project has too few documents for a first model of its own to serve."""
    count = count_towards_first(session, project)
    return count is not None and count < FIRST_NEEDS


def latest_training(session: Session, project: Project) -> Job | None:
    """Return the latest training that was asked for, whatever became of it."""
    jobs = select(Job).where(Job.project_id == project.id, Job.kind == JobKind.TRAIN)
    return session.scalars(jobs.order_by(Job.id.desc()).limit(1)).first()


def are_suggestions_coming(session: Session, project: Project) -> bool:
    """Whether a worker prepares suggestions in a project, or is asked to."""
    is_asked = exists().where(Job.project_id == project.id, Job.kind == JobKind.SUGGEST)
    is_coming = is_asked.where(Job.state.in_((JobState.QUEUED, JobState.RUNNING)))
    return bool(session.scalar(select(is_coming)))


def log_of(job: Job) -> list[str]:
    """Return the last lines that a training or scoring wrote; they hold no document text."""
    return folders.read_log(current_app.extensions["palimpsest"], job.id)
