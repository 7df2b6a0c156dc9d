"""Signing in, and what people change about their own account."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from webapp.core import audit
from webapp.people.auth import attempts, passwords
from webapp.platform.errors import DomainError, ForbiddenError
from webapp.platform.models import EventKind, PersonalLink, User

ASK_FOR_ANOTHER = "Ask the person who sent it for a new one."


def sign_in_by_password(
    session: Session, *, name: str, password: str, address: str, at: datetime
) -> User | None:
    """Return the person of this name and password, None for a wrong name or password.

    Whose name was tried is noted; a name that is nobody's is not, it may be a slipped password.
    """
    user = session.scalar(select(User).where(User.name == name))
    if not passwords.is_password_of(user, password) or user is None or not user.is_active:
        whose = user.id if user else None
        audit.record(session, EventKind.SIGN_IN_FAILED, at=at, actor=None, user=whose)
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


def end_sessions(session: Session, user: User) -> None:
    """End all sessions of a person, and read anew what is known of them.

    Taken first: until the commit nobody else can change how the person comes in.
    """
    raised = update(User).where(User.id == user.id).values(session_epoch=User.session_epoch + 1)
    session.execute(raised, execution_options={"synchronize_session": False})
    session.refresh(user)


def change_password(
    session: Session,
    user: User,
    *,
    link: PersonalLink | None,
    present: str,
    new: str,
    address: str,
    at: datetime,
) -> None:
    """Set a person's own password; raises DomainError when the present one is wrong.

    A first one, set by whoever came in by a link, lasts until that link is withdrawn.
    """
    end_sessions(session, user)
    if user.password_hash is not None and not passwords.is_password_of(user, present):
        raise DomainError("That is not your present password.")
    if user.password_hash is None:
        tie_password(session, user, link, at=at)
    user.password_hash = passwords.hash_password(new)
    attempts.forgive(session, name=user.name, address=address)
    audit.record(session, EventKind.USER_CHANGED, at=at, actor=user, user=user.id, what="password")


def tie_password(session: Session, user: User, link: PersonalLink | None, *, at: datetime) -> None:
    """Let a new password end with the link by which somebody came in who sets it, or with none.

    Raises ForbiddenError if that link does not work any more.
    """
    links = select(PersonalLink).where(PersonalLink.user_id == user.id)
    for other in session.scalars(links, execution_options={"populate_existing": True}):
        other.gave_password = other is link
    if link is not None:
        check_link(link, at=at)


def set_shortcuts(user: User, *, has_shortcuts: bool) -> None:
    """Switch the keyboard shortcuts of the annotation page on or off."""
    user.has_shortcuts = has_shortcuts
