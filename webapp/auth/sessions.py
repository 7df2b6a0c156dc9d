"""Sessions: the signed cookie names a person and the epoch it is valid in."""

from __future__ import annotations

from flask import session
from flask_login import current_user, login_user, logout_user

from webapp.extensions import db, login_manager
from webapp.models import User

# A laptop that moves between networks stays signed in.
login_manager.session_protection = None


@login_manager.user_loader  # type: ignore[untyped-decorator]  # Flask-Login brings no types
def load_user(session_id: str) -> User | None:
    """Find the person of a session; None when they were deactivated or the epoch has passed."""
    user_id, _, epoch = session_id.partition(".")
    if not (user_id.isdecimal() and epoch.isdecimal()):
        return None
    user = db.session.get(User, int(user_id))
    if user is None or not user.is_active or user.session_epoch != int(epoch):
        return None
    return user


def begin(user: User) -> None:
    """Sign a person in, in a session that holds nothing from before."""
    session.clear()
    login_user(user)


def end() -> None:
    """Sign out and forget all that the session held."""
    logout_user()
    session.clear()


def belongs_to_another(user: User) -> bool:
    """Whether somebody else is signed in here."""
    return bool(current_user.is_authenticated) and current_user.id != user.id
