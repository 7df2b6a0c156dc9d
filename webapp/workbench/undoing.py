"""Undo and redo of choices and of changes of spans."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from webapp.core.work.loading import Work
from webapp.core.work.mentions import MentionWork
from webapp.platform.models import Assignment, Edit, EventKind, User
from webapp.workbench import choosing, marking


@dataclass(frozen=True, slots=True)
class UndoResult:
    """The result of undo or redo: the mentions whose choices changed, or the change of spans."""

    changed: list[MentionWork]
    marked: marking.MarkingResult | None = None


def undo(session: Session, work: Work, *, version: int, person: User, at: datetime) -> UndoResult:
    """Take the last step back; nothing changes where there is none."""
    latest = _edits(work.assignment).where(Edit.is_undone.is_(False)).order_by(Edit.id.desc())
    return _replay(session, work, latest, version=version, person=person, at=at)


def redo(session: Session, work: Work, *, version: int, person: User, at: datetime) -> UndoResult:
    """Take the last undone step again."""
    undone = _edits(work.assignment).where(Edit.is_undone.is_(True)).order_by(Edit.id)
    return _replay(session, work, undone, version=version, person=person, at=at)


def _edits(assignment: Assignment) -> Select[Edit]:
    return select(Edit).where(Edit.assignment_id == assignment.id)


def _replay(
    session: Session,
    work: Work,
    edits: Select[Edit],
    *,
    version: int,
    person: User,
    at: datetime,
) -> UndoResult:
    choosing.require_current(work.assignment, version)
    edit = session.scalar(edits.limit(1))
    if edit is None:
        return UndoResult([])
    is_undoing = not edit.is_undone
    edit.is_undone = is_undoing
    if edit.marks:
        marked = marking.replay(session, work, edit, is_undoing=is_undoing, person=person, at=at)
        return UndoResult([], marked)
    kind = EventKind.UNDONE if is_undoing else EventKind.REDONE
    after = choosing.states_of(edit, is_undoing=is_undoing)
    return UndoResult(choosing.apply(session, work, after, kind, person=person, at=at))
