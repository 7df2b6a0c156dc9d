"""What the addresses of annotating answer: pages, fragments, the conflict, the way on."""

from __future__ import annotations

from flask import Response, flash, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp import store_sync
from webapp.annotate import queries
from webapp.annotate.choosing import compare
from webapp.annotate.sent import Sent
from webapp.annotate.work import MentionWork, Work, load_work
from webapp.errors import ConflictError
from webapp.extensions import db
from webapp.htmx import render, see_other, wants_fragment
from webapp.markdown import render_markdown
from webapp.models import Assignment
from webapp.projects.queries import next_open_assignment
from webapp.suggesting.reading import suggestions_for
from webapp.suggesting.showing import PageSuggestions


def document_page(work: Work, *, missing: list[MentionWork] | None = None) -> Response:
    """Answer the document with its drop-downs; 422 when it could not be submitted."""
    project = queries.project_of(db.session(), work.assignment)
    page = render_template(
        "annotate/show.html",
        project=project,
        share=queries.share_of(db.session(), work.assignment),
        work=work,
        assignment=work.assignment,
        history=queries.history_of(db.session(), work.assignment),
        flags=queries.flags_of(db.session(), work.assignment),
        guidelines=render_markdown(project.guidelines),
        missing=missing or [],
        suggestions=suggestions_for(db.session(), work),
        accept_address=address_of("annotate.accept", work.assignment),
    )
    return make_response(page, 422 if missing else 200)


def changes(
    work: Work, changed: list[MentionWork], sent: Sent, *, message: str = "Saved"
) -> BaseResponse:
    """Answer a saved change: to htmx the parts that changed, to a plain form the page anew.

    Suggestions are ranked anew with every choice; what is suggested otherwise than the page showed
    is sent, if the page has room for suggestions at all.
    """
    if not wants_fragment():
        return see_other(address_of("annotate.show", work.assignment))
    suggestions = suggestions_for(db.session(), work) if sent.has_suggestions else PageSuggestions()
    shown = sent.seen.shown
    page = render_template(
        "annotate/_changes.html",
        work=work,
        assignment=work.assignment,
        changed=changed,
        history=queries.history_of(db.session(), work.assignment),
        message=message,
        has_suggestions=sent.has_suggestions,
        suggestions=suggestions,
        suggested_anew=[m for m in work if suggestions.of(m) != shown.get(m.id)],
        accept_address=address_of("annotate.accept", work.assignment),
    )
    return make_response(page)


def conflict(project_id: int, document_id: int) -> BaseResponse:
    """Answer 409 with both versions: what is stored and what the page sent.

    A save whose choices somebody else has stored meanwhile has what it wanted.
    """
    db.session.rollback()
    assignment = queries.assignment_or_404(db.session(), project_id, document_id)
    work = load_work(db.session(), assignment)
    sent = Sent.from_request()
    differences = compare(work, sent.choices)
    if not differences and request.endpoint == "annotate.save":
        return changes(work, list(work), sent)
    response = render(
        "annotate/conflict.html",
        "annotate/_conflict.html",
        ConflictError.status,
        project=queries.project_of(db.session(), assignment),
        assignment=assignment,
        differences=differences,
    )
    response.headers["HX-Retarget"] = "#conflict"
    response.headers["HX-Reswap"] = "outerHTML"
    return response


def way_on(assignment: Assignment) -> BaseResponse:
    """Lead from a document just left to the next open one, or to the end of the work."""
    project = queries.project_of(db.session(), assignment)
    following = next_open_assignment(db.session(), project, assignment.annotator, after=assignment)
    if following is None:
        flash("All your documents in this project are done. Thank you!", "success")
        return see_other(url_for("projects.show", project_id=project.id))
    if following is assignment:
        flash("This is the only document left.", "warning")
    return see_other(address_of("annotate.show", following))


def write_store(assignment: Assignment) -> None:
    """Rewrite the document's record in the JSON store; the database is committed already."""
    if not store_sync.rewrite(assignment.document_id):
        flash(
            "Your work is saved, but the JSON store could not be written. "
            "An admin has to look at it.",
            "warning",
        )


def address_of(endpoint: str, assignment: Assignment) -> str:
    """Return the address of a page about an assignment's document."""
    return url_for(
        endpoint,
        project_id=assignment.document.project_id,
        document_id=assignment.document_id,
    )
