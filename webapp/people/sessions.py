"""Sessions: the cookie holds a random token; whose it is, and what ends it, stands in its row."""

from __future__ import annotations

import hashlib

from flask import current_app, g, session
from flask_login import current_user, logout_user
from sqlalchemy import and_, bindparam, delete, or_, select
from sqlalchemy.orm import contains_eager

from webapp.platform.extensions import db
from webapp.platform.http.extensions import login_manager
from webapp.platform.models import PersonalLink, SignIn, User, utc_now
from webapp.platform.models.people import new_secret

COOKIE_KEY = "_user_id"
"""The key of the token in the cookie: Flask-Login looks there."""

ENDED_KEY = "has_ended"
"""The key in the cookie that tells the sign-in page of a session that ended during work."""

_PRESENT = (
    select(SignIn)
    .join(SignIn.user)
    .outerjoin(SignIn.link)
    .options(contains_eager(SignIn.user))
    .where(
        SignIn.digest == bindparam("digest"),
        SignIn.began_at > bindparam("oldest"),
        SignIn.epoch == User.session_epoch,
        User.is_active,
        or_(
            SignIn.link_id.is_(None),
            and_(PersonalLink.revoked_at.is_(None), PersonalLink.expires_at > bindparam("now")),
        ),
    )
)
"""Who is signed in by a token, whatever may have ended the session; each request asks for it."""

# A laptop that moves between networks stays signed in.
login_manager.session_protection = None


@login_manager.user_loader  # type: ignore[untyped-decorator]  # Flask-Login brings no types
def load_user(token: str) -> User | None:
    """Find who is signed in, in one query."""
    now = utc_now()
    oldest = now - current_app.permanent_session_lifetime
    wanted = {"digest": digest_of(token), "oldest": oldest, "now": now}
    g.sign_in = db.session.scalar(_PRESENT, wanted)
    return g.sign_in.user if g.sign_in else None


def begin(user: User, *, link: PersonalLink | None = None) -> None:
    """Sign a person in, in a session that holds nothing from before; to be committed.

    A session that began by a personal link ends with it.
    """
    now, token = utc_now(), new_secret()
    outlived = SignIn.began_at <= now - current_app.permanent_session_lifetime
    db.session.execute(delete(SignIn).where(outlived))
    db.session.add(
        SignIn(
            digest=digest_of(token),
            user_id=user.id,
            epoch=user.session_epoch,
            link_id=link.id if link else None,
            began_at=now,
        )
    )
    session.clear()
    session[COOKIE_KEY] = token


def link_of_present() -> PersonalLink | None:
    """Return the personal link that the present session began by."""
    present: SignIn = g.sign_in
    return present.link


def follow(link: PersonalLink) -> None:
    """Let a session that began by a link hang on the latest one opened; to be committed."""
    if g.sign_in.link_id is not None:
        g.sign_in.link_id = link.id


def end() -> None:
    """Sign out, for good, and forget all that the session held; to be committed."""
    db.session.execute(delete(SignIn).where(SignIn.digest == digest_of(session[COOKIE_KEY])))
    logout_user()
    session.clear()


def note_end(*, is_at_work: bool) -> None:
    """Keep in mind, for the sign-in page, that somebody had a session and has none any more.

    A token that opens nothing shows it; so does whoever `is_at_work` on a page of a session, of
    which the cookie may know nothing any more.
    """
    if is_at_work or COOKIE_KEY in session:
        session[ENDED_KEY] = True


def take_end() -> bool:
    """Return whether an end was kept in mind, and forget it."""
    return bool(session.pop(ENDED_KEY, False))


def belongs_to_another(user: User) -> bool:
    """Whether somebody else is signed in here."""
    return bool(current_user.is_authenticated) and current_user.id != user.id


def digest_of(token: str) -> str:
    """Return what is kept of a token: who reads the database can't make a cookie from it."""
    return hashlib.sha256(token.encode()).hexdigest()
