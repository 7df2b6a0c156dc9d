"""What somebody does in a project: what they were made there, or else what they do everywhere."""

from __future__ import annotations

from sqlalchemy import ColumnElement, case, func
from sqlalchemy.orm import Session

from webapp.platform.errors import ForbiddenError
from webapp.platform.models import Membership, Project, Role, User

EVERYWHERE = "everywhere"
"""What forms, commands and the audit log call no role of its own in a project."""


def role_named(name: str) -> Role | None:
    """Read a role in a project, None for `EVERYWHERE`; raises ValueError for what is none."""
    return None if name == EVERYWHERE else Role(name)


def role_in(session: Session, project: Project, person: User) -> Role | None:
    """Return a person's role in a project, None for those who don't belong to it.

    Admins of everything are admins in every project.
    """
    if person.role is Role.ADMIN:
        return Role.ADMIN
    membership = session.get(Membership, (project.id, person.id))
    return (membership.role or person.role) if membership else None


def role_of_member() -> ColumnElement[Role]:
    """Return the same for a query in which `User` and their `Membership` are joined."""
    return case(
        (User.role == Role.ADMIN, User.role), else_=func.coalesce(Membership.role, User.role)
    )


def reviews(role: Role | None, project: Project) -> bool:
    """Whether those of a role review what others submit in a project."""
    return role is not None and (role is not Role.ANNOTATOR or project.has_peer_review)


def only_admins(session: Session, project: Project, actor: User | None, *, may: str) -> None:
    """Raise ForbiddenError for those who are no admins there; the command line is nobody, and may.

    `may` goes on behind "Only admins".
    """
    if actor is not None and role_in(session, project, actor) is not Role.ADMIN:
        raise ForbiddenError(f"Only admins {may}.")
