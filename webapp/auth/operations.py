"""Signing in, and what people change about their own account."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp import audit
from webapp.auth import attempts, passwords
from webapp.errors import DomainError, ForbiddenError
from webapp.models import EventKind, PersonalLink, User

ASK_FOR_ANOTHER = "Ask the person who sent it for a new one."


def sign_in_by_password(
    session: Session, *, name: str, password: str, address: str, at: datetime
) -> User | None:
    """Return the person of this name and password, None for a wrong name or password."""
    user = session.scalar(select(User).where(User.name == name))
    if not passwords.is_password_of(user, password) or user is None or not user.is_active:
        return None
    attempts.forgive(session, name=name, address=address)
    audit.record(session, EventKind.SIGNED_IN, at=at, actor=user, by="password")
    return user


def check_link(link: PersonalLink | None, *, at: datetime) -> PersonalLink:
    """Return a link that still works; raises ForbiddenError saying why it does not."""
    if link is None:
        raise ForbiddenError(f"This is not a complete personal link. {ASK_FOR_ANOTHER}")
    if link.revoked_at is not None:
        raise ForbiddenError(f"This personal link was withdrawn. {ASK_FOR_ANOTHER}")
    if link.expires_at <= at:
        raise ForbiddenError(f"This personal link has expired. {ASK_FOR_ANOTHER}")
    if not link.user.is_active:
        raise ForbiddenError("Your account is not active any more. Ask an admin about it.")
    return link


def sign_in_by_link(session: Session, link: PersonalLink, *, at: datetime) -> User:
    """Return the person of a personal link; raises ForbiddenError if it does not work."""
    check_link(link, at=at).last_used_at = at
    audit.record(session, EventKind.SIGNED_IN, at=at, actor=link.user, by="link", link=link.id)
    return link.user


def change_password(
    session: Session, user: User, *, present: str, new: str, address: str, at: datetime
) -> None:
    """Set a person's own password; raises DomainError when the present one is wrong."""
    if user.password_hash is not None and not passwords.is_password_of(user, present):
        raise DomainError("That is not your present password.")
    user.password_hash = passwords.hash_password(new)
    user.session_epoch += 1
    attempts.forgive(session, name=user.name, address=address)
    audit.record(session, EventKind.USER_CHANGED, at=at, actor=user, user=user.id, what="password")


def set_shortcuts(user: User, *, has_shortcuts: bool) -> None:
    """Switch the keyboard shortcuts of the annotation page on or off."""
    user.has_shortcuts = has_shortcuts
