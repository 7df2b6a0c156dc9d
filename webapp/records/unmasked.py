"""Documents in which no span is hidden: which they are, and whether somebody says that it is right.

Such a text leaves as it came, with every name in it. So whoever submits or approves it says that
nothing in it needs hiding; `Assignment.nothing_to_hide_at` keeps the answer.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, exists, select
from sqlalchemy.orm import Session

from annotation.types import IdentifierType
from webapp.errors import DomainError
from webapp.models import Assignment, Document, Mention, Project
from webapp.models.states import FINAL_STATES


class UnconfirmedError(DomainError):
    """Nobody says yet that a text without spans to hide may stay as it is."""

    def __init__(self) -> None:
        super().__init__("Say first that nothing in this text needs hiding.")


def is_unmasked() -> ColumnElement[bool]:
    """Tell the documents in which no span is hidden, in a query of `Document`."""
    return ~exists().where(
        Mention.document_id == Document.id,
        Mention.identifier_type != IdentifierType.NO_MASK,
    ).correlate(Document)


def is_confirmed() -> ColumnElement[bool]:
    """Tell the documents whose submitted work says that nothing in them needs hiding."""
    return (
        exists()
        .where(
            Assignment.document_id == Document.id,
            Assignment.state.in_(FINAL_STATES),
            Assignment.nothing_to_hide_at.is_not(None),
        )
        .correlate(Document)
    )


def unmasked_documents(session: Session, project: Project) -> set[int]:
    """Return the ids of a project's documents in which no span is hidden."""
    found = select(Document.id).where(Document.project_id == project.id, is_unmasked())
    return set(session.scalars(found))


def confirmed_doc_ids(session: Session, project: Project) -> set[str]:
    """Return the doc_ids of those of them that may stay as they are, as somebody says."""
    found = select(Document.doc_id).where(
        Document.project_id == project.id, is_unmasked(), is_confirmed()
    )
    return set(session.scalars(found))


def check_confirmed(session: Session, assignment: Assignment, *, nothing_to_hide: bool) -> bool:
    """Return whether the document is one without spans to hide; raises UnconfirmedError.

    `nothing_to_hide` is what the person answers who wants to go on with it.
    """
    is_one = select(is_unmasked()).where(Document.id == assignment.document_id)
    if not session.scalar(is_one):
        return False
    if not nothing_to_hide:
        raise UnconfirmedError
    return True
