"""The verbs of reviewing: approve, send back, resolve a flag."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp import audit
from webapp.errors import ConflictError, DomainError, ForbiddenError
from webapp.models import Assignment, AssignmentState, Document, EventKind, Flag, Project, User
from webapp.projects.queries import is_still_open_to
from webapp.records import check_confirmed

MAX_COMMENT = 2_000


def check_may_read(session: Session, assignment: Assignment, person: User) -> None:
    """Raise ForbiddenError while the person has to choose for the same document: independently."""
    check_may_read_choices(session, assignment.document_id, person)


def check_may_read_choices(session: Session, document_id: int, person: User) -> None:
    """Raise ForbiddenError while the person has to choose for this document: independently."""
    is_open = select(Document.id).where(Document.id == document_id, is_still_open_to(person))
    if session.scalar(is_open):
        raise ForbiddenError(
            "You annotate this document yourself: submit it first, then read what others chose."
        )


def check_not_own(assignment: Assignment, person: User) -> None:
    """Raise ForbiddenError if the work is the person's own."""
    if assignment.annotator_id == person.id:
        raise ForbiddenError("This is your own work: somebody else decides on it.")


def approve(
    session: Session,
    assignment: Assignment,
    *,
    version: int,
    person: User,
    at: datetime,
    nothing_to_hide: bool = False,
) -> None:
    """Close others' submitted work; raises ConflictError unless it is what the person read.

    Where no span is hidden, `nothing_to_hide` must say that this is right (UnconfirmedError).
    """
    _check_may_decide(session, assignment, person)
    is_unmasked = check_confirmed(session, assignment, nothing_to_hide=nothing_to_hide)
    _move(assignment, AssignmentState.REVIEWED, version=version, at=at)
    if is_unmasked and assignment.nothing_to_hide_at is None:  # of a file, or of earlier days
        assignment.nothing_to_hide_at = at
    details = {"nothing_to_hide": True} if is_unmasked else {}
    assignment.reviewed_at = at
    assignment.reviewer_id = person.id
    _record(session, EventKind.REVIEWED, assignment, person=person, at=at, **details)


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

    Raises ConflictError unless the work still is what the person read.
    """
    _check_may_decide(session, assignment, person)
    comment = comment.strip()
    if not comment or len(comment) > MAX_COMMENT or "\0" in comment:
        raise DomainError(f"Say in 1 to {MAX_COMMENT} characters what should change.")
    _move(assignment, AssignmentState.IN_PROGRESS, version=version, at=at)
    assignment.returned_at = at
    assignment.reviewed_at = None
    assignment.reviewer_id = None
    assignment.document.generalized_text = None  # what remains submitted says how it reads
    session.add(
        Flag(assignment_id=assignment.id, author_id=person.id, comment=comment, created_at=at)
    )
    _record(session, EventKind.RETURNED, assignment, person=person, at=at)


def resolve_flag(session: Session, flag: Flag, *, person: User, at: datetime) -> None:
    """Mark a flag as answered, once; what others say of one's own work is resolved by others."""
    assignment = session.get_one(Assignment, flag.assignment_id)
    check_may_read(session, assignment, person)
    if flag.author_id != person.id:
        check_not_own(assignment, person)
    if flag.resolved_at is None:
        flag.resolved_at = at
        _record(session, EventKind.FLAG_RESOLVED, assignment, person=person, at=at)


def _check_may_decide(session: Session, assignment: Assignment, person: User) -> None:
    check_not_own(assignment, person)
    check_may_read(session, assignment, person)


def _move(assignment: Assignment, state: AssignmentState, *, version: int, at: datetime) -> None:
    """Take the step, if the database still holds the version that the person read."""
    if version != assignment.version:
        raise ConflictError("This work was changed while you were reading it.")
    if not assignment.state.is_final or not assignment.state.can_become(state):
        raise DomainError(f"This work is {assignment.state.label.lower()}: that is not possible.")
    assignment.move_to(state, at=at)


def _record(
    session: Session,
    kind: EventKind,
    assignment: Assignment,
    *,
    person: User,
    at: datetime,
    **details: object,
) -> None:
    project = session.get(Project, assignment.document.project_id)
    audit.record(
        session, kind, at=at, actor=person, project=project, assignment=assignment, **details
    )
