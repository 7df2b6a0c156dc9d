"""Routes of sharing out documents among annotators, and of taking back what is not begun."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from flask import Blueprint, flash, render_template, url_for
from flask_login import current_user
from markupsafe import Markup
from werkzeug.wrappers import Response

from annotation.formatting import counted
from webapp.core.records import unmasked_documents
from webapp.core.work.queries import assignment_or_404
from webapp.people.access import Access, open_to, project_or_404
from webapp.platform.errors import ConflictError
from webapp.platform.extensions import db
from webapp.platform.formatting import show_name
from webapp.platform.http.htmx import see_other
from webapp.platform.models import Project, Role, User, utc_now
from webapp.projects.assignment import operations
from webapp.projects.assignment.formatting import in_ranges
from webapp.projects.assignment.forms import ApplyForm, PlanForm
from webapp.projects.assignment.planning import Plan
from webapp.projects.assignment.queries import able_to_sign_in, count_of_documents, documents_of
from webapp.projects.deletion import operations as removing
from webapp.projects.deletion.forms import announced_comments
from webapp.projects.deletion.queries import person_or_404
from webapp.projects.queries import count_of_fully_assigned, members_of
from webapp.versions import hooks

blueprint = Blueprint("assignment", __name__, url_prefix="/projects/<int:project_id>/assign")

Answer = str | Response | tuple[str, int]
Form = TypeVar("Form", bound=PlanForm)


@blueprint.get("")
@open_to(Access.ADMINS)
def index(project_id: int) -> Answer:
    """Ask who gets documents."""
    project = project_or_404(project_id)
    members = members_of(db.session(), project)
    return _page(project, members, _form(PlanForm, project, members))


@blueprint.post("")
@open_to(Access.ADMINS)
def show_plan(project_id: int) -> Answer:
    """Show who would get what; nothing is written."""
    project = project_or_404(project_id)
    members = members_of(db.session(), project)
    form = _form(PlanForm, project, members)
    if not form.validate_on_submit():
        return _page(project, members, form), 422
    return _page(project, members, form, _plan(project, members, form))


@blueprint.post("/apply")
@open_to(Access.ADMINS)
def apply(project_id: int) -> Answer:
    """Apply the plan that was shown, or show a new one if the data changed meanwhile."""
    project = project_or_404(project_id)
    members = members_of(db.session(), project)
    form = _form(ApplyForm, project, members)
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
    flash(f"{counted(len(plan.additions), 'assignment was', 'assignments were')} added.", "success")
    return see_other(url_for("projects.show", project_id=project.id))


@blueprint.post("/to-me")
@open_to(Access.ADMINS)
def take_all(project_id: int) -> Answer:
    """Give the current person every document that lacks annotators, and open the first."""
    project = project_or_404(project_id)
    operations.take_all(db.session(), project, person=current_user, at=utc_now())
    db.session.commit()
    hooks.after_change(project.id)
    return see_other(url_for("projects.next_document", project_id=project.id))


@blueprint.post("/<int:assignment_id>/take-back")
@open_to(Access.ADMINS)
def take_back(project_id: int, assignment_id: int) -> Answer:
    """Take a document back from an annotator who has not begun it."""
    project = project_or_404(project_id)
    assignment = assignment_or_404(db.session(), project, assignment_id)
    removing.take_back(
        db.session(),
        project,
        assignment,
        actor=current_user,
        at=utc_now(),
        comments=announced_comments(),
    )
    db.session.commit()
    document = show_name(assignment.document.doc_id)
    message = Markup("{} is taken back from {}.").format(document, assignment.annotator.name)
    flash(message, "success")
    document_id = assignment.document_id
    return see_other(url_for("projects.document", project_id=project.id, document_id=document_id))


@blueprint.post("/people/<int:user_id>/take-back")
@open_to(Access.ADMINS)
def take_back_all(project_id: int, user_id: int) -> Answer:
    """Take all that somebody has not begun back."""
    project = project_or_404(project_id)
    person = person_or_404(db.session(), project, user_id)
    count = removing.take_back_all(
        db.session(),
        project,
        person,
        actor=current_user,
        at=utc_now(),
        comments=announced_comments(),
    )
    db.session.commit()
    gone = counted(count, "document is", "documents are")
    flash(f"{gone} taken back from {person.name}.", "success")
    return see_other(url_for("projects.members", project_id=project.id))


def _form(kind: type[Form], project: Project, members: Mapping[User, Role]) -> Form:
    return kind.offering(members, able_to_sign_in(db.session(), project, at=utc_now()))


def _plan(project: Project, members: Mapping[User, Role], form: PlanForm) -> Plan:
    return operations.plan(
        db.session(), project, form.chosen(members), everybody=form.everybody.data
    )


def _page(
    project: Project,
    members: Mapping[User, Role],
    form: PlanForm,
    plan: Plan | None = None,
    refusal: ConflictError | None = None,
) -> str:
    session = db.session()
    documents = count_of_documents(session, project)
    positions = documents_of(session, project) if plan else {}
    unmasked = unmasked_documents(session, project) if plan else set()
    planned = {document for document, _ in plan.additions} if plan else set()
    return render_template(
        "projects/assignment/index.html",
        project=project,
        names={user.id: user.name for user in members},
        form=form,
        plan=plan,
        refusal=refusal,
        shared=in_ranges(positions[document] + 1 for document in plan.everybody) if plan else "",
        unmasked=[
            positions[document] + 1 for document in positions if document in planned & unmasked
        ],
        in_ranges=in_ranges,
        documents=documents,
        waiting=documents - count_of_fully_assigned(session, project),
    )
