"""Routes of annotating a document.

All controls of the page are in one form, so that each button saves what the drop-downs say before
it does its own work: nothing is lost without JavaScript either.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    flash,
    make_response,
    render_template,
    request,
)
from flask_login import current_user
from sqlalchemy.orm.exc import StaleDataError
from werkzeug.wrappers import Response as BaseResponse

from annotation.formatting import counted
from webapp.core.audit.reading import note_reading
from webapp.core.records import UnconfirmedError
from webapp.core.work.comments import CommentError
from webapp.core.work.loading import Work
from webapp.people.access import Access, open_to
from webapp.platform.extensions import db
from webapp.platform.http.htmx import see_other, wants_fragment
from webapp.platform.models import utc_now
from webapp.platform.models.states import CHOOSING, MARKING
from webapp.replacements.opening import opened_lexicon
from webapp.versions import hooks
from webapp.workbench import answers, choosing, marking, operations, queries, span_form, undoing
from webapp.workbench.choosing import VersionConflictError
from webapp.workbench.drafting import Draft, NoSpanError
from webapp.workbench.operations import MissingChoicesError, StillReadableError
from webapp.workbench.proposals import Proposals
from webapp.workbench.submitted_form import SubmittedForm
from webapp.workbench.undoing import UndoResult

blueprint = Blueprint(
    "workbench", __name__, url_prefix="/projects/<int:project_id>/documents/<int:document_id>"
)


@blueprint.get("")
@open_to(Access.SIGNED_IN)
def show(project_id: int, document_id: int) -> Response:
    """Show the document with its drop-downs; to htmx, whether there are suggestions by now."""
    work = _read(project_id, document_id)
    return answers.awaited(work) if wants_fragment() else answers.document_page(work)


@blueprint.get("/readings")
@open_to(Access.SIGNED_IN)
def readings(project_id: int, document_id: int) -> Response:
    """Say how the texts offered read in their sentences, for the panel."""
    return answers.readings(_read(project_id, document_id))


@blueprint.get("/meanings/<int:mention_id>")
@open_to(Access.SIGNED_IN, kinds=CHOOSING)
def meanings(project_id: int, document_id: int, mention_id: int) -> Response:
    """Show what else a span may mean, to choose from."""
    work = answers.open_work(queries.assignment_or_404(db.session(), project_id, document_id))
    mention = work.mentions.get(mention_id) or abort(404)
    note_reading(queries.project_of(db.session(), work.assignment), work.assignment.document)
    return answers.meanings(work, mention)


@blueprint.post("/choices")
@open_to(Access.SIGNED_IN)
def save(project_id: int, document_id: int) -> BaseResponse:
    """Save the choices that differ from what is stored."""
    form = SubmittedForm.load(project_id, document_id)
    changed = form.save_choices()
    form.commit()
    is_behind = form.version != form.work.assignment.version  # saved before: a repeated request
    return answers.changes(form, list(form.work) if is_behind else changed)


@blueprint.post("/accept")
@open_to(Access.SIGNED_IN, kinds=CHOOSING)
def accept(project_id: int, document_id: int) -> BaseResponse:
    """Choose what the page suggested: for one span, or for all that is likely enough."""
    form = SubmittedForm.load(project_id, document_id)
    changed = form.save_choices()
    accepted = form.data.accepted(form.work)
    changed += form.choose(accepted)
    form.commit()
    count = counted(len(accepted), "suggestion")
    message = f"Saved: {count} accepted" if accepted else "Saved: no suggestion was open any more"
    return answers.changes(form, changed, message=message)


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
    """Hide a stretch of the text, or change a span."""
    return _mark(span_form.wanted_change, project_id, document_id)


@blueprint.post("/spans/none")
@open_to(Access.SIGNED_IN, kinds=MARKING)
def unmask(project_id: int, document_id: int) -> BaseResponse:
    """Unmask a span."""
    return _mark(span_form.wanted_unmasking, project_id, document_id)


@blueprint.get("/preview")
@open_to(Access.SIGNED_IN)
def preview(project_id: int, document_id: int) -> Response:
    """Show the generalized text as it will read, the original hidden."""
    work = _read(project_id, document_id)
    page = render_template(
        "workbench/preview.html",
        project=queries.project_of(db.session(), work.assignment),
        work=work,
        assignment=work.assignment,
    )
    return make_response(page)


@blueprint.post("/preview")
@open_to(Access.SIGNED_IN)
def save_and_preview(project_id: int, document_id: int) -> BaseResponse:
    """Save what the page sent, then show how the text reads."""
    form = SubmittedForm.load(project_id, document_id)
    form.save_choices()
    form.commit()
    return see_other(answers.address_of("workbench.preview", form.work.assignment))


@blueprint.post("/submit")
@open_to(Access.SIGNED_IN)
def submit(project_id: int, document_id: int) -> BaseResponse:
    """Close the document if every span has a choice, and go to the next.

    What is preselected counts as chosen: the page says so beside the button. Where no span is
    hidden, or hidden words can still be read, the page asks whether that is right.
    """
    form = SubmittedForm.load(project_id, document_id)
    changed = form.save_choices(preselected=True)
    seen = form.data.choices | form.data.preselected
    try:
        operations.submit(
            db.session(),
            form.work,
            seen=seen,
            version=form.version,
            person=current_user,
            at=utc_now(),
            lexicon=opened_lexicon(current_app.extensions["palimpsest"]),
            confirmation=operations.Confirmation(
                nothing_to_hide="nothing_to_hide" in request.form,
                may_stay=request.form.get("may_stay", type=int),
            ),
        )
    except (MissingChoicesError, UnconfirmedError, StillReadableError) as error:
        form.commit()  # what the page sent is kept all the same
        return answers.refused(form, changed, error)
    form.add_unsent_comment()
    form.commit()
    answers.write_store(form.work.assignment)
    hooks.after_submission(project_id)
    return answers.next_document(form.work.assignment)


@blueprint.post("/skip")
@open_to(Access.SIGNED_IN)
def skip(project_id: int, document_id: int) -> BaseResponse:
    """Put the document off and go to the next."""
    form = SubmittedForm.load(project_id, document_id)
    form.save_choices()
    operations.skip(db.session(), form.work.assignment, person=current_user, at=utc_now())
    form.add_unsent_comment()
    form.commit()
    return answers.next_document(form.work.assignment)


@blueprint.post("/flag")
@open_to(Access.SIGNED_IN)
def flag(project_id: int, document_id: int) -> BaseResponse:
    """Attach a comment for the reviewers."""
    form = SubmittedForm.load(project_id, document_id)
    changed = form.save_choices()
    try:
        form.add_comment()
    except CommentError as error:
        form.commit()
        return answers.refused(form, changed, error)
    form.commit()
    return answers.commented(form, changed)


@blueprint.post("/reopen")
@open_to(Access.SIGNED_IN)
def reopen(project_id: int, document_id: int) -> BaseResponse:
    """Take a submitted document back."""
    assignment = queries.assignment_or_404(db.session(), project_id, document_id)
    operations.reopen(db.session(), assignment, person=current_user, at=utc_now())
    db.session.commit()
    answers.write_store(assignment)
    return see_other(answers.address_of("workbench.show", assignment))


@blueprint.errorhandler(VersionConflictError)
@blueprint.errorhandler(StaleDataError)
def answer_conflict(_error: Exception) -> BaseResponse:
    """Somebody was faster: show both versions, lose neither."""
    view_args = request.view_args or {}
    return answers.conflict(view_args["project_id"], view_args["document_id"])


def _read(project_id: int, document_id: int) -> Work:
    return answers.read_work(queries.assignment_or_404(db.session(), project_id, document_id))


def _step(take: Callable[..., UndoResult], project_id: int, document_id: int) -> BaseResponse:
    form = SubmittedForm.load(project_id, document_id)
    form.save_choices()
    undone = take(db.session(), form.work, version=form.version, person=current_user, at=utc_now())
    form.history = None
    if undone.marked:
        db.session.commit()
        return answers.marked(form.work.assignment, undone.marked.span)
    form.commit()
    return answers.changes(form, undone.changed)


def _mark(
    wanted: Callable[[Work], Callable[[Draft], None]], project_id: int, document_id: int
) -> BaseResponse:
    """Save what the page sent, which stays whatever becomes of the spans, and change these."""
    form = SubmittedForm.load(project_id, document_id)
    changed = form.save_choices()
    form.commit()
    project = queries.project_of(db.session(), form.work.assignment)
    proposals = Proposals(db.session(), project)
    try:
        marked = marking.mark(
            db.session(),
            form.work,
            wanted(form.work),
            proposals,
            version=form.version,
            person=current_user,
            at=utc_now(),
        )
    except NoSpanError as error:
        choosing.require_current(form.work.assignment, form.version)  # what is hidden changed
        return answers.refused(form, changed, error)
    db.session.commit()
    if proposals.problem:
        flash(proposals.problem, "warning")
    return answers.marked(form.work.assignment, marked.span)
