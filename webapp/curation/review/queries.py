"""What the pages of reviewing read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import abort
from sqlalchemy import ColumnElement, and_, bindparam, case, exists, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased, contains_eager, joinedload

from annotation.types import LabelledEnum
from webapp.core.records import hides_nothing
from webapp.curation.review.identifying import has_unread_by
from webapp.curation.review.pace import rushed_of
from webapp.curation.review.permissions import is_closed_to
from webapp.people.roles import role_in
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Choice,
    ChoiceSuggestion,
    Document,
    Flag,
    Mention,
    Project,
    ReviewLease,
    User,
)
from webapp.platform.models.ordering import is_returned
from webapp.platform.models.states import FINAL_STATES
from webapp.projects.queries import is_open_flag, is_still_open_to

ROWS_A_PAGE = 50
"""The number of documents on a page of a list."""


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
    def order_of_documents(self) -> tuple[ColumnElement[Any], ColumnElement[int]]:
        """The order of documents in this queue, where its work is grouped by them."""
        is_waiting = self is ReviewQueue.WAITING
        outermost = func.min(self._time).asc() if is_waiting else func.max(self._time).desc()
        return outermost, Document.position.asc()

    @property
    def order(self) -> tuple[ColumnElement[datetime | None], ColumnElement[int]]:
        """The order of the work in this queue."""
        if self is ReviewQueue.WAITING:
            return self._time.asc(), Assignment.id.asc()
        return self._time.desc(), Assignment.id.desc()

    @property
    def _time(self) -> InstrumentedAttribute[Any]:
        """The time that the order of this queue goes by."""
        if self is ReviewQueue.WAITING:
            return Assignment.submitted_at
        return Assignment.reviewed_at if self is ReviewQueue.REVIEWED else Assignment.changed_at


class QueueOrder(LabelledEnum):
    """Which documents of a list come first."""

    AGE = "age", "Longest waiting, or latest", "By when work was submitted, approved or changed."
    CERTAINTY = (
        "certainty",
        "Least certain",
        "Certainty is how likely the choices were held when they were made: the mean of their "
        "probabilities, where they are what was suggested, and nothing where they are not.",
    )


@dataclass(frozen=True, slots=True)
class WorkFilter:
    """The part of the work that a list shows, and in which order."""

    queue: ReviewQueue
    annotator_id: int | None
    has_comments: bool
    """Whether only work with annotators' open comments is wanted."""
    is_rushed: bool
    """Whether only work that was rushed is wanted."""
    is_disputed: bool
    """Whether only documents are wanted in which annotators chose different texts for a span."""
    order: QueueOrder
    page: int

    @property
    def conditions(self) -> list[ColumnElement[bool]]:
        """The conditions of wanted work, in a query of `Assignment`."""
        conditions = [self.queue.condition]
        if self.annotator_id is not None:
            conditions.append(Assignment.annotator_id == self.annotator_id)
        if self.has_comments:
            conditions.append(exists().where(is_open_flag()))
        if self.is_disputed:
            conditions.append(_is_disputed())
        return conditions

    @property
    def arguments(self) -> dict[str, object]:
        """The query string that leads here again, less the queue and the page."""
        return {
            "annotator": self.annotator_id,
            "comments": "yes" if self.has_comments else None,
            "rushed": "yes" if self.is_rushed else None,
            "disputed": "yes" if self.is_disputed else None,
            "order": None if self.order is QueueOrder.AGE else self.order.value,
        }


@dataclass(frozen=True, slots=True)
class ListedWork:
    """One assignment in the list, with its unresolved comments."""

    id: int
    document_id: int
    annotator: str
    state: AssignmentState
    submitted_at: datetime | None
    reviewed_at: datetime | None
    reviewer: str | None
    is_returned: bool
    is_unmasked: bool
    nothing_to_hide_at: datetime | None
    is_too_early: bool
    """Whether the reader has to choose for the same document first."""
    is_closed: bool
    """Whether it is not submitted, or not any more, and the reader is none who may read that."""
    leased_by: str | None
    """Who reads it now."""
    flags: Sequence[Flag] = ()

    @property
    def is_withheld(self) -> bool:
        """Whether the reader may not read it now."""
        return self.is_too_early or self.is_closed


@dataclass(frozen=True, slots=True)
class ListedDocument:
    """A document in the list, with all work on it that the list is about."""

    position: int
    doc_id: str
    certainty: float | None
    """Of the work that waits; None where nothing was suggested."""
    is_unread: bool
    """Whether its name is not told yet: the reader has work on it, listed or not, to read first."""
    work: Sequence[ListedWork]


def flag_or_404(session: Session, assignment: Assignment, flag_id: int) -> Flag:
    """Load a flag of the assignment, or 404."""
    flag = session.get(Flag, flag_id)
    if flag is None or flag.assignment_id != assignment.id:
        abort(404)
    return flag


_WAITING = aliased(Assignment)
_CERTAINTY = (
    select(
        func.avg(
            case((Choice.text == ChoiceSuggestion.text, ChoiceSuggestion.confidence), else_=0.0)
        )
    )
    .join(Choice, Choice.id == ChoiceSuggestion.choice_id)
    .join(_WAITING, _WAITING.id == Choice.assignment_id)
    .where(Choice.document_id == Document.id, _WAITING.state == AssignmentState.SUBMITTED)
    .correlate(Document)
    .scalar_subquery()
)


def _is_disputed() -> ColumnElement[bool]:
    """Return the condition, in a query of `Assignment`, that finished work on its document differs.

    Spans are compared by their borders: where annotators correct them, each has rows of their own.
    """
    work = aliased(Assignment)
    return exists(
        select(Mention.start_offset)
        .select_from(Choice)
        .join(Mention, Mention.id == Choice.mention_id)
        .join(work, work.id == Choice.assignment_id)
        .where(Choice.document_id == Assignment.document_id, work.state.in_(FINAL_STATES))
        .group_by(Mention.start_offset, Mention.end_offset)
        .having(func.count(Choice.text.distinct()) > 1)
        .correlate(Assignment)
    )


def list_work(
    session: Session,
    project: Project,
    shown: WorkFilter,
    *,
    reader: User,
    at: datetime,
) -> tuple[list[ListedDocument], bool]:
    """Return one page of a list by document, as the reader may see it, and whether more follow."""
    wanted = [Assignment.project_id == project.id, *shown.conditions]
    if shown.is_rushed:
        rushed = rushed_of(session, project, wanted)
        # All may be: written out, since no database takes so many parameters.
        wanted.append(Assignment.id.in_(bindparam(None, rushed, literal_execute=True)))
    by_certainty = [_CERTAINTY.asc().nulls_last()] if shown.order is QueueOrder.CERTAINTY else []
    found = session.execute(
        select(Document.id, Document.position, Document.doc_id, _CERTAINTY, has_unread_by(reader))
        .join(Assignment, Assignment.document_id == Document.id)
        .where(*wanted)
        .group_by(Document.id, Document.position, Document.doc_id)
        .order_by(*by_certainty, *shown.queue.order_of_documents)
        .limit(ROWS_A_PAGE + 1)
        .offset((shown.page - 1) * ROWS_A_PAGE)
    ).all()
    rows = found[:ROWS_A_PAGE]
    ids = [row.id for row in rows]
    is_closed = is_closed_to(reader, role_in(session, project, reader))
    listed = [*wanted, Assignment.document_id.in_(ids)]
    work = _work_on(session, listed, shown.queue, is_closed, reader=reader, at=at)
    documents = [
        ListedDocument(position, doc_id, certainty, is_unread, work.get(key, ()))
        for key, position, doc_id, certainty, is_unread in rows
    ]
    return documents, len(found) > ROWS_A_PAGE


def _work_on(
    session: Session,
    wanted: Sequence[ColumnElement[bool]],
    queue: ReviewQueue,
    is_closed: ColumnElement[bool],
    *,
    reader: User,
    at: datetime,
) -> dict[int, list[ListedWork]]:
    """Return the work that a queue is about, by document."""
    reviewer, leaser = aliased(User), aliased(User)
    rows: Sequence[Any] = session.execute(
        select(
            Assignment.id,
            Assignment.document_id,
            User.name,
            Assignment.state,
            Assignment.submitted_at,
            Assignment.reviewed_at,
            reviewer.name,
            is_returned(),
            hides_nothing(),
            Assignment.nothing_to_hide_at,
            is_still_open_to(reader).label("is_too_early"),
            is_closed.label("is_closed"),
            leaser.name,
        )
        .join(Assignment.document)
        .join(Assignment.annotator)
        .outerjoin(reviewer, reviewer.id == Assignment.reviewer_id)
        .outerjoin(ReviewLease, _is_leased(at))
        .outerjoin(leaser, leaser.id == ReviewLease.reviewer_id)
        .where(*wanted)
        .order_by(*queue.order)
    ).all()
    readable = [row.id for row in rows if not (row.is_too_early or row.is_closed)]
    flags, work = open_flags(session, readable), defaultdict[int, list[ListedWork]](list)
    for row in rows:
        work[row.document_id].append(ListedWork(*(*row, flags.get(row.id, ()))))
    return work


def _is_leased(at: datetime) -> ColumnElement[bool]:
    """Return the condition, in a query of `Assignment` and `ReviewLease`, of one that lasts."""
    return and_(ReviewLease.assignment_id == Assignment.id, ReviewLease.expires_at > at)


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
    """Count the documents with work in each queue."""
    documents = func.count(Assignment.document_id.distinct())
    counts = session.execute(
        select(*(documents.filter(queue.condition) for queue in ReviewQueue))
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
    session: Session, project: Project, after: Assignment, *, reader: User, at: datetime
) -> int | None:
    """Return the id of the next waiting work behind this, or else of that waiting the longest.

    What somebody else is reading is passed over.
    """
    is_taken = exists().where(_is_leased(at), ReviewLease.reviewer_id != reader.id)
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
            ~is_taken,
        )
        .order_by(case((is_behind, 0), else_=1), *ReviewQueue.WAITING.order)
        .limit(1)
    )
