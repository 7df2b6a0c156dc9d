"""Who reads submitted work now: two reviewers don't decide on the same spans side by side.

A lease ends by itself at the time that is stored with it, so nothing has to be cleared up after a
crash, and nobody needs one to decide: it only keeps others from it.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session, joinedload

from webapp.people.roles import role_in
from webapp.platform.errors import DomainError, ForbiddenError
from webapp.platform.inserting import INSERTS
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Project,
    ReviewLease,
    Role,
    User,
    table_of,
)

LASTS = timedelta(minutes=30)
"""From the last opening or decision: longer than one reads without either."""


class LeasedError(DomainError):
    """Somebody else is reading the work."""

    status = 409

    def __init__(self, lease: ReviewLease) -> None:
        until = lease.expires_at.strftime("%H:%M UTC")
        super().__init__(
            f"{lease.reviewer.name} is reading this work, until {until} at most: you may look, and "
            "decide when it is free."
        )


def lease_of(session: Session, assignment: Assignment, at: datetime) -> ReviewLease | None:
    """Return who reads the work at a time, if anybody does."""
    return session.scalar(
        select(ReviewLease)
        .options(joinedload(ReviewLease.reviewer))
        .where(ReviewLease.assignment_id == assignment.id, ReviewLease.expires_at > at)
    )


def take(session: Session, assignment: Assignment, person: User, at: datetime) -> bool:
    """Take or prolong the lease on submitted work of others; whether something was written.

    Where somebody else has it, it stays theirs.
    """
    if assignment.state is not AssignmentState.SUBMITTED or assignment.annotator_id == person.id:
        return False
    lease = lease_of(session, assignment, at)
    if lease and (lease.reviewer_id != person.id or lease.expires_at - at > LASTS / 2):
        return False  # it is somebody else's, or lasts: a page that is loaded anew need not write
    values = {"reviewer_id": person.id, "expires_at": at + LASTS}
    table = table_of(ReviewLease)
    new = INSERTS[session.get_bind().dialect.name](table).values(
        assignment_id=assignment.id, **values
    )
    is_free = or_(table.c.expires_at <= at, table.c.reviewer_id == person.id)
    session.execute(  # of two who take it at the same moment one has it
        new.on_conflict_do_update(
            index_elements=[table.c.assignment_id], set_=values, where=is_free
        )
    )
    if lease:
        session.expire(lease)
    return True


def prolong(session: Session, assignment: Assignment, person: User, at: datetime) -> None:
    """Let the lease last that the person has, for as long as they go on."""
    lease = lease_of(session, assignment, at)
    if lease and lease.reviewer_id == person.id:
        take(session, assignment, person, at)


def release(session: Session, assignment: Assignment, *, person: User, at: datetime) -> None:
    """Give a lease back; that of somebody else is ended by admins alone (ForbiddenError)."""
    lease = lease_of(session, assignment, at)
    if lease is None:
        return
    project = session.get_one(Project, assignment.document.project_id)
    role = role_in(session, project, person)
    if lease.reviewer_id != person.id and role is not Role.ADMIN:
        raise ForbiddenError(f"{lease.reviewer.name} is reading this work: only they can end it.")
    session.delete(lease)


def end(session: Session, assignment: Assignment) -> None:
    """End the lease on work that is decided on."""
    session.execute(delete(ReviewLease).where(ReviewLease.assignment_id == assignment.id))


def check_free(session: Session, assignment: Assignment, person: User, at: datetime) -> None:
    """Raise LeasedError while somebody else reads the work."""
    lease = lease_of(session, assignment, at)
    if lease is not None and lease.reviewer_id != person.id:
        raise LeasedError(lease)
