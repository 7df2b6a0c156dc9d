"""Responses of annotating: pages, fragments, conflicts, the next document."""

from __future__ import annotations

from typing import Any

from flask import Response, flash, jsonify, make_response, render_template, request, url_for
from flask_login import current_user
from werkzeug.wrappers import Response as BaseResponse

from webapp.core import store_sync
from webapp.core.audit.reading import note_reading
from webapp.core.records import UnconfirmedError
from webapp.core.work.comments import CommentError
from webapp.core.work.corrections import load_corrected
from webapp.core.work.loading import Work, load_work
from webapp.core.work.mentions import MentionWork
from webapp.people.access import role_here
from webapp.platform.errors import ConflictError, DomainError
from webapp.platform.extensions import db
from webapp.platform.http.htmx import render, see_other, wants_fragment
from webapp.platform.http.markdown import render_markdown
from webapp.platform.models import Assignment, AssignmentState, Role
from webapp.projects.guidelines.queries import news_for
from webapp.projects.queries import next_open_assignment
from webapp.versions.suggestions import withholding
from webapp.versions.suggestions.reading import suggestions_for
from webapp.versions.suggestions.showing import PageSuggestions
from webapp.workbench import queries
from webapp.workbench.choosing import compare
from webapp.workbench.operations import (
    MissingChoicesError,
    StillReadableError,
    may_read_others,
)
from webapp.workbench.proposals import Proposals
from webapp.workbench.submitted_form import SubmittedForm


def open_work(assignment: Assignment) -> Work:
    """Load the work for a page, after deciding whether suggested masks are withheld from it.

    What is reviewed reads as it goes out, with what reviewers put in the place of choices.
    """
    if assignment.state is AssignmentState.REVIEWED:
        return load_corrected(db.session(), assignment)[0]
    is_open = not queries.project_of(db.session(), assignment).archived_at
    if is_open and withholding.decide(db.session(), assignment):
        db.session.commit()
    return load_work(db.session(), assignment)


def read_work(assignment: Assignment) -> Work:
    """Load the work for whoever reads the document, which is noted, with figures or without."""
    project = queries.project_of(db.session(), assignment)
    note_reading(project, assignment.document)
    is_open = not project.archived_at
    if is_open and withholding.decide_on_figures(db.session(), project, assignment):
        db.session.commit()
    return open_work(assignment)


def document_page(
    work: Work,
    refusal: DomainError | None = None,
    *,
    template: str = "workbench/show.html",
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
        unread_language=queries.unread_language(db.session(), work.assignment),
        corrections=queries.corrections_of(db.session(), work.assignment),
        doubts=queries.doubts_of(db.session(), work.assignment),
        guidelines=render_markdown(project.guidelines),
        news=news_for(db.session(), project, current_user),
        suggestions=suggestions_for(db.session(), work),
        is_attacked=queries.is_attacked(db.session(), work.assignment),
        shows_figures=withholding.are_figures_shown(project, work.assignment),
        accept_address=address_of("workbench.accept", work.assignment),
        reads_others=work.assignment.state is AssignmentState.SUBMITTED
        and may_read_others(db.session(), work.assignment, current_user),
        **_refusal_context(refusal),
    )
    return make_response(page, refusal.status if refusal else 200)


def refused(form: SubmittedForm, changed: list[MentionWork], refusal: DomainError) -> BaseResponse:
    """Answer a step that was not done, in the page: what the page sent is saved all the same."""
    work = form.work
    if not wants_fragment():
        return document_page(work, refusal)
    page = render_template(
        "workbench/_refused.html",
        project=queries.project_of(db.session(), work.assignment),
        is_open=work.assignment.state.is_open,
        **_changes(form, changed),
        **_refusal_context(refusal),
    )
    return make_response(page, refusal.status)


def commented(form: SubmittedForm, changed: list[MentionWork]) -> BaseResponse:
    """Answer that a comment is with the reviewers: in the page, or by the page anew."""
    message = "Your comment was saved for the reviewers."
    if not wants_fragment():
        flash(message, "success")
        return see_other(address_of("workbench.show", form.work.assignment))
    return make_response(
        render_template(
            "workbench/_commented.html",
            message=message,
            project=queries.project_of(db.session(), form.work.assignment),
            flags=queries.flags_of(db.session(), form.work.assignment),
            **_changes(form, changed),
            **_refusal_context(None),
        )
    )


def _refusal_context(refusal: DomainError | None) -> dict[str, Any]:
    """Return what the page needs to say a refusal where it belongs."""
    return {
        "refusal": refusal,
        "missing": refusal.missing if isinstance(refusal, MissingChoicesError) else [],
        "is_unconfirmed": isinstance(refusal, UnconfirmedError),
        "readable": refusal.findings if isinstance(refusal, StillReadableError) else [],
        "has_bad_comment": isinstance(refusal, CommentError),
        "comment": request.form.get("comment", "") if refusal else "",
        "about": request.form.get("about", "") if refusal else "",
    }


def readings(work: Work) -> Response:
    """Answer how texts read in their sentences where that is not as they are offered, as JSON."""
    return jsonify(work.fittings())


def meanings(work: Work, mention: MentionWork) -> Response:
    """Answer what else a span may mean: to the panel its part, else a page to choose on."""
    project = queries.project_of(db.session(), work.assignment)
    proposals = Proposals(db.session(), project)
    found = proposals.other_meanings(work, mention)
    return render(
        "workbench/meanings.html",
        "workbench/_meanings.html",
        project=project,
        assignment=work.assignment,
        mention=mention,
        meanings=found,
        problem=proposals.problem,
    )


def awaited(work: Work) -> Response:
    """Answer that suggestions are there or won't come; nothing while they are being prepared."""
    suggestions = suggestions_for(db.session(), work)
    if suggestions.is_awaited:
        return make_response("", 204)
    assignment = work.assignment
    return make_response(
        render_template(
            "workbench/_awaited.html",
            assignment=assignment,
            suggestions=suggestions,
            was_awaited=True,
        )
    )


def changes(
    form: SubmittedForm, changed: list[MentionWork], *, message: str = "Saved"
) -> BaseResponse:
    """Answer a saved change: to htmx the parts that changed, to a plain form the page anew.

    Suggestions are ranked anew with every choice; what is suggested otherwise than the page showed
    is sent, if the page has room for suggestions at all.
    """
    if not wants_fragment():
        return see_other(address_of("workbench.show", form.work.assignment))
    parts = _changes(form, changed)
    return make_response(render_template("workbench/_changes.html", message=message, **parts))


def _changes(form: SubmittedForm, changed: list[MentionWork]) -> dict[str, Any]:
    work, data, suggestions = form.work, form.data, PageSuggestions()
    if data.has_suggestions:
        suggestions = suggestions_for(db.session(), work, form.chosen_before)
    shown = data.seen.shown
    return {
        "work": work,
        "assignment": work.assignment,
        "changed": changed,
        "history": form.history or queries.history_of(db.session(), work.assignment),
        "has_suggestions": data.has_suggestions,
        "suggestions": suggestions,
        "suggested_anew": [
            m for m in work if m.id in suggestions.moved or suggestions.of(m) != shown.get(m.id)
        ],
        "accept_address": address_of("workbench.accept", work.assignment),
    }


def marked(assignment: Assignment, span: MentionWork | None) -> BaseResponse:
    """Answer a change of what is hidden: the text and the lists anew, at the span to go on with."""
    address = address_of("workbench.show", assignment)
    if not wants_fragment():
        return see_other(f"{address}#span-{span.id}" if span else address)
    work = load_work(db.session(), assignment)
    page = document_page(work, template="workbench/_next.html", here=span)
    page.headers.update({"HX-Retarget": "#workbench", "HX-Reswap": "outerHTML"})
    return page


def conflict(project_id: int, document_id: int) -> BaseResponse:
    """Answer 409 with both versions: what is stored and what the page sent.

    A save whose choices somebody else has stored meanwhile has what it wanted.
    """
    db.session.rollback()
    assignment = queries.assignment_or_404(db.session(), project_id, document_id)
    form = SubmittedForm.of(assignment)
    known = form.work.mentions
    choices = form.data.choices
    differences = compare(form.work, {key: choices[key] for key in choices if key in known})
    gone = {key: text for key, text in choices.items() if key not in known}
    if not differences and not gone and request.endpoint == "workbench.save":
        return changes(form, list(form.work))
    response = render(
        "workbench/conflict.html",
        "workbench/_conflict.html",
        ConflictError.status,
        project=queries.project_of(db.session(), assignment),
        assignment=assignment,
        differences=differences,
        gone=queries.words_of(db.session(), assignment, gone),
    )
    response.headers["HX-Retarget"] = "#conflict"
    response.headers["HX-Reswap"] = "outerHTML"
    return response


def next_document(assignment: Assignment) -> BaseResponse:
    """Lead from a document just left to the next open one, or to the end of the work.

    In the page that is open the next one takes its place: the answer brings it along.
    """
    project = queries.project_of(db.session(), assignment)
    following = next_open_assignment(db.session(), project, assignment.annotator, after=assignment)
    if following is None:
        message = "All your documents in this project are done. Thank you!"
        if role_here() is Role.ADMIN:
            message += " The anonymized files are under Export."
        flash(message, "success")
        return see_other(url_for("projects.show", project_id=project.id))
    if following is assignment:
        flash("This is the only document left.", "warning")
    address = address_of("workbench.show", following)
    if not wants_fragment():
        return see_other(address)
    page = document_page(read_work(following), template="workbench/_next.html")
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
