"""What the pages of reviewing read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import abort
from sqlalchemy import ColumnElement, and_, case, exists, func, or_, select
from sqlalchemy.orm import Session, aliased, contains_eager, joinedload

from annotation.types import LabelledEnum
from webapp.models import Assignment, AssignmentState, Document, Flag, Mention, Project, User
from webapp.models.ordering import is_returned
from webapp.projects.queries import is_open_flag, is_still_open_to
from webapp.records import hides_nothing

ROWS_A_PAGE = 50


class ReviewQueue(LabelledEnum):
    """Which work a list shows."""

    WAITING = "waiting", "Waiting", "Submitted, not reviewed yet; the longest waiting first."
    REVIEWED = "reviewed", "Reviewed", "Approved; the latest first."
    FLAGGED = (
        "flagged",
        "Flagged",
        "With annotators' open comments, in any state; the latest first.",
    )

    @property
    def condition(self) -> ColumnElement[bool]:
        """The condition that puts an `Assignment` into this queue."""
        if self is ReviewQueue.FLAGGED:
            return exists().where(is_open_flag())
        is_waiting = self is ReviewQueue.WAITING
        state = AssignmentState.SUBMITTED if is_waiting else AssignmentState.REVIEWED
        return Assignment.state == state

    @property
    def order(self) -> tuple[ColumnElement[datetime | None], ColumnElement[int]]:
        """The order of the work in this queue."""
        if self is ReviewQueue.WAITING:
            return Assignment.submitted_at.asc(), Assignment.id.asc()
        newest = Assignment.reviewed_at if self is ReviewQueue.REVIEWED else Assignment.changed_at
        return newest.desc(), Assignment.id.desc()


@dataclass(frozen=True, slots=True)
class ListedWork:
    """One assignment in the list, with its unresolved comments."""

    id: int
    position: int
    doc_id: str
    annotator: str
    state: AssignmentState
    submitted_at: datetime | None
    reviewed_at: datetime | None
    reviewer: str | None
    is_returned: bool
    is_unmasked: bool
    nothing_to_hide_at: datetime | None
    is_withheld: bool
    """Whether the reader has to choose for the same document first."""
    flags: Sequence[Flag] = ()


def assignment_or_404(session: Session, project: Project, assignment_id: int) -> Assignment:
    """Load an assignment of the project with its document and annotator, or 404."""
    assignment = session.scalar(
        select(Assignment)
        .join(Assignment.document)
        .join(Assignment.annotator)
        .options(contains_eager(Assignment.document), contains_eager(Assignment.annotator))
        .where(Assignment.id == assignment_id, Document.project_id == project.id)
    )
    if assignment is None:
        abort(404)
    return assignment


def flag_or_404(session: Session, assignment: Assignment, flag_id: int) -> Flag:
    """Load a flag of the assignment, or 404."""
    flag = session.get(Flag, flag_id)
    if flag is None or flag.assignment_id != assignment.id:
        abort(404)
    return flag


def list_work(
    session: Session,
    project: Project,
    queue: ReviewQueue,
    *,
    reader: User,
    annotator_id: int | None = None,
    page: int = 1,
) -> tuple[list[ListedWork], bool]:
    """Return one page of a queue as the reader may see it, and whether another one follows."""
    reviewer = aliased(User)
    is_wanted = [] if annotator_id is None else [Assignment.annotator_id == annotator_id]
    statement = (
        select(
            Assignment.id,
            Document.position,
            Document.doc_id,
            User.name,
            Assignment.state,
            Assignment.submitted_at,
            Assignment.reviewed_at,
            reviewer.name,
            is_returned(),
            hides_nothing(),
            Assignment.nothing_to_hide_at,
            is_still_open_to(reader).label("is_withheld"),
        )
        .join(Assignment.document)
        .join(Assignment.annotator)
        .outerjoin(reviewer, reviewer.id == Assignment.reviewer_id)
        .where(Assignment.project_id == project.id, queue.condition, *is_wanted)
        .order_by(*queue.order)
        .limit(ROWS_A_PAGE + 1)
        .offset((page - 1) * ROWS_A_PAGE)
    )
    rows: Sequence[Any] = session.execute(statement).all()
    shown = rows[:ROWS_A_PAGE]
    flags = open_flags(session, [row.id for row in shown if not row.is_withheld])
    work = [ListedWork(*(*row, flags.get(row.id, ()))) for row in shown]
    return work, len(rows) > ROWS_A_PAGE


def open_flags(session: Session, assignment_ids: list[int]) -> dict[int, list[Flag]]:
    """Return the unresolved flags of assignments with their authors, oldest first."""
    flags: dict[int, list[Flag]] = {}
    rows = session.scalars(
        select(Flag)
        .join(Flag.author)
        .options(contains_eager(Flag.author), joinedload(Flag.mention).load_only(Mention.span_text))
        .where(Flag.assignment_id.in_(assignment_ids), Flag.resolved_at.is_(None))
        .order_by(Flag.id)
    )
    for flag in rows:
        flags.setdefault(flag.assignment_id, []).append(flag)
    return flags


def count_queues(session: Session, project: Project) -> dict[ReviewQueue, int]:
    """Count the work in each queue."""
    counts = session.execute(
        select(*(func.count().filter(queue.condition) for queue in ReviewQueue))
        .select_from(Assignment)
        .where(Assignment.project_id == project.id)
    ).one()
    return dict(zip(ReviewQueue, counts, strict=True))


def annotators_of(session: Session, project: Project) -> list[User]:
    """Return the people who were assigned documents of the project."""
    return list(
        session.scalars(
            select(User)
            .where(
                exists()
                .where(Assignment.annotator_id == User.id)
                .where(Assignment.project_id == project.id)
            )
            .order_by(User.name)
        )
    )


def next_waiting(
    session: Session, project: Project, after: Assignment, *, reader: User
) -> int | None:
    """Return the id of the next waiting work behind this, or else of that waiting the longest."""
    is_behind = or_(
        Assignment.submitted_at > after.submitted_at,
        and_(Assignment.submitted_at == after.submitted_at, Assignment.id > after.id),
    )
    return session.scalar(
        select(Assignment.id)
        .join(Assignment.document)
        .where(
            Document.project_id == project.id,
            ReviewQueue.WAITING.condition,
            Assignment.id != after.id,
            Assignment.annotator_id != reader.id,
            ~is_still_open_to(reader),
        )
        .order_by(case((is_behind, 0), else_=1), *ReviewQueue.WAITING.order)
        .limit(1)
    )
