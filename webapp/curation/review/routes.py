"""Routes of reading submitted documents, of approving and of returning them."""

from __future__ import annotations

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    make_response,
    render_template,
    request,
    url_for,
)
from flask_login import current_user
from markupsafe import Markup
from sqlalchemy.orm.exc import StaleDataError
from werkzeug.wrappers import Response as BaseResponse

from webapp.core import store_sync
from webapp.core.audit.reading import note_reading
from webapp.core.records import UnconfirmedError
from webapp.core.work import corrections
from webapp.core.work.loading import Work, load_work
from webapp.core.work.mentions import MentionWork
from webapp.core.work.queries import assignment_or_404
from webapp.curation.review import deciding, identifying, leasing, operations, queries
from webapp.curation.review.deciding import SpanConflictError
from webapp.curation.review.forms import (
    IdentifyForm,
    SendBackForm,
    version_read,
    wanted_at_span,
    work_filter,
)
from webapp.curation.review.identifying import StillIdentifiedError, UnreadError, WordsError
from webapp.curation.review.leasing import LeasedError
from webapp.curation.review.operations import NoReasonError
from webapp.curation.review.pace import paces_of
from webapp.curation.review.pages import sanitized_page, span_parts, work_page
from webapp.curation.review.permissions import check_may_decide, check_may_read
from webapp.people.access import Access, open_to, project_or_404
from webapp.platform.errors import ConflictError
from webapp.platform.extensions import db
from webapp.platform.formatting import show_name
from webapp.platform.http.error_pages import notice
from webapp.platform.http.htmx import see_other, wants_fragment
from webapp.platform.models import Assignment, Identified, Project, utc_now

blueprint = Blueprint("review", __name__, url_prefix="/projects/<int:project_id>/review")


REWRITTEN = "rewritten"
"""The event that says to a page that the text goes out otherwise now: its figures ask again."""


@blueprint.get("")
@open_to(Access.REVIEWERS, to_peers=True)
def index(project_id: int) -> str:
    """List the submitted work: waiting, reviewed or flagged."""
    project = project_or_404(project_id)
    wanted = work_filter()
    documents, has_more = queries.list_work(
        db.session(), project, wanted, reader=current_user, at=utc_now()
    )
    return render_template(
        "curation/review/index.html",
        project=project,
        wanted=wanted,
        documents=documents,
        paces=paces_of(
            db.session(), project, [work.id for each in documents for work in each.work]
        ),
        orders=queries.QueueOrder,
        has_more=has_more,
        counts=queries.count_queues(db.session(), project),
        annotators=queries.annotators_of(db.session(), project),
    )


@blueprint.get("/<int:assignment_id>")
@open_to(Access.REVIEWERS, to_peers=True)
def show(project_id: int, assignment_id: int) -> Response:
    """Show one annotator's work on one document: at first the sanitized text alone."""
    project = project_or_404(project_id)
    assignment = assignment_or_404(db.session(), project, assignment_id)
    check_may_read(db.session(), assignment, current_user)
    note_reading(project, assignment.document)
    is_open = not project.archived_at
    if is_open and leasing.take(db.session(), assignment, current_user, utc_now()):
        db.session.commit()
    return work_page(project, assignment, SendBackForm())


@blueprint.post("/<int:assignment_id>/release")
@open_to(Access.REVIEWERS, to_peers=True)
def release(project_id: int, assignment_id: int) -> BaseResponse:
    """Let others decide on work that one opened."""
    project = project_or_404(project_id)
    assignment = assignment_or_404(db.session(), project, assignment_id)
    leasing.release(db.session(), assignment, person=current_user, at=utc_now())
    db.session.commit()
    flash("The work is free for others to review.", "success")
    return see_other(url_for("review.index", project_id=project.id))


@blueprint.post("/<int:assignment_id>/identify")
@open_to(Access.REVIEWERS, to_peers=True)
def identify(project_id: int, assignment_id: int) -> BaseResponse:
    """Keep whether the reader of the sanitized text can tell who it is, and show the originals."""
    project = project_or_404(project_id)
    assignment = assignment_or_404(db.session(), project, assignment_id)
    check_may_decide(db.session(), assignment, current_user)
    form = IdentifyForm()
    if not form.validate():
        return sanitized_page(project, assignment, form, 422)
    try:
        identifying.answer(
            db.session(),
            corrections.load_corrected(db.session(), assignment)[0],
            Identified(form.identified.data),
            form.words.data or "",
            version=version_read(),
            person=current_user,
            at=utc_now(),
        )
    except WordsError as error:
        form.words.errors = [str(error)]
        return sanitized_page(project, assignment, form, error.status)
    db.session.commit()
    return see_other(url_for("review.show", project_id=project.id, assignment_id=assignment.id))


@blueprint.post("/<int:assignment_id>/approve")
@open_to(Access.REVIEWERS, to_peers=True)
def approve(project_id: int, assignment_id: int) -> BaseResponse:
    """Close the work and go to the next that waits."""
    project = project_or_404(project_id)
    assignment = assignment_or_404(db.session(), project, assignment_id)
    try:
        operations.approve(
            db.session(),
            assignment,
            version=version_read(),
            person=current_user,
            at=utc_now(),
            nothing_to_hide="nothing_to_hide" in request.form,
            although_identified="although_identified" in request.form,
        )
    except (UnconfirmedError, StillIdentifiedError) as error:
        return work_page(project, assignment, SendBackForm(), error.status, refusal=error)
    db.session.commit()
    _write_store(assignment)
    return _next_work(project, assignment, "approved")


@blueprint.post("/<int:assignment_id>/send-back")
@open_to(Access.REVIEWERS, to_peers=True)
def send_back(project_id: int, assignment_id: int) -> BaseResponse:
    """Return the work to its annotator with a comment and go to the next that waits."""
    project = project_or_404(project_id)
    assignment = assignment_or_404(db.session(), project, assignment_id)
    check_may_read(db.session(), assignment, current_user)
    form = SendBackForm()
    if not form.validate():
        return work_page(project, assignment, form, 422)
    step = {"version": version_read(), "person": current_user, "at": utc_now()}
    try:
        operations.send_back(db.session(), assignment, form.comment.data or "", **step)
    except NoReasonError as error:
        form.comment.errors = [str(error)]
        return work_page(project, assignment, form, error.status)
    db.session.commit()
    _write_store(assignment)
    return _next_work(project, assignment, "sent back")


@blueprint.post("/<int:assignment_id>/spans/<int:span_id>")
@open_to(Access.REVIEWERS, to_peers=True)
def decide_span(project_id: int, assignment_id: int, span_id: int) -> BaseResponse:
    """Keep that a choice is right, what goes out in its place, or neither."""
    project, work, mention = _load(project_id, assignment_id, span_id)
    wanted = wanted_at_span()
    step = {"version": version_read(), "person": current_user, "at": utc_now()}
    is_changed = deciding.decide(db.session(), work, mention, wanted, **step)
    db.session.commit()
    if is_changed:
        _write_store(work.assignment)
    answer = _saved(project, work, mention)
    if is_changed:
        answer.headers["HX-Trigger"] = REWRITTEN
    return answer


@blueprint.post("/<int:assignment_id>/spans/<int:span_id>/comment")
@open_to(Access.REVIEWERS, to_peers=True)
def comment_on_span(project_id: int, assignment_id: int, span_id: int) -> BaseResponse:
    """Say something at a span, for the annotator."""
    project, work, mention = _load(project_id, assignment_id, span_id)
    step = {"version": version_read(), "person": current_user, "at": utc_now()}
    deciding.comment(db.session(), work, mention, request.form.get("comment", ""), **step)
    db.session.commit()
    return _saved(project, work, mention)


@blueprint.post("/<int:assignment_id>/flags/<int:flag_id>/resolve")
@open_to(Access.REVIEWERS, to_peers=True)
def resolve_flag(project_id: int, assignment_id: int, flag_id: int) -> BaseResponse:
    """Mark a comment as answered."""
    project = project_or_404(project_id)
    assignment = assignment_or_404(db.session(), project, assignment_id)
    flag = queries.flag_or_404(db.session(), assignment, flag_id)
    operations.resolve_flag(db.session(), flag, person=current_user, at=utc_now())
    db.session.commit()
    flash("The comment is resolved.", "success")
    return see_other(url_for("review.show", project_id=project.id, assignment_id=assignment.id))


@blueprint.errorhandler(LeasedError)
@blueprint.errorhandler(UnreadError)
def answer_too_early(error: LeasedError | UnreadError) -> Response:
    """Show the work again to whoever would decide unread, or while somebody else reads it."""
    if wants_fragment():
        return notice(error)
    view_args = request.view_args or {}
    project = project_or_404(view_args["project_id"])
    assignment = assignment_or_404(db.session(), project, view_args["assignment_id"])
    flash(str(error), "warning")
    return work_page(project, assignment, SendBackForm(), error.status, refusal=error)


@blueprint.errorhandler(SpanConflictError)
def answer_span_conflict(error: SpanConflictError) -> Response:
    """Show both versions at the span: what is stored, and what the page asked for."""
    db.session.rollback()
    view_args = request.view_args or {}
    project = project_or_404(view_args["project_id"])
    assignment = assignment_or_404(db.session(), project, view_args["assignment_id"])
    if not wants_fragment():
        return work_page(project, assignment, SendBackForm(), error.status, refusal=error)
    work = load_work(db.session(), assignment)
    page = span_parts(project, work, [error.mention.id], "Not saved", conflict=error)
    return make_response(page, error.status, {"HX-Trigger": REWRITTEN})


@blueprint.errorhandler(ConflictError)
@blueprint.errorhandler(StaleDataError)
def answer_conflict(_error: Exception) -> Response:
    """Show the work as it is now and what happened to it since it was read; keep the comment.

    A page that asked for a part of itself stays as it is, with what is written in it.
    """
    if wants_fragment():
        return notice(ConflictError("This work changed while you were reading it: load it again."))
    db.session.rollback()
    view_args = request.view_args or {}
    project = project_or_404(view_args["project_id"])
    assignment = assignment_or_404(db.session(), project, view_args["assignment_id"])
    check_may_read(db.session(), assignment, current_user)
    return work_page(project, assignment, SendBackForm(), ConflictError.status)


def _write_store(assignment: Assignment) -> None:
    """Rewrite the document's record; the database is committed already."""
    if not store_sync.rewrite(assignment.document_id):
        flash("The JSON store could not be written. An admin has to look at it.", "warning")


def _next_work(project: Project, assignment: Assignment, done: str) -> BaseResponse:
    """Redirect to the work that waits next, or to the list if none does."""
    is_withheld = identifying.is_name_withheld(db.session(), assignment, current_user)
    number, name = assignment.document.number, assignment.document.doc_id
    document = f"Document {number}" if is_withheld else show_name(name)
    message = Markup("{} by {} is {}.").format(document, assignment.annotator.name, done)
    flash(message, "success")
    following = queries.next_waiting(
        db.session(), project, assignment, reader=current_user, at=utc_now()
    )
    if following is None:
        flash("No submitted work is waiting for you.", "success")
        return see_other(url_for("review.index", project_id=project.id))
    return see_other(url_for("review.show", project_id=project.id, assignment_id=following))


def _load(
    project_id: int, assignment_id: int, mention_id: int
) -> tuple[Project, Work, MentionWork]:
    project = project_or_404(project_id)
    assignment = assignment_or_404(db.session(), project, assignment_id)
    work = load_work(db.session(), assignment)
    return project, work, corrections.reviewable(work).get(mention_id) or abort(404)


def _saved(project: Project, work: Work, mention: MentionWork) -> BaseResponse:
    if not wants_fragment():
        assignment_id = work.assignment.id
        address = url_for("review.show", project_id=project.id, assignment_id=assignment_id)
        return see_other(f"{address}#mention-{mention.id}")
    concerned = [mention.id, *(each.id for each in work.followers_of(mention))]
    return make_response(span_parts(project, work, concerned, "Saved"))
