"""What pages read of the checks of a project: of one document, and whether they are current."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session

from webapp.platform.models import (
    Assignment,
    Document,
    Job,
    JobKind,
    JobState,
    Project,
    RiskCheck,
)
from webapp.platform.models.checks import is_current
from webapp.platform.models.states import FINAL_STATES


def current_report(session: Session, assignment: Assignment) -> Mapping[str, Any] | None:
    """Return what was found in submitted work's document, if its check is current."""
    if not assignment.state.is_final:
        return None
    of_document = RiskCheck.document_id == assignment.document_id
    return session.scalar(select(RiskCheck.report).where(of_document, is_current()))


def count_unchecked(session: Session, project: Project) -> int:
    """Count the documents with submitted work that were not checked yet, or not since."""
    behind = (
        select(func.count(Assignment.document_id.distinct()))
        .outerjoin(RiskCheck, RiskCheck.document_id == Assignment.document_id)
        .where(
            Assignment.project_id == project.id,
            Assignment.state.in_(FINAL_STATES),
            RiskCheck.document_id.is_(None) | (Assignment.changed_at > RiskCheck.checked_at),
        )
    )
    return session.scalar(behind) or 0


def latest_check(session: Session, project: Project) -> Job | None:
    """Return the job that computed the figures of a project last, or is about to."""
    of_project = (Job.project_id == project.id, Job.kind == JobKind.RISK)
    latest = select(Job).where(*of_project).order_by(Job.finished_at.is_not(None), Job.id.desc())
    return session.scalars(latest.limit(1)).first()


def checked_last_at(session: Session, project: Project) -> datetime | None:
    """Return when a document of the project was checked last."""
    times = select(RiskCheck.checked_at).join(Document, Document.id == RiskCheck.document_id)
    latest = times.where(Document.project_id == project.id).order_by(RiskCheck.checked_at.desc())
    return session.scalar(latest.limit(1))


def is_being_computed(session: Session, project: Project) -> bool:
    """Whether the worker is at the figures of a project, or about to be."""
    waits = exists().where(
        Job.project_id == project.id,
        Job.kind == JobKind.RISK,
        Job.state.in_((JobState.QUEUED, JobState.RUNNING)),
    )
    return bool(session.scalar(select(waits)))
