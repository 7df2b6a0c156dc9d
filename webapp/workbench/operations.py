"""The verbs of annotating beside choosing: skip, flag, submit, reopen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, exists, select, update
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from annotation.formatting import counted
from annotation.hidden_words import Lexicon
from annotation.outgoing import Finding
from webapp.core import audit
from webapp.core.records import check_confirmed
from webapp.core.work.comments import checked_comment
from webapp.core.work.loading import Work
from webapp.core.work.mentions import MentionWork
from webapp.core.work.readable import still_readable
from webapp.people.roles import reviews, role_in
from webapp.platform.errors import DomainError, ForbiddenError
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    EventKind,
    Flag,
    Project,
    User,
    table_of,
)
from webapp.platform.models.states import FINAL_STATES
from webapp.workbench.choosing import VersionConflictError

_FLAG = table_of(Flag)
_RESOLVE = update(_FLAG).where(
    _FLAG.c.assignment_id == bindparam("of_assignment"),
    _FLAG.c.author_id != bindparam("annotator_id"),
    _FLAG.c.resolved_at.is_(None),
)


class MissingChoicesError(DomainError):
    """A document can't be submitted while spans are open."""

    def __init__(self, missing: list[MentionWork]) -> None:
        need = counted(len(missing), "span still needs", "spans still need")
        super().__init__(f"{need} a choice.")
        self.missing = missing


class StillReadableError(DomainError):
    """What is hidden in one place of a text can be read in another, and nobody says that it may."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__(f"{counted(len(findings), 'thing')} that you hide can still be read.")
        self.findings = findings


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmation:
    """The answers of somebody who submits, where the page asks."""

    nothing_to_hide: bool = False
    """A text in which no span is hidden may stay as it is."""
    may_stay: int | None = None
    """The version of the work in which what can still be read may stay: as it was shown."""


NO_CONFIRMATION = Confirmation()


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
    comment = checked_comment(comment)
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
    lexicon: Lexicon,
    confirmation: Confirmation = NO_CONFIRMATION,
) -> None:
    """Close a document whose spans all have a choice.

    Raises MissingChoicesError, and what lacks a confirmation: UnconfirmedError where no span is
    hidden, StillReadableError where hidden words stand elsewhere in clear.
    `seen` are the choices that the page showed: a page that showed all of them as they are stored
    is current even if its version number is not (its own last save may still have been under way).
    """
    assignment = work.assignment
    if assignment.state.is_final:
        return
    if missing := work.missing():
        raise MissingChoicesError(missing)
    is_unmasked = check_confirmed(session, assignment, nothing_to_hide=confirmation.nothing_to_hide)
    saw_everything = all(seen.get(mention.id) == mention.text for mention in work)
    if version != assignment.version and not saw_everything:
        raise VersionConflictError
    readable = _confirmed_readable(work, lexicon, confirmation)
    assignment.move_to(AssignmentState.SUBMITTED, at=at)
    assignment.submitted_at = at
    assignment.returned_at = None
    _answer_reviewers(session, assignment, at=at)
    details: dict[str, Any] = {"nothing_to_hide": True} if is_unmasked else {}
    if readable:
        details["still_readable"] = readable
    assignment.nothing_to_hide_at = at if is_unmasked else None
    assignment.document.generalized_text = None  # from now on the choices say how it reads
    audit.record(
        session, EventKind.SUBMITTED, at=at, actor=person, assignment=assignment, **details
    )


def _confirmed_readable(work: Work, lexicon: Lexicon, confirmation: Confirmation) -> int:
    """Count what can still be read of hidden spans; raises StillReadableError unless it may."""
    findings = still_readable(work, lexicon)
    if findings and confirmation.may_stay != work.assignment.version:
        raise StillReadableError(findings)
    return len(findings)


def _answer_reviewers(session: Session, assignment: Assignment, *, at: datetime) -> None:
    """Resolve what reviewers wrote when they sent the work back: submitting it again answers it."""
    said = {"of_assignment": assignment.id, "annotator_id": assignment.annotator_id}
    session.execute(_RESOLVE, said | {"resolved_at": at})


def may_read_others(session: Session, assignment: Assignment, person: User) -> bool:
    """Whether the person reviews, and others have submitted work on the same document."""
    project = session.get_one(Project, assignment.document.project_id)
    if not reviews(role_in(session, project, person), project):
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
