"""Addresses of handing masks on."""

from __future__ import annotations

from flask import Blueprint, current_app, flash, render_template, url_for
from flask_login import current_user
from werkzeug.wrappers import Response as BaseResponse

from webapp.intake.transfer.forms import HandOnForm
from webapp.intake.transfer.operations import count_ready, hand_on
from webapp.people.access import Access, open_to, project_or_404
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.http.htmx import see_other
from webapp.platform.models import Project, ProjectKind, utc_now

blueprint = Blueprint("transfer", __name__, url_prefix="/projects/<int:project_id>/hand-on")

OF_MASKS = frozenset({ProjectKind.MASKING})


@blueprint.get("")
@open_to(Access.ADMINS_EVERYWHERE, kinds=OF_MASKS)
def ask(project_id: int) -> str:
    """Ask what the new project is called, and which masks it takes over."""
    project = project_or_404(project_id)
    return _page(project, HandOnForm(formdata=None, name=f"{project.name}: replacements"))


@blueprint.post("")
@open_to(Access.ADMINS_EVERYWHERE, kinds=OF_MASKS)
def begin(project_id: int) -> BaseResponse | tuple[str, int]:
    """Make the new project; a job fills it."""
    project, form, session = project_or_404(project_id), HandOnForm(), db.session()
    if not form.validate_on_submit():
        return _page(project, form), 422
    try:
        handed = hand_on(
            session,
            project,
            form.name.data.strip(),
            form.settling.data,
            current_app.extensions["palimpsest"],
            person=current_user,
            at=utc_now(),
        )
    except DomainError as error:
        session.rollback()
        return _page(project, form, refusal=error), error.status
    session.commit()
    flash("The new project is being filled; replacements are proposed on the way.", "success")
    return see_other(url_for("imports.index", project_id=handed.project.id))


def _page(project: Project, form: HandOnForm, refusal: DomainError | None = None) -> str:
    return render_template(
        "intake/transfer/index.html",
        project=project,
        form=form,
        ready=count_ready(db.session(), project),
        refusal=refusal,
    )
