"""Queries of the pages about people."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webapp.people.roles import role_of_member
from webapp.platform.models import Event, EventKind, Membership, PersonalLink, Project, Role, User


@dataclass(frozen=True)
class Listed:
    """A person in the list."""

    user: User
    projects: int
    signed_in_at: datetime | None


def list_people(session: Session) -> list[Listed]:
    """Return everybody by name, those who may sign in first."""
    memberships = (
        select(Membership.user_id, func.count().label("projects"))
        .group_by(Membership.user_id)
        .subquery()
    )
    # Signing in belongs to no project: the index on project_id leads to these few events.
    sign_ins = (
        select(Event.actor_id, func.max(Event.at).label("at"))
        .where(Event.project_id.is_(None), Event.kind == EventKind.SIGNED_IN)
        .group_by(Event.actor_id)
        .subquery()
    )
    rows = session.execute(
        select(User, func.coalesce(memberships.c.projects, 0), sign_ins.c.at)
        .outerjoin(memberships, memberships.c.user_id == User.id)
        .outerjoin(sign_ins, sign_ins.c.actor_id == User.id)
        .order_by(User.is_active.desc(), func.lower(User.name), User.id)
    )
    return [Listed(*row) for row in rows]


def namesakes_of(session: Session, user: User) -> list[str]:
    """Return the names of others that differ from a person's in capitals only."""
    names = session.scalars(select(User.name).where(User.id != user.id).order_by(User.name))
    return [name for name in names if name.casefold() == user.name.casefold()]


def last_sign_in(session: Session, user: User) -> datetime | None:
    """Return when a person last signed in."""
    return session.scalar(
        select(func.max(Event.at)).where(
            Event.project_id.is_(None),
            Event.kind == EventKind.SIGNED_IN,
            Event.actor_id == user.id,
        )
    )


def links_of(
    session: Session, user: User, *, at: datetime
) -> tuple[list[PersonalLink], list[PersonalLink]]:
    """Return a person's links that work and those that do not any more, the newest first."""
    working: list[PersonalLink] = []
    past: list[PersonalLink] = []
    for link in session.scalars(
        select(PersonalLink)
        .where(PersonalLink.user_id == user.id)
        .order_by(PersonalLink.created_at.desc(), PersonalLink.id.desc())
    ):
        is_working = user.is_active and link.revoked_at is None and link.expires_at > at
        (working if is_working else past).append(link)
    return working, past


def projects_of(session: Session, user: User) -> dict[Project, Role]:
    """Return the projects that a person is a member of, by name: what they do there."""
    rows = session.execute(
        select(Project, role_of_member())
        .join(Membership, Membership.project_id == Project.id)
        .join(User, User.id == Membership.user_id)
        .where(User.id == user.id)
        .order_by(Project.name)
    )
    return dict(rows.all())
