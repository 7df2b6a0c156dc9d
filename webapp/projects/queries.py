"""What a person still has to do in a project, read without loading any document's text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, ScalarSelect, case, func, select
from sqlalchemy.orm import Session

from annotation.types import IdentifierType
from webapp.models import (
    Assignment,
    AssignmentState,
    Choice,
    Document,
    Flag,
    Mention,
    Project,
    User,
)
from webapp.models.states import FINAL_STATES, OPEN_STATES

STATE_ORDER = case(
    {
        AssignmentState.IN_PROGRESS: 0,
        AssignmentState.ASSIGNED: 1,
        AssignmentState.SKIPPED: 2,
    },
    value=Assignment.state,
    else_=3,
)
QUEUE_ORDER = (
    STATE_ORDER,
    case((Assignment.state == AssignmentState.SKIPPED, Assignment.changed_at)),
    Document.position,
    Document.id,
)
"""Begun first, then new ones as in the file, then the skipped in the order of skipping."""


@dataclass(frozen=True)
class Progress:
    """Documents submitted or reviewed, of those assigned."""

    done: int
    total: int

    @property
    def is_begun(self) -> bool:
        """Whether something is submitted."""
        return self.done > 0

    @property
    def is_complete(self) -> bool:
        """Whether something was assigned and all of it is submitted."""
        return self.done == self.total > 0

    @classmethod
    def of(cls, queue: Sequence[QueueItem]) -> Progress:
        """Count in a queue that is loaded already."""
        return cls(done=sum(item.state.is_final for item in queue), total=len(queue))


@dataclass(frozen=True)
class QueueItem:
    """One document in the queue of one annotator; `spans` are those to be replaced."""

    document_id: int
    number: int
    """The number under which everybody in the project knows the document."""
    state: AssignmentState
    changed_at: datetime
    chosen: int
    spans: int
    open_flags: int


def next_open_assignment(
    session: Session, project: Project, user: User, *, after: Assignment | None = None
) -> Assignment | None:
    """Return what the annotator goes on with, if possible another one than `after`."""
    statement = (
        select(Assignment)
        .join(Assignment.document)
        .where(*_belongs(project, user), Assignment.state.in_(OPEN_STATES))
        .limit(1)
    )
    if after is not None:
        statement = statement.order_by(Assignment.id == after.id)
    return session.scalars(statement.order_by(*QUEUE_ORDER)).first()


def progress_of(session: Session, project: Project, user: User) -> Progress:
    """Count the documents that one annotator has done, of theirs in the project."""
    statement = (
        select(_number_done(), func.count())
        .select_from(Assignment)
        .join(Assignment.document)
        .where(*_belongs(project, user))
    )
    return Progress(*session.execute(statement).one())


def queue(session: Session, project: Project, user: User) -> list[QueueItem]:
    """List all documents of one annotator in the order of work, the submitted ones last."""
    statement = (
        select(
            Document.id,
            Document.position + 1,
            Assignment.state,
            Assignment.changed_at,
            count_of_choices(),
            count_of_spans(),
            count_of_open_flags(),
        )
        .join(Assignment.document)
        .where(*_belongs(project, user))
        .order_by(*QUEUE_ORDER)
    )
    return [QueueItem(*row) for row in session.execute(statement)]


def next_open_documents(session: Session, user: User) -> dict[int, int]:
    """Return project → the document that the annotator goes on with, for all projects at once."""
    place = func.row_number().over(partition_by=Document.project_id, order_by=QUEUE_ORDER)
    ranked = (
        select(Document.project_id, Document.id.label("document_id"), place.label("place"))
        .join(Assignment, Assignment.document_id == Document.id)
        .where(Assignment.annotator_id == user.id, Assignment.state.in_(OPEN_STATES))
        .subquery()
    )
    rows = session.execute(
        select(ranked.c.project_id, ranked.c.document_id).where(ranked.c.place == 1)
    )
    return dict(rows.all())


def progress_by_project(session: Session, user: User | None = None) -> dict[int, Progress]:
    """Count documents done and assigned for each project: one person's, or everybody's work."""
    statement = (
        select(Document.project_id, _number_done(), func.count())
        .join(Assignment, Assignment.document_id == Document.id)
        .group_by(Document.project_id)
    )
    if user is not None:
        statement = statement.where(Assignment.annotator_id == user.id)
    rows = session.execute(statement)
    return {project: Progress(done, total) for project, done, total in rows if project}


def count_of_spans() -> ScalarSelect[int]:
    """Count the spans to be replaced in the `Document` of the enclosing query."""
    return (
        select(func.count())
        .select_from(Mention)
        .where(
            Mention.document_id == Document.id,
            Mention.identifier_type != IdentifierType.NO_MASK,
        )
        .correlate(Document)
        .scalar_subquery()
    )


def count_of_choices() -> ScalarSelect[int]:
    """Count the choices of the `Assignment` of the enclosing query."""
    return (
        select(func.count())
        .select_from(Choice)
        .where(Choice.assignment_id == Assignment.id)
        .correlate(Assignment)
        .scalar_subquery()
    )


def count_of_open_flags() -> ScalarSelect[int]:
    """Count the unresolved flags of the `Assignment` of the enclosing query."""
    return (
        select(func.count())
        .select_from(Flag)
        .where(Flag.assignment_id == Assignment.id, Flag.resolved_at.is_(None))
        .correlate(Assignment)
        .scalar_subquery()
    )


def _number_done() -> ColumnElement[int]:
    return func.count().filter(Assignment.state.in_(FINAL_STATES))


def _belongs(project: Project, user: User) -> tuple[ColumnElement[Any], ...]:
    return (Document.project_id == project.id, Assignment.annotator_id == user.id)
