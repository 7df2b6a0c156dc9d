"""The pages of reviewing, and the parts of them that a decision on a span changes."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Response, current_app, make_response, render_template, request
from flask_login import current_user

from webapp.core.records import UnconfirmedError
from webapp.core.work import corrections
from webapp.core.work.loading import Work, load_work
from webapp.curation.review import identifying, leasing, queries
from webapp.curation.review.deciding import SpanConflictError
from webapp.curation.review.forms import IdentifyForm, SendBackForm
from webapp.curation.review.identifying import StillIdentifiedError
from webapp.curation.review.pace import paces_of
from webapp.curation.review.reading import read
from webapp.curation.review.trail import Step, trail_of
from webapp.platform.errors import ConflictError, DomainError
from webapp.platform.extensions import db
from webapp.platform.models import Assignment, Project, utc_now
from webapp.projects.guidelines.queries import versions_chosen_under
from webapp.replacements.opening import opened_lexicon


def work_page(
    project: Project,
    assignment: Assignment,
    form: SendBackForm,
    status: int = 200,
    *,
    refusal: DomainError | None = None,
) -> Response:
    """Answer one annotator's work; its sanitized text alone, as long as that is to be read first.

    In an archived project nobody can answer what is asked there: it shows all of the work.
    `refusal` says at its place why a step was not done.
    """
    is_open = not project.archived_at
    if is_open and identifying.is_to_be_read(db.session(), assignment, current_user):
        return sanitized_page(project, assignment, IdentifyForm(), status, form)
    trail = trail_of(db.session(), assignment)
    is_at_span = isinstance(refusal, SpanConflictError)
    lexicon = opened_lexicon(current_app.extensions["palimpsest"])
    page = render_template(
        "curation/review/show.html",
        project=project,
        assignment=assignment,
        form=form,
        reading=read(db.session(), load_work(db.session(), assignment), lexicon),
        answers=identifying.answers_to(db.session(), assignment),
        flags=queries.open_flags(db.session(), [assignment.id]).get(assignment.id, []),
        trail=trail,
        missed=_missed(trail),
        versions_chosen_under=versions_chosen_under(db.session(), project, assignment),
        pace=paces_of(db.session(), project, [assignment.id]).get(assignment.id),
        lease=leasing.lease_of(db.session(), assignment, utc_now()),
        is_conflict=status == ConflictError.status and refusal is None,
        conflict=refusal if is_at_span else None,
        is_unconfirmed=isinstance(refusal, UnconfirmedError),
        is_still_identified=isinstance(refusal, StillIdentifiedError),
    )
    return make_response(page, status)


def sanitized_page(
    project: Project,
    assignment: Assignment,
    answer: IdentifyForm,
    status: int = 200,
    form: SendBackForm | None = None,
) -> Response:
    """Answer the sanitized text alone, with a question; `form` holds what a stale page sent."""
    trail = trail_of(db.session(), assignment)
    page = render_template(
        "curation/review/sanitized.html",
        project=project,
        assignment=assignment,
        answer=answer,
        is_known=identifying.is_known_to(db.session(), assignment, current_user, utc_now()),
        text=identifying.sanitized_text(corrections.load_corrected(db.session(), assignment)[0]),
        form=form,
        trail=trail,
        missed=_missed(trail),
        lease=leasing.lease_of(db.session(), assignment, utc_now()),
        is_conflict=status == ConflictError.status,
    )
    return make_response(page, status)


def _missed(trail: Sequence[Step]) -> list[Step]:
    """Return what happened since the page that was sent was loaded."""
    seen = request.form.get("seen", 0, type=int)
    return [step for step in trail if step.last_event > seen]


def span_parts(
    project: Project,
    work: Work,
    concerned: list[int],
    message: str,
    conflict: SpanConflictError | None = None,
) -> str:
    """Return the parts of the page that a decision changes: the spans concerned, and the text."""
    reading = read(db.session(), work, opened_lexicon(current_app.extensions["palimpsest"]))
    return render_template(
        "curation/review/_saved.html",
        project=project,
        assignment=work.assignment,
        reading=reading,
        mentions=[reading.mentions[each] for each in concerned if each in reading.mentions],
        flags=queries.open_flags(db.session(), [work.assignment.id]).get(work.assignment.id, []),
        message=message,
        conflict=conflict,
    )
