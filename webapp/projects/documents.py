"""The documents of a project with the work of their annotators, a page at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session

from webapp.core.records import is_unmasked
from webapp.platform.database import folding_all_letters
from webapp.platform.models import Assignment, AssignmentState, Document, Flag, Project, User
from webapp.platform.models.ordering import is_returned
from webapp.projects.deletion.beginnings import is_empty
from webapp.projects.queries import count_of_open_flags, count_of_spans

ROWS_A_PAGE = 50
UNASSIGNED = "unassigned"
UNMASKED = "unmasked"
STATE_FILTERS = {
    "": "All documents",
    UNASSIGNED: "Not assigned",
    UNMASKED: "No spans to hide",
    **{state.value: f"{state.label} by somebody" for state in AssignmentState},
}
"""The value in the address → what it lets through."""
_ORDER = (Document.position, Document.id)


@dataclass(frozen=True)
class Work:
    """One annotator's work on a document."""

    assignment_id: int
    annotator_id: int
    annotator: str
    state: AssignmentState
    is_returned: bool
    nothing_to_hide: bool
    chosen: int
    open_flags: int
    comments: int
    """The number of all comments on it, whoever made them, resolved or not."""
    is_empty: bool
    """Whether there is no work in it, so that it can be taken back."""


@dataclass(frozen=True)
class DocumentRow:
    """One document, with the work of all its annotators by name."""

    id: int
    position: int
    doc_id: str
    split: str | None
    spans: int
    is_unmasked: bool
    """Whether no span of it is hidden."""
    work: Sequence[Work]

    @property
    def is_confirmed(self) -> bool:
        """Whether somebody whose work counts says that nothing in it needs hiding."""
        return any(work.nothing_to_hide for work in self.work)

    def has_files_for(self, person: User) -> bool:
        """Whether there is submitted work that the person may read."""
        return any(work.state.is_final for work in self.work) and not self.is_open_to(person)

    def is_open_to(self, person: User) -> bool:
        """Whether the person has yet to submit own work on it, and reads nobody else's before."""
        return any(work.annotator_id == person.id and not work.state.is_final for work in self.work)


@dataclass(frozen=True)
class DocumentPage:
    """Some of the documents that the filter lets through."""

    rows: Sequence[DocumentRow]
    number: int
    total: int
    """Documents on all pages."""

    @property
    def pages(self) -> int:
        """The number of pages, at least one."""
        return max(1, -(-self.total // ROWS_A_PAGE))


def list_documents(
    session: Session,
    project: Project,
    *,
    state: str = "",
    words: str = "",
    import_id: int | None = None,
    page: int = 1,
) -> DocumentPage:
    """Read a page; `state` is a key of STATE_FILTERS, `words` stand in the name or in the text.

    `import_id` names the import that brought them, None for any.
    """
    passing = _conditions(session, project, state, words)
    if import_id is not None:
        passing.append(Document.import_id == import_id)
    found, first = select(Document.id).where(*passing).order_by(*_ORDER), (page - 1) * ROWS_A_PAGE
    if words:  # all texts are read for that: once, and not again to count
        ids = session.scalars(found).all()
        total, ids = len(ids), ids[first : first + ROWS_A_PAGE]
    else:
        total = session.scalar(select(func.count()).select_from(Document).where(*passing)) or 0
        ids = session.scalars(found.limit(ROWS_A_PAGE).offset(first)).all()
    return DocumentPage(rows_of(session, ids), page, total)


def rows_of(session: Session, ids: Sequence[int]) -> list[DocumentRow]:
    """Return the rows of these documents for lists and pages, in the order of work."""
    rows = session.execute(
        select(
            Document.id,
            Document.position,
            Document.doc_id,
            Document.dataset_type,
            count_of_spans(),
            is_unmasked(),
        )
        .where(Document.id.in_(ids))  # what is shown is looked up for those on the page alone
        .order_by(*_ORDER)
    ).all()
    work = _work_on(session, ids)
    return [DocumentRow(*row, work.get(row.id, [])) for row in rows]


def _conditions(
    session: Session, project: Project, state: str, words: str
) -> list[ColumnElement[bool]]:
    assigned = select(Assignment.document_id).where(Assignment.project_id == project.id)
    conditions = [Document.project_id == project.id]
    if state == UNASSIGNED:
        conditions.append(Document.id.not_in(assigned))
    elif state == UNMASKED:
        conditions.append(is_unmasked())
    elif state:
        in_state = assigned.where(Assignment.state == AssignmentState(state))
        conditions.append(Document.id.in_(in_state))
    if words:
        columns = (Document.doc_id.expression, Document.text.expression)
        places = [folding_all_letters(session, column) for column in columns]
        conditions.append(or_(*(place.icontains(words, autoescape=True) for place in places)))
    return conditions


def _work_on(session: Session, documents: Sequence[int]) -> dict[int, list[Work]]:
    """Return what each annotator has done on each of these documents, by name."""
    work: dict[int, list[Work]] = {}
    comments = select(func.count()).where(Flag.assignment_id == Assignment.id)
    rows = session.execute(
        select(
            Assignment.document_id,
            Assignment.id,
            Assignment.annotator_id,
            User.name,
            Assignment.state,
            is_returned(),
            Assignment.nothing_to_hide_at.is_not(None),
            Assignment.chosen,
            count_of_open_flags(),
            comments.scalar_subquery(),
            is_empty(),
        )
        .join(Assignment.annotator)
        .where(Assignment.document_id.in_(documents))
        .order_by(User.name)
    )
    for row in rows:
        work.setdefault(row[0], []).append(Work(*row[1:]))
    return work
