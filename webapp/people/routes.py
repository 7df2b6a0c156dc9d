"""Addresses of: admins look after people: roles, passwords, personal links."""

from __future__ import annotations

from flask import Blueprint, abort, current_app, flash, render_template, request, url_for
from flask_login import current_user
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response

from webapp.people import operations, queries, sessions
from webapp.people.access import Access, open_to
from webapp.people.forms import ActiveForm, LinkForm, NewPasswordForm, PersonForm, RoleForm
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.http.htmx import see_other
from webapp.platform.models import PersonalLink, Role, User, utc_now

blueprint = Blueprint("people", __name__, url_prefix="/people")

Answer = str | Response | tuple[str, int]


@blueprint.get("")
@open_to(Access.ADMINS_EVERYWHERE)
def index() -> Answer:
    """List everybody."""
    return render_template("people/index.html", people=queries.list_people(db.session()))


@blueprint.get("/new")
@open_to(Access.ADMINS_EVERYWHERE)
def new() -> Answer:
    """Ask who is to be added."""
    return render_template("people/new.html", form=PersonForm())


@blueprint.post("/new")
@open_to(Access.ADMINS_EVERYWHERE)
def add() -> Answer:
    """Add a person and make their personal link."""
    form, now, session = PersonForm(), utc_now(), db.session()
    if not form.validate_on_submit():
        return render_template("people/new.html", form=form), 422
    try:
        user = operations.add_user(
            session,
            name=form.name.data,
            role=form.role.data,
            password=form.password.data or None,
            actor=current_user,
            at=now,
        )
    except DomainError as error:
        return render_template("people/new.html", form=form, refusal=error), error.status
    days = current_app.extensions["palimpsest"].link_days
    operations.issue_link(session, user, days=days, actor=current_user, at=now)
    for other in queries.namesakes_of(session, user):
        flash(f"{other} is another person. If you meant {other}, deactivate this one.", "warning")
    return _changed(user, f"{user.name} is added. Send them the personal link below.")


@blueprint.get("/<int:user_id>")
@open_to(Access.ADMINS_EVERYWHERE)
def show(user_id: int) -> Answer:
    """Show a person: role, state, links."""
    return _person_page(_person_or_404(user_id))


@blueprint.post("/<int:user_id>/role")
@open_to(Access.ADMINS_EVERYWHERE)
def change_role(user_id: int) -> Answer:
    """Give a person another role."""
    user, form = _person_or_404(user_id), RoleForm()
    if not form.validate_on_submit():
        return _person_page(user, role_form=form), 422
    role = form.role.data
    operations.change_role(db.session(), user, role, actor=current_user, at=utc_now())
    return _changed(user, f"The role of {user.name} is now: {role.label}.")


@blueprint.post("/<int:user_id>/password")
@open_to(Access.ADMINS_EVERYWHERE)
def set_password(user_id: int) -> Answer:
    """Set a person's password."""
    user, form = _person_or_404(user_id), NewPasswordForm()
    if not form.validate_on_submit():
        return _person_page(user, password_form=form), 422
    operations.set_password(
        db.session(),
        user,
        form.password.data,
        actor=current_user,
        link=sessions.link_of_present() if user.id == current_user.id else None,
        at=utc_now(),
    )
    return _changed(user, f"{user.name} has a new password.")


@blueprint.post("/<int:user_id>/active")
@open_to(Access.ADMINS_EVERYWHERE)
def set_active(user_id: int) -> Answer:
    """Activate or deactivate a person."""
    user, is_active = _person_or_404(user_id), bool(ActiveForm().is_active.data)
    operations.set_active(db.session(), user, is_active=is_active, actor=current_user, at=utc_now())
    return _changed(user, f"{user.name} is {'active' if is_active else 'deactivated'}.")


@blueprint.post("/<int:user_id>/links")
@open_to(Access.ADMINS_EVERYWHERE)
def add_link(user_id: int) -> Answer:
    """Make another personal link."""
    user, form = _person_or_404(user_id), LinkForm()
    if not form.validate_on_submit():
        return _person_page(user, link_form=form), 422
    days = form.days.data
    operations.issue_link(db.session(), user, days=days, actor=current_user, at=utc_now())
    return _changed(user, f"{user.name} has a new personal link.")


@blueprint.post("/<int:user_id>/links/<int:link_id>/revoke")
@open_to(Access.ADMINS_EVERYWHERE)
def revoke_link(user_id: int, link_id: int) -> Answer:
    """Withdraw a personal link."""
    user, link = _person_or_404(user_id), db.session.get(PersonalLink, link_id)
    if link is None or link.user_id != user.id:
        abort(404)
    operations.revoke_link(db.session(), link, actor=current_user, at=utc_now())
    if link.gave_password:
        message = f"The link is withdrawn, its password too, and {user.name} is signed out."
        return _changed(user, message, stays=False)
    return _changed(user, f"The link is withdrawn, and {user.name} is signed out.")


@blueprint.errorhandler(DomainError)
def explain(error: DomainError) -> Answer:
    """Say on the person's page why a step was refused."""
    db.session.rollback()
    user = _person_or_404((request.view_args or {})["user_id"])
    return _person_page(user, refusal=error), error.status


def _person_or_404(user_id: int) -> User:
    user = db.session.get(User, user_id)
    if user is None:
        abort(404)
    return user


def _person_page(user: User, *, refusal: DomainError | None = None, **forms: FlaskForm) -> str:
    config, session = current_app.extensions["palimpsest"], db.session()
    working_links, past_links = queries.links_of(session, user, at=utc_now())
    empty_forms = {
        "role_form": RoleForm(formdata=None, role=user.role),
        "password_form": NewPasswordForm(formdata=None),
        "link_form": LinkForm(formdata=None, days=config.link_days),
    }
    return render_template(
        "people/show.html",
        person=user,
        working_links=working_links,
        past_links=past_links,
        url_of=lambda link: operations.link_url(config, link),
        projects=queries.projects_of(session, user),
        signed_in_at=queries.last_sign_in(session, user),
        refusal=refusal,
        **(empty_forms | forms),
    )


def _changed(user: User, message: str, *, stays: bool = True) -> Response:
    """Commit; an admin who changed their own account stays signed in, as long as they may."""
    if stays and user.id == current_user.id:
        sessions.begin(user, link=sessions.link_of_present())
    db.session.commit()
    flash(message, "success")
    may_see_people = user.id != current_user.id or (user.is_active and user.role is Role.ADMIN)
    page = url_for("people.show", user_id=user.id) if may_see_people else url_for("projects.home")
    return see_other(page)
