"""Addresses of annotating a document.

All controls of the page are in one form, so that each button saves what the drop-downs say before
it does its own work: nothing is lost without JavaScript either.
"""

from __future__ import annotations

from flask import Blueprint, Response, flash, make_response, render_template, request
from flask_login import current_user
from sqlalchemy.orm.exc import StaleDataError
from werkzeug.wrappers import Response as BaseResponse

from webapp.access import Access, open_to
from webapp.annotate import answers, choosing, operations, queries
from webapp.annotate.answers import Sent
from webapp.annotate.choosing import VersionConflictError
from webapp.annotate.operations import MissingChoicesError
from webapp.annotate.work import MentionWork, Work, load_work
from webapp.extensions import db
from webapp.htmx import see_other
from webapp.models import utc_now

blueprint = Blueprint(
    "annotate", __name__, url_prefix="/projects/<int:project_id>/documents/<int:document_id>"
)


@blueprint.get("")
@open_to(Access.SIGNED_IN)
def show(project_id: int, document_id: int) -> Response:
    """Show the document with its drop-downs."""
    return answers.document_page(_load(project_id, document_id))


@blueprint.post("/choices")
@open_to(Access.SIGNED_IN)
def save(project_id: int, document_id: int) -> BaseResponse:
    """Save the choices that differ from what is stored."""
    work = _load(project_id, document_id)
    version, changed = _keep_choices(work)
    db.session.commit()
    is_behind = version != work.assignment.version  # saved before, as by a request repeated
    return answers.changes(work, list(work) if is_behind else changed)


@blueprint.post("/undo")
@open_to(Access.SIGNED_IN)
def undo(project_id: int, document_id: int) -> BaseResponse:
    """Take the last step back."""
    work = _load(project_id, document_id)
    version, _ = _keep_choices(work)
    changed = choosing.undo(db.session(), work, version=version, person=current_user, at=utc_now())
    db.session.commit()
    return answers.changes(work, changed)


@blueprint.post("/redo")
@open_to(Access.SIGNED_IN)
def redo(project_id: int, document_id: int) -> BaseResponse:
    """Take the last undone step again."""
    work = _load(project_id, document_id)
    version, _ = _keep_choices(work)
    changed = choosing.redo(db.session(), work, version=version, person=current_user, at=utc_now())
    db.session.commit()
    return answers.changes(work, changed)


@blueprint.get("/preview")
@open_to(Access.SIGNED_IN)
def preview(project_id: int, document_id: int) -> Response:
    """Show the generalized text exactly as it will be stored, the original hidden."""
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
    work = _load(project_id, document_id)
    _keep_choices(work)
    db.session.commit()
    return see_other(answers.address_of("annotate.preview", work.assignment))


@blueprint.post("/submit")
@open_to(Access.SIGNED_IN)
def submit(project_id: int, document_id: int) -> BaseResponse:
    """Close the document if every span has a choice, and go to the next."""
    work = _load(project_id, document_id)
    version, _ = _keep_choices(work)
    seen = Sent.from_request().choices
    try:
        operations.submit(
            db.session(), work, seen=seen, version=version, person=current_user, at=utc_now()
        )
    except MissingChoicesError as error:
        db.session.commit()  # what the page sent is kept all the same
        return answers.document_page(work, missing=error.missing)
    db.session.commit()
    answers.write_store(work.assignment)
    return answers.way_on(work.assignment)


@blueprint.post("/skip")
@open_to(Access.SIGNED_IN)
def skip(project_id: int, document_id: int) -> BaseResponse:
    """Put the document off and go to the next."""
    work = _load(project_id, document_id)
    _keep_choices(work)
    operations.skip(db.session(), work.assignment, person=current_user, at=utc_now())
    db.session.commit()
    return answers.way_on(work.assignment)


@blueprint.post("/flag")
@open_to(Access.SIGNED_IN)
def flag(project_id: int, document_id: int) -> BaseResponse:
    """Attach a comment for the reviewers."""
    work = _load(project_id, document_id)
    _keep_choices(work)
    comment = request.form.get("comment", "")
    operations.flag(db.session(), work.assignment, comment, person=current_user, at=utc_now())
    db.session.commit()
    flash("Your comment was saved for the reviewers.", "success")
    return see_other(answers.address_of("annotate.show", work.assignment))


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
    return load_work(db.session(), queries.assignment_or_404(db.session(), project_id, document_id))


def _keep_choices(work: Work) -> tuple[int, list[MentionWork]]:
    """Save what the drop-downs say; return the version the page now stands at, and the changes."""
    sent = Sent.from_request()
    changed = choosing.choose(
        db.session(), work, sent.choices, version=sent.version, person=current_user, at=utc_now()
    )
    db.session.flush()
    return (work.assignment.version if changed else sent.version), changed
