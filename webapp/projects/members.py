"""The members of a project, former members, and people who could become members."""

from __future__ import annotations

from dataclasses import dataclass

from flask import abort
from sqlalchemy import Subquery, and_, exists, func, or_, select
from sqlalchemy.orm import Session

from webapp.people.roles import role_of_member
from webapp.platform.models import Assignment, Flag, Membership, Project, Role, User
from webapp.platform.models.states import OPEN_STATES
from webapp.projects.deletion.beginnings import is_empty


@dataclass(frozen=True)
class Person:
    """Somebody in a project; those who were removed keep their work."""

    id: int
    name: str
    role: Role
    """What they do here."""
    usual_role: Role
    """What they do everywhere."""
    role_chosen: Role | None
    """What they were made here; None where it is as everywhere."""
    is_active: bool
    is_member: bool
    assigned: int
    left_open: int
    """Assigned documents that are not submitted."""
    has_empty: bool
    """Whether there is one among these that nobody has begun."""
    comments: int
    """On such."""


def list_people(session: Session, project: Project) -> list[Person]:
    """List members, and others who have documents here, by name."""
    work = (
        select(
            Assignment.annotator_id,
            func.count().label("assigned"),
            func.count().filter(Assignment.state.in_(OPEN_STATES)).label("left_open"),
        )
        .where(Assignment.project_id == project.id)
        .group_by(Assignment.annotator_id)
        .subquery()
    )
    empty = exists().where(
        Assignment.project_id == project.id, Assignment.annotator_id == User.id, is_empty()
    )
    comments = _comments_on_empty_work(project)
    rows = session.execute(
        select(
            User.id,
            User.name,
            role_of_member(),
            User.role,
            Membership.role,
            User.is_active,
            Membership.user_id.is_not(None),
            func.coalesce(work.c.assigned, 0),
            func.coalesce(work.c.left_open, 0),
            empty,  # looked for, not counted: it ends with the first
            func.coalesce(comments.c.comments, 0),
        )
        .outerjoin(
            Membership, and_(Membership.user_id == User.id, Membership.project_id == project.id)
        )
        .outerjoin(work, work.c.annotator_id == User.id)
        .outerjoin(comments, comments.c.annotator_id == User.id)
        .where(or_(Membership.user_id.is_not(None), work.c.assigned.is_not(None)))
        .order_by(User.name)
    )
    return [Person(*row) for row in rows]


def _comments_on_empty_work(project: Project) -> Subquery:
    """Count comments on work that is not begun, by annotator.

    From the few comments to their assignments: the other way round all of these would be read.
    """
    of_whom = (
        select(Assignment.annotator_id)
        .where(Assignment.id == Flag.assignment_id, Assignment.project_id == project.id, is_empty())
        .correlate(Flag)
        .scalar_subquery()
    )
    commented = select(of_whom.label("annotator_id")).select_from(Flag).subquery()
    return (
        select(commented.c.annotator_id, func.count().label("comments"))
        .group_by(commented.c.annotator_id)
        .subquery()
    )


def active_people(session: Session) -> list[User]:
    """List everybody who may become a member of anything, by name."""
    return list(session.scalars(select(User).where(User.is_active).order_by(User.name)))


def member_or_404(session: Session, project: Project, user_id: int) -> User:
    """Load a member of the project, or 404."""
    member = session.scalar(
        select(User)
        .join(Membership, Membership.user_id == User.id)
        .where(Membership.project_id == project.id, User.id == user_id)
    )
    if member is None:
        abort(404)
    return member
