"""The documents of a project with who has them and how far they are, a page at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, exists, func, select
from sqlalchemy.orm import Session

from webapp.models import Assignment, AssignmentState, Document, Project, User
from webapp.projects.queries import count_of_choices, count_of_open_flags, count_of_spans

ROWS_A_PAGE = 50
UNASSIGNED = "unassigned"
STATE_FILTERS = {
    "": "All documents",
    UNASSIGNED: "Not assigned",
    **{state.value: f"{state.label} by somebody" for state in AssignmentState},
}
"""The value in the address → what it lets through."""


@dataclass(frozen=True)
class Work:
    """One annotator's work on a document."""

    assignment_id: int
    annotator: str
    state: AssignmentState
    chosen: int
    open_flags: int


@dataclass(frozen=True)
class DocumentRow:
    """One document, with the work of all its annotators by name."""

    id: int
    position: int
    doc_id: str
    split: str | None
    spans: int
    work: Sequence[Work]


@dataclass(frozen=True)
class DocumentPage:
    """Some of the documents that the filter lets through."""

    rows: Sequence[DocumentRow]
    number: int
    total: int
    """Documents on all pages."""

    @property
    def pages(self) -> int:
        """How many pages there are, at least one."""
        return max(1, -(-self.total // ROWS_A_PAGE))


def list_documents(
    session: Session, project: Project, *, state: str = "", page: int = 1
) -> DocumentPage:
    """Read a page; `state` is a key of STATE_FILTERS."""
    passing = _conditions(project, state)
    total = session.scalar(select(func.count()).select_from(Document).where(*passing)) or 0
    rows = session.execute(
        select(
            Document.id,
            Document.position,
            Document.doc_id,
            Document.dataset_type,
            count_of_spans(),
        )
        .where(*passing)
        .order_by(Document.position, Document.id)
        .limit(ROWS_A_PAGE)
        .offset((page - 1) * ROWS_A_PAGE)
    ).all()
    work = _work_on(session, [row.id for row in rows])
    return DocumentPage([DocumentRow(*row, work.get(row.id, [])) for row in rows], page, total)


def _conditions(project: Project, state: str) -> list[ColumnElement[bool]]:
    theirs = exists().where(Assignment.document_id == Document.id)
    conditions = [Document.project_id == project.id]
    if state == UNASSIGNED:
        conditions.append(~theirs)
    elif state:
        conditions.append(theirs.where(Assignment.state == AssignmentState(state)))
    return conditions


def _work_on(session: Session, documents: Sequence[int]) -> dict[int, list[Work]]:
    work: dict[int, list[Work]] = {}
    rows = session.execute(
        select(
            Assignment.document_id,
            Assignment.id,
            User.name,
            Assignment.state,
            count_of_choices(),
            count_of_open_flags(),
        )
        .join(Assignment.annotator)
        .where(Assignment.document_id.in_(documents))
        .order_by(User.name)
    )
    for row in rows:
        work.setdefault(row[0], []).append(Work(*row[1:]))
    return work
