"""The verbs of reviewing: approve, send back, resolve a flag.

What is submitted is decided on by whoever read its sanitized text first, see identifying.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from webapp.core.records import check_confirmed, layers_of
from webapp.core.work.comments import checked_comment
from webapp.core.work.loading import load_work
from webapp.curation.review import leasing
from webapp.curation.review.deciding import has_reasons, say_corrections
from webapp.curation.review.identifying import StillIdentifiedError, answers_to, check_read
from webapp.curation.review.permissions import check_may_decide, check_may_read, check_not_own
from webapp.curation.review.trail import record_step
from webapp.platform.errors import ConflictError, DomainError
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    EventKind,
    Flag,
    Identified,
    User,
)


class NoReasonError(DomainError):
    """Work is sent back without a word, on the whole or at a span."""

    def __init__(self) -> None:
        super().__init__("Say what should change.")


def approve(
    session: Session,
    assignment: Assignment,
    *,
    version: int,
    person: User,
    at: datetime,
    nothing_to_hide: bool = False,
    although_identified: bool = False,
) -> None:
    """Close others' submitted work; raises ConflictError unless it is what the person read.

    Where no span is hidden, `nothing_to_hide` must say that this is right (UnconfirmedError), and
    `although_identified` where somebody can tell who it is about (StillIdentifiedError).
    """
    _check_may_decide(session, assignment, person, version, at)
    is_unmasked = check_confirmed(session, assignment, nothing_to_hide=nothing_to_hide)
    answers = answers_to(session, assignment)
    is_identified = any(each.identified is Identified.YES for each in answers)
    if is_identified and not although_identified:
        raise StillIdentifiedError
    _move(assignment, AssignmentState.REVIEWED, at=at)
    if is_unmasked and assignment.nothing_to_hide_at is None:  # of a file, or of earlier days
        assignment.nothing_to_hide_at = at
    details = {"nothing_to_hide": True} if is_unmasked else {}
    details |= {"although_identified": True} if is_identified else {}
    assignment.reviewed_at = at
    assignment.reviewer_id = person.id
    record_step(session, EventKind.REVIEWED, assignment, person=person, at=at, **details)
    leasing.end(session, assignment)


def send_back(
    session: Session,
    assignment: Assignment,
    comment: str,
    *,
    version: int,
    person: User,
    at: datetime,
) -> None:
    """Return work to its annotator, who reads the comment as a flag on the document.

    Reasons at spans go along: comments, and what should stand there. With any, it needs no other.
    Raises ConflictError unless the work still is what the person read.
    """
    _check_may_decide(session, assignment, person, version, at)
    comment = checked_comment(comment) if comment.strip() else ""
    work = load_work(session, assignment)
    if not (comment or has_reasons(session, work)):
        raise NoReasonError
    _move(assignment, AssignmentState.IN_PROGRESS, at=at)
    assignment.returned_at = at
    assignment.reviewed_at = None
    assignment.reviewer_id = None
    say_corrections(session, work, at=at)
    document = assignment.document
    if checked := document.quality_checked:
        own = layers_of(session, assignment)
        document.quality_checked = [each for each in checked if each not in own] or None
    document.generalized_text = None  # what remains submitted says how it reads
    if comment:
        session.add(
            Flag(assignment_id=assignment.id, author_id=person.id, comment=comment, created_at=at)
        )
    record_step(session, EventKind.RETURNED, assignment, person=person, at=at)
    leasing.end(session, assignment)


def resolve_flag(session: Session, flag: Flag, *, person: User, at: datetime) -> None:
    """Mark a flag as answered, once; what others say of one's own work is resolved by others."""
    assignment = session.get_one(Assignment, flag.assignment_id)
    check_may_read(session, assignment, person)
    if flag.author_id != person.id:
        check_not_own(assignment, person)
    if flag.resolved_at is None:
        flag.resolved_at = at
        record_step(session, EventKind.FLAG_RESOLVED, assignment, person=person, at=at)


def _check_may_decide(
    session: Session, assignment: Assignment, person: User, version: int, at: datetime
) -> None:
    """Hold a decision to the version and to the submission that the person read, if it is free."""
    check_may_decide(session, assignment, person)
    if version != assignment.version:
        raise ConflictError("This work was changed while you were reading it.")
    check_read(session, assignment, person)
    leasing.check_free(session, assignment, person, at)


def _move(assignment: Assignment, state: AssignmentState, *, at: datetime) -> None:
    if not assignment.state.is_final or not assignment.state.can_become(state):
        raise DomainError(f"This work is {assignment.state.label.lower()}: that is not possible.")
    assignment.move_to(state, at=at)
