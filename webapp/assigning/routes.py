"""Addresses of: sharing out documents among annotators."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, flash, render_template, url_for
from flask_login import current_user
from werkzeug.wrappers import Response

from webapp.access import Access, open_to, project_or_404
from webapp.assigning import operations
from webapp.assigning.forms import ApplyForm, PlanForm
from webapp.assigning.planning import Plan
from webapp.assigning.queries import count_of_fully_assigned, documents_of, members_of
from webapp.assigning.wording import in_ranges
from webapp.errors import ConflictError
from webapp.extensions import db
from webapp.htmx import see_other
from webapp.models import Project, User, utc_now
from webapp.training import hooks

blueprint = Blueprint("assigning", __name__, url_prefix="/projects/<int:project_id>/assign")

Answer = str | Response | tuple[str, int]


@blueprint.get("")
@open_to(Access.ADMINS)
def index(project_id: int) -> Answer:
    """Ask who gets documents."""
    project = project_or_404(project_id)
    members = members_of(db.session(), project)
    return _page(project, members, PlanForm.offering(members))


@blueprint.post("")
@open_to(Access.ADMINS)
def show_plan(project_id: int) -> Answer:
    """Show who would get what; nothing is written."""
    project = project_or_404(project_id)
    members = members_of(db.session(), project)
    form = PlanForm.offering(members)
    if not form.validate_on_submit():
        return _page(project, members, form), 422
    return _page(project, members, form, _plan(project, members, form))


@blueprint.post("/apply")
@open_to(Access.ADMINS)
def apply(project_id: int) -> Answer:
    """Write down the plan that was shown, or show the new one if the data changed meanwhile."""
    project = project_or_404(project_id)
    members = members_of(db.session(), project)
    form = ApplyForm.offering(members)
    if not form.validate_on_submit():
        return _page(project, members, form), 422
    plan = _plan(project, members, form)
    try:
        operations.check_unchanged(plan, form.checksum.data)
        operations.apply_plan(db.session(), project, plan, actor=current_user, at=utc_now())
    except ConflictError as error:
        db.session.rollback()
        plan = _plan(project, members, form)
        return _page(project, members, form, plan, refusal=error), error.status
    db.session.commit()
    hooks.after_change(project.id)
    flash(f"{len(plan.additions)} assignments were added.", "success")
    return see_other(url_for("projects.show", project_id=project.id))


def _plan(project: Project, members: Sequence[User], form: PlanForm) -> Plan:
    return operations.plan(
        db.session(), project, form.chosen(members), everybody=form.everybody.data
    )


def _page(
    project: Project,
    members: Sequence[User],
    form: PlanForm,
    plan: Plan | None = None,
    refusal: ConflictError | None = None,
) -> str:
    session = db.session()
    positions = documents_of(session, project)
    return render_template(
        "assigning/index.html",
        project=project,
        names={user.id: user.name for user in members},
        form=form,
        plan=plan,
        refusal=refusal,
        shared=in_ranges(positions[document] + 1 for document in plan.everybody) if plan else "",
        documents=len(positions),
        waiting=len(positions) - count_of_fully_assigned(session, project),
    )
