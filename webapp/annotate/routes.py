"""Addresses of annotating a document.

All controls of the page are in one form, so that each button saves what the drop-downs say before
it does its own work: nothing is lost without JavaScript either.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, flash, make_response, render_template, request
from flask_login import current_user
from sqlalchemy.orm.exc import StaleDataError
from werkzeug.wrappers import Response as BaseResponse

from annotation.wording import counted
from webapp.access import Access, open_to
from webapp.annotate import answers, choosing, marking, operations, queries, span_form, undoing
from webapp.annotate.choosing import VersionConflictError
from webapp.annotate.drafting import Draft, NoSpanError
from webapp.annotate.operations import CommentError, MissingChoicesError
from webapp.annotate.posted import Posted
from webapp.annotate.proposals import Proposals
from webapp.annotate.undoing import Undone
from webapp.annotate.work import Work
from webapp.extensions import db
from webapp.htmx import see_other, wants_fragment
from webapp.models import utc_now
from webapp.models.states import CHOOSING, MARKING
from webapp.records import UnconfirmedError
from webapp.training import hooks

blueprint = Blueprint(
    "annotate", __name__, url_prefix="/projects/<int:project_id>/documents/<int:document_id>"
)


@blueprint.get("")
@open_to(Access.SIGNED_IN)
def show(project_id: int, document_id: int) -> Response:
    """Show the document with its drop-downs; to htmx, whether there are suggestions by now."""
    work = _load(project_id, document_id)
    return answers.awaited(work) if wants_fragment() else answers.document_page(work)


@blueprint.get("/readings")
@open_to(Access.SIGNED_IN)
def readings(project_id: int, document_id: int) -> Response:
    """Say how the texts offered read in their sentences, for the panel."""
    return answers.readings(_load(project_id, document_id))


@blueprint.post("/choices")
@open_to(Access.SIGNED_IN)
def save(project_id: int, document_id: int) -> BaseResponse:
    """Save the choices that differ from what is stored."""
    posted = Posted.load(project_id, document_id)
    changed = posted.keep()
    posted.commit()
    is_behind = posted.version != posted.work.assignment.version  # saved before: a repeated request
    return answers.changes(posted, list(posted.work) if is_behind else changed)


@blueprint.post("/accept")
@open_to(Access.SIGNED_IN, kinds=CHOOSING)
def accept(project_id: int, document_id: int) -> BaseResponse:
    """Choose what the page suggested: for one span, or for all that is likely enough."""
    posted = Posted.load(project_id, document_id)
    changed = posted.keep()
    accepted = posted.sent.accepted(posted.work)
    changed += posted.choose(accepted)
    posted.commit()
    count = counted(len(accepted), "suggestion")
    message = f"Saved: {count} accepted" if accepted else "Saved: no suggestion was open any more"
    return answers.changes(posted, changed, message=message)


@blueprint.post("/undo")
@open_to(Access.SIGNED_IN)
def undo(project_id: int, document_id: int) -> BaseResponse:
    """Take the last step back."""
    return _step(undoing.undo, project_id, document_id)


@blueprint.post("/redo")
@open_to(Access.SIGNED_IN)
def redo(project_id: int, document_id: int) -> BaseResponse:
    """Take the last undone step again."""
    return _step(undoing.redo, project_id, document_id)


@blueprint.post("/spans")
@open_to(Access.SIGNED_IN, kinds=MARKING)
def mark(project_id: int, document_id: int) -> BaseResponse:
    """Hide a stretch of the text, or let a span be another."""
    return _mark(span_form.wanted_change, project_id, document_id)


@blueprint.post("/spans/none")
@open_to(Access.SIGNED_IN, kinds=MARKING)
def unmask(project_id: int, document_id: int) -> BaseResponse:
    """Hide a span no more."""
    return _mark(span_form.wanted_back, project_id, document_id)


@blueprint.get("/preview")
@open_to(Access.SIGNED_IN)
def preview(project_id: int, document_id: int) -> Response:
    """Show the generalized text as it will read, the original hidden."""
    work = _load(project_id, document_id)
    page = render_template(
        "annotate/preview.html",
        project=queries.project_of(db.session(), work.assignment),
        work=work,
        assignment=work.assignment,
    )
    return make_response(page)


@blueprint.post("/preview")
@open_to(Access.SIGNED_IN)
def save_and_preview(project_id: int, document_id: int) -> BaseResponse:
    """Save what the page sent, then show how the text reads."""
    posted = Posted.load(project_id, document_id)
    posted.keep()
    posted.commit()
    return see_other(answers.address_of("annotate.preview", posted.work.assignment))


@blueprint.post("/submit")
@open_to(Access.SIGNED_IN)
def submit(project_id: int, document_id: int) -> BaseResponse:
    """Close the document if every span has a choice, and go to the next.

    What is preselected counts as chosen: the page says so beside the button. Where no span is
    hidden, the page asks whether that is right.
    """
    posted = Posted.load(project_id, document_id)
    changed = posted.keep(preselected=True)
    seen = posted.sent.choices | posted.sent.preselected
    try:
        operations.submit(
            db.session(),
            posted.work,
            seen=seen,
            version=posted.version,
            person=current_user,
            at=utc_now(),
            nothing_to_hide="nothing_to_hide" in request.form,
        )
    except (MissingChoicesError, UnconfirmedError) as error:
        posted.commit()  # what the page sent is kept all the same
        return answers.refused(posted, changed, error)
    posted.send_comment_along()
    posted.commit()
    answers.write_store(posted.work.assignment)
    hooks.after_submission(project_id)
    return answers.way_on(posted.work.assignment)


@blueprint.post("/skip")
@open_to(Access.SIGNED_IN)
def skip(project_id: int, document_id: int) -> BaseResponse:
    """Put the document off and go to the next."""
    posted = Posted.load(project_id, document_id)
    posted.keep()
    operations.skip(db.session(), posted.work.assignment, person=current_user, at=utc_now())
    posted.send_comment_along()
    posted.commit()
    return answers.way_on(posted.work.assignment)


@blueprint.post("/flag")
@open_to(Access.SIGNED_IN)
def flag(project_id: int, document_id: int) -> BaseResponse:
    """Attach a comment for the reviewers."""
    posted = Posted.load(project_id, document_id)
    changed = posted.keep()
    try:
        posted.send_comment()
    except CommentError as error:
        posted.commit()
        return answers.refused(posted, changed, error)
    posted.commit()
    return answers.commented(posted, changed)


@blueprint.post("/reopen")
@open_to(Access.SIGNED_IN)
def reopen(project_id: int, document_id: int) -> BaseResponse:
    """Take a submitted document back."""
    assignment = queries.assignment_or_404(db.session(), project_id, document_id)
    operations.reopen(db.session(), assignment, person=current_user, at=utc_now())
    db.session.commit()
    answers.write_store(assignment)
    return see_other(answers.address_of("annotate.show", assignment))


@blueprint.errorhandler(VersionConflictError)
@blueprint.errorhandler(StaleDataError)
def answer_conflict(_error: Exception) -> BaseResponse:
    """Somebody was faster: show both versions, lose neither."""
    view_args = request.view_args or {}
    return answers.conflict(view_args["project_id"], view_args["document_id"])


def _load(project_id: int, document_id: int) -> Work:
    return answers.opened(queries.assignment_or_404(db.session(), project_id, document_id))


def _step(take: Callable[..., Undone], project_id: int, document_id: int) -> BaseResponse:
    posted = Posted.load(project_id, document_id)
    posted.keep()
    undone = take(
        db.session(), posted.work, version=posted.version, person=current_user, at=utc_now()
    )
    if undone.marked:
        db.session.commit()
        return answers.marked(posted.work.assignment, undone.marked.span)
    posted.commit()
    return answers.changes(posted, undone.changed)


def _mark(
    wanted: Callable[[Work], Callable[[Draft], None]], project_id: int, document_id: int
) -> BaseResponse:
    """Save what the page sent, which stays whatever becomes of the spans, and change these."""
    posted = Posted.load(project_id, document_id)
    changed = posted.keep()
    posted.commit()
    project = queries.project_of(db.session(), posted.work.assignment)
    proposals = Proposals(db.session(), project)
    try:
        marked = marking.mark(
            db.session(),
            posted.work,
            wanted(posted.work),
            proposals,
            version=posted.version,
            person=current_user,
            at=utc_now(),
        )
    except NoSpanError as error:
        choosing.require_current(posted.work.assignment, posted.version)  # what is hidden changed
        return answers.refused(posted, changed, error)
    db.session.commit()
    if proposals.trouble:
        flash(proposals.trouble, "warning")
    return answers.marked(posted.work.assignment, marked.span)
