"""Routes of adjudication: documents of several annotators, row by row, by hand or by a strategy."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, flash, make_response, request, url_for
from flask_login import current_user
from werkzeug.wrappers import Response as BaseResponse

from annotation.formatting import counted
from webapp.core import store_sync
from webapp.core.audit.reading import note_reading
from webapp.curation.adjudication import applying, deciding, forms, queries, settling
from webapp.curation.adjudication.deciding import RowConflictError
from webapp.curation.adjudication.loading import AdjudicatedDocument, load
from webapp.curation.adjudication.pages import document_page, list_page, saved_parts
from webapp.curation.adjudication.settling import UndecidedError
from webapp.curation.review.permissions import check_may_read_choices
from webapp.people.access import Access, open_to, project_or_404
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.http.htmx import see_other, wants_fragment
from webapp.platform.models import Project, utc_now
from webapp.projects.deletion.queries import document_or_404

blueprint = Blueprint(
    "adjudication", __name__, url_prefix="/projects/<int:project_id>/adjudication"
)


@blueprint.get("")
@open_to(Access.REVIEWERS)
def index(project_id: int) -> str:
    """List the documents that several annotators submitted; with a strategy, what it would do."""
    project = project_or_404(project_id)
    return list_page(project, strategy=forms.strategy_of(request.args, {}))


@blueprint.post("/strategy")
@open_to(Access.REVIEWERS)
def apply_to_all(project_id: int) -> BaseResponse:
    """Settle by a strategy what is open in all documents that wait."""
    project = project_or_404(project_id)
    documents = queries.waiting_documents(db.session(), project, person=current_user)
    return _apply(project, documents, url_for("adjudication.index", project_id=project.id))


@blueprint.get("/<int:document_id>")
@open_to(Access.REVIEWERS)
def show(project_id: int, document_id: int) -> Response:
    """Show the rows of a document: who marked and chose what, and what is settled."""
    document = _load(project_id, document_id)
    strategy = forms.strategy_of(request.args, document.shown_names)
    note_reading(document.project, document.document)
    return document_page(document, strategy=strategy)


@blueprint.post("/<int:document_id>/strategy")
@open_to(Access.REVIEWERS)
def apply_to_one(project_id: int, document_id: int) -> BaseResponse:
    """Settle by a strategy what is open in one document."""
    document = _load(project_id, document_id)
    return _apply(document.project, [document], _address(document), is_of_one=True)


@blueprint.post("/strategies/<int:applied_id>/undo")
@open_to(Access.REVIEWERS)
def undo(project_id: int, applied_id: int) -> BaseResponse:
    """Take back what a strategy settled, as far as nobody decided on it since."""
    project, session = project_or_404(project_id), db.session()
    applied = queries.applied_or_404(session, project, applied_id)
    count = applying.undo(session, project, applied, person=current_user, at=utc_now())
    db.session.commit()
    flash(f"Undone: {counted(count, 'span')} open again.", "success")
    if applied.document_id is None:
        return see_other(url_for("adjudication.index", project_id=project.id))
    return see_other(_page_of(project.id, applied.document_id))


@blueprint.post("/<int:document_id>/verdict")
@open_to(Access.REVIEWERS)
def decide(project_id: int, document_id: int) -> BaseResponse:
    """Settle a row, take that back, or say why it goes against the majority."""
    document = _load(project_id, document_id)
    row = forms.row_wanted(document)
    step: dict[str, Any] = {"person": current_user, "at": utc_now()}
    step["seen"] = request.form.get("seen", "")
    if "clear" in request.form:
        deciding.take_back(db.session(), document, row, **step)
    elif "note" in request.form:
        deciding.explain(db.session(), document, row, request.form["note"], **step)
    else:
        reading = forms.reading_wanted(document, row)
        is_first = forms.is_first() and row.verdict is None
        deciding.decide(db.session(), document, row, reading, is_first=is_first, **step)
    db.session.commit()
    return _saved(_load(project_id, document_id), row.place)


@blueprint.post("/<int:document_id>/settle")
@open_to(Access.REVIEWERS)
def settle(project_id: int, document_id: int) -> BaseResponse:
    """Close a document whose rows are decided, and go to the next that waits."""
    document = _load(project_id, document_id)
    try:
        settling.settle(db.session(), document, person=current_user, at=utc_now())
    except UndecidedError as error:
        flash(str(error), "warning")
        return see_other(_address(document))
    db.session.commit()
    _write_store(document)
    flash("The document is settled: its gold layer goes out from now on.", "success")
    following = queries.next_waiting(
        db.session(), document.project, document.document, person=current_user
    )
    if following is None:
        return see_other(url_for("adjudication.index", project_id=project_id))
    return see_other(_page_of(project_id, following.id))


@blueprint.post("/<int:document_id>/reopen")
@open_to(Access.REVIEWERS)
def reopen(project_id: int, document_id: int) -> BaseResponse:
    """Open a settled document again; what was decided stays."""
    document = _load(project_id, document_id)
    settling.reopen(db.session(), document, person=current_user, at=utc_now())
    db.session.commit()
    _write_store(document)
    flash("The document is open again; what was decided stays.", "success")
    return see_other(_address(document))


@blueprint.errorhandler(RowConflictError)
def answer_conflict(error: RowConflictError) -> BaseResponse:
    """Show what stands at the row now, and that nothing was saved."""
    db.session.rollback()
    view_args = request.view_args or {}
    document = _load(view_args["project_id"], view_args["document_id"])
    if not wants_fragment():
        return document_page(document, error.status, refusal=error)
    row = document.at(request.form.get("row", ""))
    if row is None:
        return see_other(_address(document))
    return make_response(saved_parts(document, row, "Not saved", refusal=error), error.status)


def _apply(
    project: Project,
    documents: list[AdjudicatedDocument],
    address: str,
    *,
    is_of_one: bool = False,
) -> BaseResponse:
    names = documents[0].shown_names if is_of_one else {}
    strategy = forms.strategy_of(request.form, names)
    if strategy is None:
        raise DomainError("Say which strategy settles what is open.")
    applied = applying.apply(
        db.session(),
        project,
        strategy,
        documents,
        is_of_one=is_of_one,
        person=current_user,
        at=utc_now(),
    )
    db.session.commit()
    flash(f"{counted(applied.settled, 'span')} settled. It can be undone here.", "success")
    return see_other(address)


def _load(project_id: int, document_id: int) -> AdjudicatedDocument:
    """Load a document with its rows; 403 while the person has to choose for it themselves."""
    project = project_or_404(project_id)
    document = document_or_404(db.session(), project, document_id)
    check_may_read_choices(db.session(), document.id, current_user)
    return load(db.session(), project, document)


def _saved(document: AdjudicatedDocument, place: str) -> BaseResponse:
    if not wants_fragment():
        return see_other(f"{_address(document)}#mention-{place}")
    return make_response(saved_parts(document, document.at(place), "Saved"))


def _address(document: AdjudicatedDocument) -> str:
    return _page_of(document.project.id, document.document.id)


def _page_of(project_id: int, document_id: int) -> str:
    """Return the address of a document's page, where the person goes on as they did."""
    first = "yes" if forms.is_first() else None
    return url_for("adjudication.show", project_id=project_id, document_id=document_id, first=first)


def _write_store(document: AdjudicatedDocument) -> None:
    if not store_sync.rewrite(document.document.id):
        flash("The JSON store could not be written. An admin has to look at it.", "warning")
