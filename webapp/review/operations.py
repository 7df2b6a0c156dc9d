"""The verbs of reviewing: approve, send back, resolve a flag."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from webapp import audit
from webapp.errors import ConflictError, DomainError
from webapp.models import Assignment, AssignmentState, EventKind, Flag, Project, User

MAX_COMMENT = 2_000


def approve(
    session: Session, assignment: Assignment, *, version: int, person: User, at: datetime
) -> None:
    """Close submitted work; raises ConflictError unless it still is what the person read."""
    _move(assignment, AssignmentState.REVIEWED, version=version, at=at)
    assignment.reviewed_at = at
    assignment.reviewer_id = person.id
    _record(session, EventKind.REVIEWED, assignment, person=person, at=at)


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
    comment = comment.strip()
    if not comment or len(comment) > MAX_COMMENT or "\0" in comment:
        raise DomainError(f"Say in 1 to {MAX_COMMENT} characters what should change.")
    _move(assignment, AssignmentState.IN_PROGRESS, version=version, at=at)
    assignment.reviewed_at = None
    assignment.reviewer_id = None
    assignment.document.generalized_text = None  # what remains submitted says how it reads
    session.add(
        Flag(assignment_id=assignment.id, author_id=person.id, comment=comment, created_at=at)
    )
    _record(session, EventKind.RETURNED, assignment, person=person, at=at)


def resolve_flag(session: Session, flag: Flag, *, person: User, at: datetime) -> None:
    """Mark a flag as answered; once is enough."""
    if flag.resolved_at is None:
        flag.resolved_at = at
        assignment = session.get_one(Assignment, flag.assignment_id)
        _record(session, EventKind.FLAG_RESOLVED, assignment, person=person, at=at)


def _move(assignment: Assignment, state: AssignmentState, *, version: int, at: datetime) -> None:
    """Take the step, if the database still holds the version that the person read."""
    if version != assignment.version:
        raise ConflictError("This work was changed while you were reading it.")
    if not assignment.state.is_final or not assignment.state.can_become(state):
        raise DomainError(f"This work is {assignment.state.label.lower()}: that is not possible.")
    assignment.state = state
    assignment.changed_at = at


def _record(
    session: Session, kind: EventKind, assignment: Assignment, *, person: User, at: datetime
) -> None:
    project = session.get(Project, assignment.document.project_id)
    audit.record(session, kind, at=at, actor=person, project=project, assignment=assignment)
