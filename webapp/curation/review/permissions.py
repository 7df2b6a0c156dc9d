"""Who may read submitted work, and who may decide on it."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, exists, false, select
from sqlalchemy.orm import Session

from webapp.people.roles import role_in
from webapp.platform.errors import ForbiddenError
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Document,
    Identification,
    Project,
    Role,
    User,
)
from webapp.projects.queries import is_still_open_to


def check_may_read(session: Session, assignment: Assignment, person: User) -> None:
    """Raise ForbiddenError while the person has to choose for the same document: independently.

    Annotators who review each other read what is submitted, and what they reviewed themselves: of
    the rest nobody would know who read it, and they may be given the document yet.
    """
    check_may_read_choices(session, assignment.document_id, person)
    project = session.get_one(Project, assignment.document.project_id)
    role = role_in(session, project, person)
    this = Assignment.id == assignment.id
    is_closed = select(Assignment.id).where(this, is_closed_to(person, role))
    if session.scalar(is_closed):
        raise ForbiddenError("Annotators review what is submitted: this work is not, or not now.")


def is_closed_to(person: User, role: Role | None) -> ColumnElement[bool]:
    """Whether the `Assignment` of a query is a peer's, and not submitted, or not any more.

    The `role` is the person's in the project.
    """
    if role in {Role.REVIEWER, Role.ADMIN}:
        return false()
    has_read = exists().where(
        Identification.assignment_id == Assignment.id, Identification.reviewer_id == person.id
    )
    return and_(
        Assignment.annotator_id != person.id,
        Assignment.state != AssignmentState.SUBMITTED,
        ~has_read,
    )


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


def check_may_decide(session: Session, assignment: Assignment, person: User) -> None:
    """Raise ForbiddenError if the work is the person's own, or not yet theirs to read."""
    check_not_own(assignment, person)
    check_may_read(session, assignment, person)
