"""Routes of reading submitted documents, of approving and of returning them."""

from __future__ import annotations

from flask import Blueprint, Response, flash, make_response, render_template, request, url_for
from flask_login import current_user
from markupsafe import Markup
from sqlalchemy.orm.exc import StaleDataError
from werkzeug.wrappers import Response as BaseResponse

from webapp import store_sync
from webapp.access import Access, open_to, project_or_404
from webapp.errors import ConflictError
from webapp.extensions import db
from webapp.formatting import show_name
from webapp.htmx import see_other
from webapp.models import Assignment, Project, utc_now
from webapp.records import UnconfirmedError
from webapp.review import operations, queries
from webapp.review.forms import SendBackForm, WorkFilter, version_read
from webapp.review.reading import read
from webapp.review.trail import trail_of

blueprint = Blueprint("review", __name__, url_prefix="/projects/<int:project_id>/review")


@blueprint.get("")
@open_to(Access.REVIEWERS)
def index(project_id: int) -> str:
    """List the submitted work: waiting, reviewed or flagged."""
    project = project_or_404(project_id)
    wanted = WorkFilter.from_request()
    work, has_more = queries.list_work(
        db.session(),
        project,
        wanted.queue,
        reader=current_user,
        annotator_id=wanted.annotator_id,
        page=wanted.page,
    )
    return render_template(
        "review/index.html",
        project=project,
        wanted=wanted,
        work=work,
        has_more=has_more,
        counts=queries.count_queues(db.session(), project),
        annotators=queries.annotators_of(db.session(), project),
    )


@blueprint.get("/<int:assignment_id>")
@open_to(Access.REVIEWERS)
def show(project_id: int, assignment_id: int) -> Response:
    """Show one annotator's work on one document."""
    project = project_or_404(project_id)
    assignment = queries.assignment_or_404(db.session(), project, assignment_id)
    operations.check_may_read(db.session(), assignment, current_user)
    return _work_page(project, assignment, SendBackForm())


@blueprint.post("/<int:assignment_id>/approve")
@open_to(Access.REVIEWERS)
def approve(project_id: int, assignment_id: int) -> BaseResponse:
    """Close the work and go to the next that waits."""
    project = project_or_404(project_id)
    assignment = queries.assignment_or_404(db.session(), project, assignment_id)
    try:
        operations.approve(
            db.session(),
            assignment,
            version=version_read(),
            person=current_user,
            at=utc_now(),
            nothing_to_hide="nothing_to_hide" in request.form,
        )
    except UnconfirmedError as error:
        return _work_page(project, assignment, SendBackForm(), error.status, is_unconfirmed=True)
    db.session.commit()
    return _next_work(project, assignment, "approved")


@blueprint.post("/<int:assignment_id>/send-back")
@open_to(Access.REVIEWERS)
def send_back(project_id: int, assignment_id: int) -> BaseResponse:
    """Return the work to its annotator with a comment and go to the next that waits."""
    project = project_or_404(project_id)
    assignment = queries.assignment_or_404(db.session(), project, assignment_id)
    operations.check_may_read(db.session(), assignment, current_user)
    form = SendBackForm()
    if not form.validate():
        return _work_page(project, assignment, form, 422)
    operations.send_back(
        db.session(),
        assignment,
        form.comment.data,
        version=version_read(),
        person=current_user,
        at=utc_now(),
    )
    db.session.commit()
    if not store_sync.rewrite(assignment.document_id):
        flash("The JSON store could not be written. An admin has to look at it.", "warning")
    return _next_work(project, assignment, "sent back")


@blueprint.post("/<int:assignment_id>/flags/<int:flag_id>/resolve")
@open_to(Access.REVIEWERS)
def resolve_flag(project_id: int, assignment_id: int, flag_id: int) -> BaseResponse:
    """Mark a comment as answered."""
    project = project_or_404(project_id)
    assignment = queries.assignment_or_404(db.session(), project, assignment_id)
    flag = queries.flag_or_404(db.session(), assignment, flag_id)
    operations.resolve_flag(db.session(), flag, person=current_user, at=utc_now())
    db.session.commit()
    flash("The comment is resolved.", "success")
    return see_other(url_for("review.show", project_id=project.id, assignment_id=assignment.id))


@blueprint.errorhandler(ConflictError)
@blueprint.errorhandler(StaleDataError)
def answer_conflict(_error: Exception) -> Response:
    """Show the work as it is now and what happened to it since it was read; keep the comment."""
    db.session.rollback()
    view_args = request.view_args or {}
    project = project_or_404(view_args["project_id"])
    assignment = queries.assignment_or_404(db.session(), project, view_args["assignment_id"])
    operations.check_may_read(db.session(), assignment, current_user)
    return _work_page(project, assignment, SendBackForm(), ConflictError.status)


def _work_page(
    project: Project,
    assignment: Assignment,
    form: SendBackForm,
    status: int = 200,
    *,
    is_unconfirmed: bool = False,
) -> Response:
    seen = request.form.get("seen", 0, type=int)
    trail = trail_of(db.session(), assignment)
    page = render_template(
        "review/show.html",
        project=project,
        assignment=assignment,
        form=form,
        reading=read(db.session(), assignment),
        flags=queries.open_flags(db.session(), [assignment.id]).get(assignment.id, []),
        trail=trail,
        missed=[step for step in trail if step.last_event > seen],
        is_conflict=status == ConflictError.status,
        is_unconfirmed=is_unconfirmed,
    )
    return make_response(page, status)


def _next_work(project: Project, assignment: Assignment, done: str) -> BaseResponse:
    """Redirect to the work that waits next, or to the list if none does."""
    document = show_name(assignment.document.doc_id)
    message = Markup("{} by {} is {}.").format(document, assignment.annotator.name, done)
    flash(message, "success")
    following = queries.next_waiting(db.session(), project, assignment, reader=current_user)
    if following is None:
        flash("No submitted work is waiting for you.", "success")
        return see_other(url_for("review.index", project_id=project.id))
    return see_other(url_for("review.show", project_id=project.id, assignment_id=following))
