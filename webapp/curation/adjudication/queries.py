"""Which documents several annotators submitted: those that wait to be settled, those that are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import abort
from sqlalchemy import ColumnElement, Select, exists, func, select
from sqlalchemy.orm import Session

from annotation.types import LabelledEnum
from webapp.curation.adjudication.loading import AdjudicatedDocument, load_all
from webapp.platform.models import (
    Adjudication,
    AppliedStrategy,
    Assignment,
    Document,
    Project,
    User,
)
from webapp.platform.models.states import FINAL_STATES
from webapp.projects.queries import is_still_open_to

PER_PAGE = 25
MOST_AT_ONCE = 200
"""So many documents one strategy is applied to at once: their rows are put together for that."""


class Queue(LabelledEnum):
    """Which documents are listed."""

    WAITING = "waiting", "To be settled", "Several annotators submitted them."
    SETTLED = "settled", "Settled", "Their gold layer goes out in files and exports."


@dataclass(frozen=True, slots=True)
class Listed:
    """A document of the list; without rows where the reader still annotates it."""

    id: int
    doc_id: str
    position: int
    annotators: int
    settled_at: datetime | None
    rows: AdjudicatedDocument | None


def count_queues(session: Session, project: Project) -> dict[Queue, int]:
    """Count the documents of each list."""
    total, settled = session.execute(
        select(func.count(), func.count(Adjudication.document_id))
        .select_from(Document)
        .outerjoin(Adjudication, Adjudication.document_id == Document.id)
        .where(is_by_several(project))
    ).one()
    return {Queue.WAITING: total - settled, Queue.SETTLED: settled}


def list_documents(
    session: Session, project: Project, queue: Queue, page: int, *, reader: User
) -> tuple[list[Listed], bool]:
    """Return a page of a list, in the order of the documents, and whether there is another."""
    rows = session.execute(
        select(
            Document,
            _submissions().label("annotators"),
            Adjudication.settled_at,
            is_still_open_to(reader).label("is_withheld"),
        )
        .outerjoin(Adjudication, Adjudication.document_id == Document.id)
        .where(is_by_several(project), _is_in(queue))
        .order_by(Document.position, Document.id)
        .offset((page - 1) * PER_PAGE)
        .limit(PER_PAGE + 1)
    ).all()
    shown = rows[:PER_PAGE]
    readable = [row.Document for row in shown if not row.is_withheld]
    loaded = {each.document.id: each for each in load_all(session, project, readable)}
    listed = [
        Listed(
            row.Document.id,
            row.Document.doc_id,
            row.Document.position,
            row.annotators,
            row.settled_at,
            loaded.get(row.Document.id),
        )
        for row in shown
    ]
    return listed, len(rows) > PER_PAGE


def waiting_documents(
    session: Session, project: Project, *, person: User
) -> list[AdjudicatedDocument]:
    """Load the documents that wait and that somebody may settle, the first of them."""
    in_order = _waiting(project, person).order_by(Document.position, Document.id)
    return load_all(session, project, session.scalars(in_order.limit(MOST_AT_ONCE)).all())


def next_waiting(
    session: Session, project: Project, after: Document, *, person: User
) -> Document | None:
    """Return the document behind another one that waits and somebody may settle, or the first."""
    in_order = _waiting(project, person).order_by(
        Document.position < after.position, Document.position, Document.id
    )
    return session.scalar(in_order.limit(1))


def applied_or_404(session: Session, project: Project, applied_id: int) -> AppliedStrategy:
    """Load a strategy that was applied in a project, or 404."""
    wanted = select(AppliedStrategy).where(
        AppliedStrategy.id == applied_id, AppliedStrategy.project_id == project.id
    )
    return session.scalar(wanted) or abort(404)


def _waiting(project: Project, person: User) -> Select[Document]:
    """Select what waits and somebody may settle: whoever annotates a document does not."""
    own = exists().where(
        Assignment.document_id == Document.id, Assignment.annotator_id == person.id
    )
    return (
        select(Document)
        .outerjoin(Adjudication, Adjudication.document_id == Document.id)
        .where(is_by_several(project), _is_in(Queue.WAITING), ~own)
    )


def is_by_several(project: Project) -> ColumnElement[bool]:
    """Return the condition of the documents of a project that several annotators submitted."""
    submitted = (
        select(Assignment.document_id)
        .where(Assignment.project_id == project.id, Assignment.state.in_(FINAL_STATES))
        .group_by(Assignment.document_id)
        .having(func.count() > 1)
    )
    return Document.id.in_(submitted)


def _submissions() -> ColumnElement[int]:
    return (
        select(func.count())
        .where(Assignment.document_id == Document.id, Assignment.state.in_(FINAL_STATES))
        .correlate(Document)
        .scalar_subquery()
    )


def _is_in(queue: Queue) -> ColumnElement[bool]:
    is_settled = Adjudication.document_id.is_not(None)
    return is_settled if queue is Queue.SETTLED else ~is_settled
