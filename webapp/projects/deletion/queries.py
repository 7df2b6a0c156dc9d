"""What the pages that ask before anything goes are about, and what goes with a project."""

from __future__ import annotations

from flask import abort
from sqlalchemy import exists, func, or_, select
from sqlalchemy.orm import Session

from webapp.platform.models import (
    Assignment,
    Document,
    Event,
    EventKind,
    Membership,
    ModelVersion,
    Project,
    User,
)


def document_or_404(session: Session, project: Project, document_id: int) -> Document:
    """Load a document of the project, or 404."""
    document = session.get(Document, document_id)
    if document is None or document.project_id != project.id:
        abort(404)
    return document


def person_or_404(session: Session, project: Project, user_id: int) -> User:
    """Load somebody who belongs to the project or has documents there, or 404."""
    is_member = exists().where(Membership.user_id == User.id, Membership.project_id == project.id)
    has_work = exists().where(
        Assignment.annotator_id == User.id,
        Document.id == Assignment.document_id,
        Document.project_id == project.id,
    )
    person = session.scalar(select(User).where(User.id == user_id, or_(is_member, has_work)))
    if person is None:
        abort(404)
    return person


def count_models(session: Session, project: Project) -> int:
    """Count the models that were trained in a project."""
    trained = select(func.count()).where(ModelVersion.project_id == project.id)
    return session.scalar(trained) or 0


def count_exports(session: Session, project: Project) -> int:
    """Count how often something of a project was taken out: these files stay where they are."""
    taken = select(func.count()).where(
        Event.project_id == project.id,
        Event.kind.in_((EventKind.EXPORTED, EventKind.RELEASED)),
    )
    return session.scalar(taken) or 0
