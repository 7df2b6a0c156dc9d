"""The verbs of annotating beside choosing: skip, flag, submit, reopen."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import exists, select, update
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from annotation.formatting import counted
from webapp import audit
from webapp.annotate.choosing import VersionConflictError
from webapp.errors import DomainError, ForbiddenError
from webapp.models import (
    Assignment,
    AssignmentState,
    EventKind,
    Flag,
    Role,
    User,
)
from webapp.models.states import FINAL_STATES
from webapp.records import check_confirmed
from webapp.work.loading import Work
from webapp.work.mentions import MentionWork

MAX_COMMENT = 2_000


class MissingChoicesError(DomainError):
    """A document can't be submitted while spans are open."""

    def __init__(self, missing: list[MentionWork]) -> None:
        need = counted(len(missing), "span still needs", "spans still need")
        super().__init__(f"{need} a choice.")
        self.missing = missing


class CommentError(DomainError):
    """A comment says nothing, or too much."""

    def __init__(self) -> None:
        super().__init__(f"Write a comment of 1 to {MAX_COMMENT:,} characters.")


def skip(session: Session, assignment: Assignment, *, person: User, at: datetime) -> None:
    """Put a document off until after the others."""
    if assignment.state is not AssignmentState.SKIPPED:
        assignment.move_to(AssignmentState.SKIPPED, at=at)
    assignment.changed_at = at
    audit.record(session, EventKind.SKIPPED, at=at, actor=person, assignment=assignment)


def flag(
    session: Session,
    assignment: Assignment,
    comment: str,
    *,
    mention: MentionWork | None = None,
    person: User,
    at: datetime,
) -> Flag:
    """Attach a question or doubt to a document or one of its mentions, for the reviewers."""
    comment = comment.strip()
    if not comment or len(comment) > MAX_COMMENT or "\0" in comment:
        raise CommentError
    flag_modified(assignment, "state")  # an UPDATE: it is refused if the document went meanwhile
    session.flush()
    raised = Flag(
        assignment_id=assignment.id,
        author_id=person.id,
        mention_id=mention.id if mention else None,
        comment=comment,
        created_at=at,
    )
    session.add(raised)
    audit.record(session, EventKind.FLAGGED, at=at, actor=person, assignment=assignment)
    return raised


def submit(
    session: Session,
    work: Work,
    *,
    seen: Mapping[int, str],
    version: int,
    person: User,
    at: datetime,
    nothing_to_hide: bool = False,
) -> None:
    """Close a document whose spans all have a choice.

    Where no span is hidden, `nothing_to_hide` must say that this is right (UnconfirmedError).
    `seen` are the choices that the page showed: a page that showed all of them as they are stored
    is current even if its version number is not (its own last save may still have been under way).
    """
    assignment = work.assignment
    if assignment.state.is_final:
        return
    missing = work.missing()
    if missing:
        raise MissingChoicesError(missing)
    is_unmasked = check_confirmed(session, assignment, nothing_to_hide=nothing_to_hide)
    saw_everything = all(seen.get(mention.id) == mention.text for mention in work)
    if version != assignment.version and not saw_everything:
        raise VersionConflictError
    assignment.move_to(AssignmentState.SUBMITTED, at=at)
    assignment.submitted_at = at
    assignment.returned_at = None
    _answer_reviewers(session, assignment, at=at)
    details: dict[str, Any] = {"nothing_to_hide": True} if is_unmasked else {}
    assignment.nothing_to_hide_at = at if is_unmasked else None
    assignment.document.generalized_text = None  # from now on the choices say how it reads
    audit.record(
        session, EventKind.SUBMITTED, at=at, actor=person, assignment=assignment, **details
    )


def _answer_reviewers(session: Session, assignment: Assignment, *, at: datetime) -> None:
    """Resolve what reviewers wrote when they sent the work back: submitting it again answers it."""
    session.execute(
        update(Flag)
        .where(
            Flag.assignment_id == assignment.id,
            Flag.author_id != assignment.annotator_id,
            Flag.resolved_at.is_(None),
        )
        .values(resolved_at=at)
    )


def may_read_others(session: Session, assignment: Assignment, person: User) -> bool:
    """Whether the person reviews, and others have submitted work on the same document."""
    if person.role is Role.ANNOTATOR:
        return False
    submitted_by_others = exists().where(
        Assignment.document_id == assignment.document_id,
        Assignment.annotator_id != person.id,
        Assignment.state.in_(FINAL_STATES),
    )
    return bool(session.scalar(select(submitted_by_others)))


def reopen(session: Session, assignment: Assignment, *, person: User, at: datetime) -> None:
    """Take a submitted document back to change it.

    Raises DomainError after its review, and ForbiddenError when the person may have read what
    others chose since.
    """
    if assignment.state is AssignmentState.REVIEWED:
        raise DomainError("This document was reviewed; ask a reviewer to send it back.")
    if assignment.state is not AssignmentState.SUBMITTED:
        return
    if may_read_others(session, assignment, person):
        raise ForbiddenError(
            "You can read what others chose here: another reviewer can send this back to you."
        )
    assignment.move_to(AssignmentState.IN_PROGRESS, at=at)
    assignment.document.generalized_text = None
    audit.record(session, EventKind.REOPENED, at=at, actor=person, assignment=assignment)
