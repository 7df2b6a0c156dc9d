"""What the addresses of annotating answer: pages, fragments, the conflict, the way on."""

from __future__ import annotations

from typing import Any

from flask import Response, flash, jsonify, make_response, render_template, request, url_for
from flask_login import current_user
from werkzeug.wrappers import Response as BaseResponse

from webapp import store_sync
from webapp.annotate import queries
from webapp.annotate.choosing import compare
from webapp.annotate.mentions import MentionWork
from webapp.annotate.operations import CommentError, MissingChoicesError, may_read_others
from webapp.annotate.posted import Posted
from webapp.annotate.work import Work, load_work
from webapp.errors import ConflictError, DomainError
from webapp.extensions import db
from webapp.htmx import render, see_other, wants_fragment
from webapp.markdown import render_markdown
from webapp.models import Assignment, AssignmentState, Role
from webapp.projects.queries import next_open_assignment
from webapp.records import UnconfirmedError
from webapp.suggesting import withholding
from webapp.suggesting.reading import suggestions_for
from webapp.suggesting.showing import PageSuggestions


def opened(assignment: Assignment) -> Work:
    """Load the work that a page is about to show, and decide first what it may show."""
    if withholding.decide(db.session(), assignment):
        db.session.commit()
    return load_work(db.session(), assignment)


def document_page(
    work: Work,
    refusal: DomainError | None = None,
    *,
    template: str = "annotate/show.html",
    here: MentionWork | None = None,
) -> Response:
    """Answer the workbench with the document; with a refusal, which says why at its place.

    `here` is the span to go on with; without it that is the first open one.
    """
    project = queries.project_of(db.session(), work.assignment)
    page = render_template(
        template,
        project=project,
        share=queries.share_of(db.session(), work.assignment),
        work=work,
        here=here,
        assignment=work.assignment,
        history=queries.history_of(db.session(), work.assignment),
        flags=queries.flags_of(db.session(), work.assignment),
        guidelines=render_markdown(project.guidelines),
        suggestions=suggestions_for(db.session(), work),
        accept_address=address_of("annotate.accept", work.assignment),
        reads_others=work.assignment.state is AssignmentState.SUBMITTED
        and may_read_others(db.session(), work.assignment, current_user),
        **_told(refusal),
    )
    return make_response(page, refusal.status if refusal else 200)


def refused(posted: Posted, changed: list[MentionWork], refusal: DomainError) -> BaseResponse:
    """Answer a step that was not done, in the page: what the page sent is saved all the same."""
    work = posted.work
    if not wants_fragment():
        return document_page(work, refusal)
    page = render_template(
        "annotate/_refused.html",
        project=queries.project_of(db.session(), work.assignment),
        is_open=work.assignment.state.is_open,
        **_changes(posted, changed),
        **_told(refusal),
    )
    return make_response(page, refusal.status)


def commented(posted: Posted, changed: list[MentionWork]) -> BaseResponse:
    """Answer that a comment is with the reviewers: in the page, or by the page anew."""
    message = "Your comment was saved for the reviewers."
    if not wants_fragment():
        flash(message, "success")
        return see_other(address_of("annotate.show", posted.work.assignment))
    return make_response(
        render_template(
            "annotate/_commented.html",
            message=message,
            project=queries.project_of(db.session(), posted.work.assignment),
            flags=queries.flags_of(db.session(), posted.work.assignment),
            **_changes(posted, changed),
            **_told(None),
        )
    )


def _told(refusal: DomainError | None) -> dict[str, Any]:
    """Return what the page needs to say a refusal where it belongs."""
    return {
        "refusal": refusal,
        "missing": refusal.missing if isinstance(refusal, MissingChoicesError) else [],
        "is_unconfirmed": isinstance(refusal, UnconfirmedError),
        "has_bad_comment": isinstance(refusal, CommentError),
        "comment": request.form.get("comment", "") if refusal else "",
        "about": request.form.get("about", "") if refusal else "",
    }


def readings(work: Work) -> Response:
    """Answer how texts read in their sentences where that is not as they are offered, as JSON."""
    return jsonify(work.fittings())


def awaited(work: Work) -> Response:
    """Answer that suggestions are there or won't come; nothing while they are being prepared."""
    suggestions = suggestions_for(db.session(), work)
    if suggestions.is_awaited:
        return make_response("", 204)
    assignment = work.assignment
    return make_response(
        render_template(
            "annotate/_awaited.html",
            assignment=assignment,
            suggestions=suggestions,
            was_awaited=True,
        )
    )


def changes(posted: Posted, changed: list[MentionWork], *, message: str = "Saved") -> BaseResponse:
    """Answer a saved change: to htmx the parts that changed, to a plain form the page anew.

    Suggestions are ranked anew with every choice; what is suggested otherwise than the page showed
    is sent, if the page has room for suggestions at all.
    """
    if not wants_fragment():
        return see_other(address_of("annotate.show", posted.work.assignment))
    parts = _changes(posted, changed)
    return make_response(render_template("annotate/_changes.html", message=message, **parts))


def _changes(posted: Posted, changed: list[MentionWork]) -> dict[str, Any]:
    work, sent, suggestions = posted.work, posted.sent, PageSuggestions()
    if sent.has_suggestions:
        suggestions = suggestions_for(db.session(), work, posted.chosen_before)
    shown = sent.seen.shown
    return {
        "work": work,
        "assignment": work.assignment,
        "changed": changed,
        "history": queries.history_of(db.session(), work.assignment),
        "has_suggestions": sent.has_suggestions,
        "suggestions": suggestions,
        "suggested_anew": [
            m for m in work if m.id in suggestions.moved or suggestions.of(m) != shown.get(m.id)
        ],
        "accept_address": address_of("annotate.accept", work.assignment),
    }


def marked(assignment: Assignment, span: MentionWork | None) -> BaseResponse:
    """Answer a change of what is hidden: the text and the lists anew, at the span to go on with."""
    address = address_of("annotate.show", assignment)
    if not wants_fragment():
        return see_other(f"{address}#span-{span.id}" if span else address)
    work = load_work(db.session(), assignment)
    page = document_page(work, template="annotate/_next.html", here=span)
    page.headers.update({"HX-Retarget": "#workbench", "HX-Reswap": "outerHTML"})
    return page


def conflict(project_id: int, document_id: int) -> BaseResponse:
    """Answer 409 with both versions: what is stored and what the page sent.

    A save whose choices somebody else has stored meanwhile has what it wanted.
    """
    db.session.rollback()
    assignment = queries.assignment_or_404(db.session(), project_id, document_id)
    posted = Posted.of(assignment)
    known = posted.work.mentions
    sent = posted.sent.choices
    differences = compare(posted.work, {key: sent[key] for key in sent if key in known})
    gone = {key: text for key, text in sent.items() if key not in known}
    if not differences and not gone and request.endpoint == "annotate.save":
        return changes(posted, list(posted.work))
    response = render(
        "annotate/conflict.html",
        "annotate/_conflict.html",
        ConflictError.status,
        project=queries.project_of(db.session(), assignment),
        assignment=assignment,
        differences=differences,
        gone=queries.words_of(db.session(), assignment, gone),
    )
    response.headers["HX-Retarget"] = "#conflict"
    response.headers["HX-Reswap"] = "outerHTML"
    return response


def way_on(assignment: Assignment) -> BaseResponse:
    """Lead from a document just left to the next open one, or to the end of the work.

    In the page that is open the next one takes its place: the answer brings it along.
    """
    project = queries.project_of(db.session(), assignment)
    following = next_open_assignment(db.session(), project, assignment.annotator, after=assignment)
    if following is None:
        message = "All your documents in this project are done. Thank you!"
        if current_user.role is Role.ADMIN:
            message += " The anonymized files are under Export."
        flash(message, "success")
        return see_other(url_for("projects.show", project_id=project.id))
    if following is assignment:
        flash("This is the only document left.", "warning")
    address = address_of("annotate.show", following)
    if not wants_fragment():
        return see_other(address)
    page = document_page(opened(following), template="annotate/_next.html")
    page.headers["HX-Retarget"] = "#workbench"
    page.headers["HX-Reswap"] = "outerHTML show:window:top"
    page.headers["HX-Push-Url"] = address
    return page


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
