"""Queries of assigning: documents, people, and which assignments count."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import exists, func, or_, select
from sqlalchemy.orm import Session

from webapp.platform.models import (
    Assignment,
    Document,
    Identification,
    Membership,
    PersonalLink,
    Project,
    Role,
    User,
)
from webapp.projects.assignment.planning import Pair
from webapp.projects.queries import counting, members_of


def able_to_sign_in(session: Session, project: Project, *, at: datetime) -> set[int]:
    """Return the members who can come in: active, with a password or a link that works."""
    has_link = exists().where(
        PersonalLink.user_id == User.id,
        PersonalLink.revoked_at.is_(None),
        PersonalLink.expires_at > at,
    )
    able = (
        select(User.id)
        .join(Membership, Membership.user_id == User.id)
        .where(
            Membership.project_id == project.id,
            User.is_active,
            or_(User.password_hash.is_not(None), has_link),
        )
    )
    return set(session.scalars(able))


def annotators_of(session: Session, project: Project) -> list[User]:
    """List the members whose role is to annotate."""
    members = members_of(session, project)
    return [user for user, role in members.items() if role is Role.ANNOTATOR]


def documents_of(session: Session, project: Project) -> dict[int, int]:
    """Return the id of each document of a project → its position, in the order of work."""
    rows = session.execute(
        select(Document.id, Document.position)
        .where(Document.project_id == project.id)
        .order_by(Document.position, Document.id)
    )
    return dict(rows.all())


def count_of_documents(session: Session, project: Project) -> int:
    """Count the documents of a project."""
    of_project = select(func.count()).where(Document.project_id == project.id)
    return session.scalar(of_project) or 0


def counting_pairs(session: Session, project: Project) -> frozenset[Pair]:
    """Return the (document, annotator) pairs whose work is submitted or still to be expected."""
    rows = session.execute(
        select(Assignment.document_id, Assignment.annotator_id).where(*counting(session, project))
    )
    return frozenset((document, annotator) for document, annotator in rows)


def reviewed_pairs(session: Session, project: Project) -> frozenset[Pair]:
    """Return the (document, person) pairs of who read what others chose there, to review it."""
    rows = session.execute(
        select(Assignment.document_id, Identification.reviewer_id)
        .join(Assignment, Assignment.id == Identification.assignment_id)
        .where(Assignment.project_id == project.id)
    )
    return frozenset((document, reader) for document, reader in rows)
