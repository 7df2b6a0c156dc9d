"""Queries of the export page."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webapp.models import Assignment, Document, Project
from webapp.models.states import FINAL_STATES


@dataclass(frozen=True, slots=True)
class SplitCount:
    """The documents of a split: how many there are, were submitted, were submitted by several."""

    split: str | None
    documents: int
    submitted: int
    multi: int


def count_splits(session: Session, project: Project) -> list[SplitCount]:
    """Count the documents of every split that is present."""
    submissions = (
        select(Assignment.document_id, func.count().label("number"))
        .where(Assignment.state.in_(FINAL_STATES))
        .group_by(Assignment.document_id)
        .subquery()
    )
    rows = session.execute(
        select(
            Document.dataset_type,
            func.count(),
            func.count(submissions.c.number),
            func.count().filter(submissions.c.number > 1),
        )
        .outerjoin(submissions, submissions.c.document_id == Document.id)
        .where(Document.project_id == project.id)
        .group_by(Document.dataset_type)
        .order_by(func.min(Document.position))
    )
    return [SplitCount(*row) for row in rows]


@dataclass(frozen=True, slots=True)
class DocumentLocation:
    """Where people find a document: its number, and the first submitted work on it, if any."""

    document_id: int
    number: int
    assignment_id: int | None


def find_documents(
    session: Session, project: Project, doc_ids: Collection[str]
) -> dict[str, DocumentLocation]:
    """Return where people find some documents, by doc_id."""
    rows = session.execute(
        select(Document.id, Document.doc_id, Document.position, func.min(Assignment.id))
        .outerjoin(
            Assignment,
            (Assignment.document_id == Document.id) & Assignment.state.in_(FINAL_STATES),
        )
        .where(Document.project_id == project.id, Document.doc_id.in_(doc_ids))
        .group_by(Document.id, Document.doc_id, Document.position)
    )
    return {name: DocumentLocation(key, position + 1, work) for key, name, position, work in rows}
