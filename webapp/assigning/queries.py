"""What assigning has to know: documents, people, and which assignments count."""

from __future__ import annotations

from sqlalchemy import ColumnElement, exists, func, or_, select
from sqlalchemy.orm import Session

from webapp.assigning.planning import Pair
from webapp.models import Assignment, Document, Membership, Project, Role, User
from webapp.models.states import FINAL_STATES


def members_of(session: Session, project: Project) -> list[User]:
    """List the members who can work: everybody but the deactivated, by name."""
    return list(
        session.scalars(
            select(User)
            .join(Membership, Membership.user_id == User.id)
            .where(Membership.project_id == project.id, User.is_active)
            .order_by(User.name)
        )
    )


def annotators_of(session: Session, project: Project) -> list[User]:
    """List the members whose role is to annotate."""
    return [user for user in members_of(session, project) if user.role is Role.ANNOTATOR]


def documents_of(session: Session, project: Project) -> dict[int, int]:
    """Return the id of each document of a project → its position, in the order of work."""
    rows = session.execute(
        select(Document.id, Document.position)
        .where(Document.project_id == project.id)
        .order_by(Document.position, Document.id)
    )
    return dict(rows.all())


def counting_pairs(session: Session, project: Project) -> frozenset[Pair]:
    """Return who has which document, as far as work has come or will come of it."""
    rows = session.execute(
        select(Assignment.document_id, Assignment.annotator_id)
        .join(Assignment.document)
        .where(Document.project_id == project.id, counts())
    )
    return frozenset((document, annotator) for document, annotator in rows)


def count_of_fully_assigned(session: Session, project: Project) -> int:
    """Count the documents that have as many annotators as the project asks for."""
    full = (
        select(Document.id)
        .join(Assignment, Assignment.document_id == Document.id)
        .where(Document.project_id == project.id, counts())
        .group_by(Document.id)
        .having(func.count() >= project.annotators_per_document)
    )
    return session.scalar(select(func.count()).select_from(full.subquery())) or 0


def counts() -> ColumnElement[bool]:
    """Tell the assignments that count from those left open by people who can't go on.

    To be used in a query of `Assignment` and its `Document`.
    """
    can_go_on = exists().where(
        Membership.project_id == Document.project_id,
        Membership.user_id == Assignment.annotator_id,
        User.id == Membership.user_id,
        User.is_active,
    )
    return or_(Assignment.state.in_(FINAL_STATES), can_go_on)
