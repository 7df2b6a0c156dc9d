"""Addresses of: signing in and out, by password or personal link, and one's own account."""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint, current_app, flash, render_template, request, url_for
from flask_login import current_user
from sqlalchemy import select
from werkzeug.wrappers import Response

from webapp.people import sessions
from webapp.people.access import Access, open_to
from webapp.people.auth import attempts, links, operations
from webapp.people.auth.forms import LoginForm, PasswordForm, ShortcutsForm
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.http.destinations import local_path
from webapp.platform.http.htmx import see_other
from webapp.platform.models import PersonalLink, User, utc_now

blueprint = Blueprint("auth", __name__)

FETCHED_AHEAD = ("Sec-Purpose", "Purpose", "X-Purpose", "X-Moz")
"""Headers of browsers that load an address which nobody has opened yet."""

Answer = str | Response | tuple[str, int] | tuple[str, int, dict[str, str]]


@blueprint.get("/login")
@open_to(Access.PUBLIC)
def login() -> Answer:
    """Ask for name and password."""
    if current_user.is_authenticated:
        return see_other(_destination())
    has_ended = sessions.take_end()
    return render_template("people/auth/login.html", form=LoginForm(), has_ended=has_ended)


@blueprint.post("/login")
@open_to(Access.PUBLIC)
def sign_in() -> Answer:
    """Sign in by name and password."""
    form = LoginForm()
    if not form.validate_on_submit():
        return render_template("people/auth/login.html", form=form), 422
    now, name, address = utc_now(), form.name.data.strip(), _address()
    try:
        _begin_attempt(name, address, at=now)
    except attempts.TooManyAttemptsError as error:
        wait = str(int((error.until - now).total_seconds()))
        page = render_template("people/auth/login.html", form=form, refusal=error)
        return page, error.status, {"Retry-After": wait}
    user = operations.sign_in_by_password(
        db.session(), name=name, password=form.password.data, address=address, at=now
    )
    if user is None:
        db.session.commit()  # that it was tried
        refusal = "The name or the password is wrong."
        return render_template("people/auth/login.html", form=form, refusal=refusal), 422
    sessions.begin(user)
    db.session.commit()
    return see_other(_destination())


@blueprint.post("/logout")
@open_to(Access.SIGNED_IN)
def logout() -> Answer:
    """Sign out."""
    sessions.end()
    db.session.commit()
    flash("You are signed out.", "success")
    return see_other(url_for("auth.login"))


@blueprint.get("/enter/<token>")
@open_to(Access.PUBLIC)
def enter(token: str) -> Answer:
    """Sign in by personal link; ask first where nobody looks yet or somebody else is signed in."""
    link = operations.check_link(_link_of(token), at=utc_now())
    if _is_fetched_ahead() or sessions.belongs_to_another(link.user):
        return render_template("people/auth/switch.html", newcomer=link.user, token=token)
    return _enter_by(link)


@blueprint.post("/enter/<token>")
@open_to(Access.PUBLIC)
def switch(token: str) -> Answer:
    """Sign in by personal link in the place of whoever is signed in."""
    return _enter_by(operations.check_link(_link_of(token), at=utc_now()))


@blueprint.get("/account")
@open_to(Access.SIGNED_IN)
def account() -> Answer:
    """Show one's own account."""
    return _account_page()


@blueprint.post("/account/password")
@open_to(Access.SIGNED_IN)
def change_password() -> Answer:
    """Set one's own password; sessions elsewhere end, this one goes on."""
    form = PasswordForm()
    if not form.validate_on_submit():
        return _account_page(password_form=form), 422
    user = db.session.get_one(User, current_user.id)
    link = sessions.link_of_present()
    now, address = utc_now(), _address()
    if user.password_hash is not None:  # nothing else can be guessed here
        _begin_attempt(user.name, address, at=now)
    try:
        operations.change_password(
            db.session(),
            user,
            link=link,
            present=form.present.data or "",
            new=form.new.data,
            address=address,
            at=now,
        )
    except DomainError as error:
        db.session.rollback()
        return _account_page(password_form=form, refusal=error), error.status
    sessions.begin(user, link=link)
    db.session.commit()
    flash("The new password holds from now on; other browsers are signed out.", "success")
    return see_other(url_for("auth.account"))


@blueprint.post("/account/shortcuts")
@open_to(Access.SIGNED_IN)
def set_shortcuts() -> Answer:
    """Switch the keyboard shortcuts on or off."""
    form = ShortcutsForm()
    if not form.validate_on_submit():
        return _account_page(), 422
    operations.set_shortcuts(current_user, has_shortcuts=form.has_shortcuts.data)
    db.session.commit()
    state = "on" if form.has_shortcuts.data else "off"
    flash(f"Keyboard shortcuts are {state}.", "success")
    return see_other(url_for("auth.account"))


def _account_page(
    password_form: PasswordForm | None = None, refusal: DomainError | None = None
) -> str:
    return render_template(
        "people/auth/account.html",
        password_form=password_form or PasswordForm(formdata=None),
        shortcuts_form=ShortcutsForm(formdata=None, obj=current_user),
        refusal=refusal,
    )


def _begin_attempt(name: str, address: str, *, at: datetime) -> None:
    try:
        attempts.begin_attempt(db.session(), name=name, address=address, at=at)
    finally:
        db.session.commit()


def _enter_by(link: PersonalLink) -> Response:
    user = operations.sign_in_by_link(db.session(), link, at=utc_now())
    if not current_user.is_authenticated or sessions.belongs_to_another(user):
        sessions.begin(user, link=link)
    else:
        sessions.follow(link)
    db.session.commit()
    return see_other(url_for("projects.home"))


def _is_fetched_ahead() -> bool:
    return request.method == "HEAD" or any(name in request.headers for name in FETCHED_AHEAD)


def _link_of(token: str) -> PersonalLink | None:
    secret = links.secret_of(current_app.extensions["palimpsest"], token)
    if secret is None:
        return None
    return db.session.scalar(select(PersonalLink).where(PersonalLink.secret == secret))


def _address() -> str:
    return attempts.source_of(request.remote_addr)


def _destination() -> str:
    return local_path(request.args.get("next")) or url_for("projects.home")
