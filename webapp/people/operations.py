"""The operations of admins, and of the command line, on people."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.core import audit
from webapp.people.auth import links
from webapp.people.auth.operations import end_sessions, tie_password
from webapp.people.auth.passwords import hash_password
from webapp.platform.config import Config
from webapp.platform.database import refusing_a_twin
from webapp.platform.errors import DomainError
from webapp.platform.models import EventKind, PersonalLink, Role, User

MAX_NAME_LENGTH = 120
JOINERS = "\u200c\u200d"
"""Invisible, but part of the spelling of Persian and Indic names."""


def add_user(
    session: Session,
    *,
    name: str,
    role: Role,
    password: str | None = None,
    actor: User | None,
    at: datetime,
) -> User:
    """Add a person; raises DomainError for a bad or taken name, or a weak password."""
    name = checked_name(name)
    taken = DomainError(f"There already is somebody with the name {name}.")
    if session.scalar(select(User.id).where(User.name == name)) is not None:
        raise taken
    password_hash = None if password is None else hash_password(password)
    user = User(name=name, role=role, password_hash=password_hash, created_at=at)
    with refusing_a_twin(session, taken):
        session.add(user)
    audit.record(session, EventKind.USER_ADDED, at=at, actor=actor, user=user.id, role=role)
    return user


def change_role(session: Session, user: User, role: Role, *, actor: User, at: datetime) -> None:
    """Give a person another role; the last active admin keeps theirs."""
    if role is user.role:
        return
    changed = {"role": [user.role, role]}
    user.role = role
    _check_admin_remains(session)
    audit.record(session, EventKind.USER_CHANGED, at=at, actor=actor, user=user.id, changed=changed)


def set_password(
    session: Session,
    user: User,
    password: str,
    *,
    actor: User,
    link: PersonalLink | None = None,
    at: datetime,
) -> None:
    """Set a person's password and end their sessions.

    An admin who came in by a `link` sets none for themselves that outlives it.
    """
    end_sessions(session, user)
    if link is not None or actor.id != user.id:
        tie_password(session, user, link, at=at)
    user.password_hash = hash_password(password)
    audit.record(session, EventKind.USER_CHANGED, at=at, actor=actor, user=user.id, what="password")


def set_active(
    session: Session, user: User, *, is_active: bool, actor: User | None, at: datetime
) -> None:
    """Let a person in again, or shut them out at once; the last active admin stays."""
    if is_active is user.is_active:
        return
    end_sessions(session, user)
    user.is_active = is_active
    _check_admin_remains(session)
    audit.record(
        session,
        EventKind.USER_CHANGED,
        at=at,
        actor=actor,
        user=user.id,
        changed={"active": [not is_active, is_active]},
    )


def issue_link(
    session: Session, user: User, *, days: int, actor: User | None, at: datetime
) -> PersonalLink:
    """Make a personal link that works for some days."""
    if not user.is_active:
        raise DomainError(f"{user.name} is not active: activate the account first.")
    link = PersonalLink(user=user, created_at=at, expires_at=at + timedelta(days=days))
    session.add(link)
    session.flush()
    audit.record(session, EventKind.LINK_CREATED, at=at, actor=actor, user=user.id, link=link.id)
    return link


def reset(
    session: Session, user: User, *, days: int, actor: User | None, at: datetime
) -> PersonalLink:
    """End all ways in of a person, password, links and sessions, and make one new link."""
    end_sessions(session, user)
    user.password_hash = None
    working = (PersonalLink.user_id == user.id, PersonalLink.revoked_at.is_(None))
    for link in session.scalars(select(PersonalLink).where(*working)):
        link.revoked_at = at
    audit.record(session, EventKind.USER_CHANGED, at=at, actor=actor, user=user.id, what="reset")
    return issue_link(session, user, days=days, actor=actor, at=at)


def revoke_link(session: Session, link: PersonalLink, *, actor: User, at: datetime) -> None:
    """Make a link useless, with the password that came by it, and end the person's sessions."""
    if link.revoked_at is not None:
        return
    end_sessions(session, link.user)
    session.refresh(link)
    link.revoked_at = at
    if link.gave_password:
        link.user.password_hash = None
    audit.record(
        session, EventKind.LINK_REVOKED, at=at, actor=actor, user=link.user_id, link=link.id
    )


def link_url(config: Config, link: PersonalLink) -> str:
    """Return the address that signs the link's person in."""
    return f"{config.public_url}/enter/{links.token_of(config, link)}"


def checked_name(name: str) -> str:
    """Return a name without the blanks around it; raises DomainError for what can't be a name."""
    name = name.strip()
    if not 1 <= len(name) <= MAX_NAME_LENGTH or not name.strip(JOINERS):
        raise DomainError(f"A name has 1 to {MAX_NAME_LENGTH} visible characters.")
    if not all(character.isprintable() or character in JOINERS for character in name):
        raise DomainError("A name is one line without control characters.")
    return name


def _check_admin_remains(session: Session) -> None:
    """Look after the change is written: of two admins who shut each other out, one is refused."""
    session.flush()
    active_admins = select(User.id).where(User.role == Role.ADMIN, User.is_active)
    if not session.scalars(active_admins.with_for_update()).all():
        raise DomainError("This is the only active admin: make somebody else an admin first.")
