"""Queries of the pages that ask before anything goes: what would go, and whose it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import abort
from sqlalchemy import ColumnElement, exists, func, or_, select
from sqlalchemy.orm import Session

from webapp.models import Assignment, Document, Flag, Membership, Project, User
from webapp.models.states import FINAL_STATES


@dataclass(frozen=True, slots=True)
class Loss:
    """The work and comments that go with some documents."""

    documents: int
    empty: int
    """Assignments that nobody has begun."""
    brought: int
    """Submitted work that came with the files."""
    comments_by: Mapping[str, int]
    """Author → number of comments."""

    @property
    def comments(self) -> int:
        """The number of comments that go, resolved or not."""
        return sum(self.comments_by.values())


def loss_of(session: Session, *documents: ColumnElement[bool]) -> Loss:
    """Count what would go with documents that nobody has begun."""
    count = select(func.count()).select_from(Document).where(*documents)
    is_brought = Assignment.state.in_(FINAL_STATES)
    work = (
        select(func.count().filter(~is_brought), func.count().filter(is_brought))
        .select_from(Assignment)
        .join(Assignment.document)
        .where(*documents)
    )
    comments = (
        select(User.name, func.count())
        .join(Flag, Flag.author_id == User.id)
        .join(Assignment, Assignment.id == Flag.assignment_id)
        .join(Assignment.document)
        .where(*documents)
        .group_by(User.name)
        .order_by(User.name)
    )
    comments_by = dict(session.execute(comments).all())
    return Loss(session.scalar(count) or 0, *session.execute(work).one(), comments_by)


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
