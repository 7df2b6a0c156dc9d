"""Documents in which no span is hidden: which they are, and whether somebody says that it is right.

Such a text leaves as it came, with every name in it. So whoever submits or approves it says that
nothing in it needs hiding; `Assignment.nothing_to_hide_at` keeps the answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlalchemy import ColumnElement, and_, bindparam, exists, or_, select
from sqlalchemy.orm import Session, aliased

from annotation.types import IdentifierType
from webapp.platform.errors import DomainError
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Document,
    Mention,
    Project,
    User,
)
from webapp.platform.models.states import FINAL_STATES, MARKING, OPEN_STATES


class UnconfirmedError(DomainError):
    """Nobody says yet that a text without spans to hide may stay as it is."""

    def __init__(self) -> None:
        super().__init__("Say first that nothing in this text needs hiding.")


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A document without spans to hide, and the people who say that nothing in it needs hiding."""

    id: int
    doc_id: str
    number: int
    annotators: list[str] = field(default_factory=list)
    reviewers: list[str] = field(default_factory=list)

    @property
    def by(self) -> str:
        """The names of those who confirmed it, in words."""
        confirmed = [f"said by {name}" for name in self.annotators]
        approved = [f"approved by {name}" for name in dict.fromkeys(self.reviewers)]
        return ", ".join([*confirmed, *(approved or ["no reviewer approved it"])])


def is_unmasked(*, only_final: bool = False) -> ColumnElement[bool]:
    """Return the condition of documents in which no span is hidden, in a query of `Document`.

    Where annotators correct what is hidden, this is so, too, when all of them took all spans back,
    or all of those who submitted, if `only_final`.
    """
    nothing_is_marked = ~exists().where(
        Mention.document_id == Document.id,
        Mention.identifier_type != IdentifierType.NO_MASK,
    ).correlate(Document)
    return or_(nothing_is_marked, and_(_is_corrected(), _all_was_taken_back(only_final=only_final)))


def hides_nothing() -> ColumnElement[bool]:
    """Return the condition of work that hides no span, in a query of `Assignment`, `Document`."""
    return or_(is_unmasked(), and_(_is_corrected(), Assignment.spans == 0))


def _is_corrected() -> ColumnElement[bool]:
    """Return the condition of documents of which each annotator corrects the spans."""
    return (
        exists()
        .where(Project.id == Document.project_id, Project.kind.in_(MARKING))
        .correlate(Document)
    )


def _all_was_taken_back(*, only_final: bool) -> ColumnElement[bool]:
    work = aliased(Assignment)
    counts = [work.document_id == Document.id]
    if only_final:
        counts.append(work.state.in_(FINAL_STATES))
    is_marking = and_(work.is_blind.is_(True), work.state.in_(OPEN_STATES))  # from nothing on
    hides = or_(work.spans > 0, is_marking)
    anybody, anybody_hides = exists().where(*counts), exists().where(*counts, hides)
    return and_(anybody.correlate(Document), ~anybody_hides.correlate(Document))


_HIDES_NOTHING = (  # built once: to put it together takes longer than to run it
    select(hides_nothing())
    .select_from(Assignment)
    .join(Assignment.document)
    .where(Assignment.id == bindparam("assignment_id"))
)


def unmasked_documents(session: Session, project: Project) -> set[int]:
    """Return the ids of a project's documents in which no span is hidden."""
    found = select(Document.id).where(Document.project_id == project.id, is_unmasked())
    return set(session.scalars(found))


def confirmed_documents(session: Session, project: Project) -> dict[str, Confirmed]:
    """Return those of them that submitted work lets stay as they are, by doc_id, in order."""
    reviewer = aliased(User)
    rows = session.execute(
        select(
            Document.id,
            Document.doc_id,
            Document.position,
            User.name,
            Assignment.nothing_to_hide_at == Assignment.submitted_at,
            reviewer.name,
            Assignment.state,
        )
        .join(Assignment, Assignment.document_id == Document.id)
        .join(Assignment.annotator)
        .outerjoin(reviewer, Assignment.reviewer)
        .where(
            Assignment.project_id == project.id,
            Assignment.state.in_(FINAL_STATES),
            Assignment.nothing_to_hide_at.is_not(None),
            is_unmasked(only_final=True),
        )
        .order_by(Document.position, Document.id, User.name)
    )
    found: dict[str, Confirmed] = {}
    for document_id, doc_id, position, annotator, has_said, approver, state in rows:
        confirmed = found.setdefault(doc_id, Confirmed(document_id, doc_id, position + 1))
        if has_said:
            confirmed.annotators.append(annotator)
        if state is AssignmentState.REVIEWED:
            confirmed.reviewers.append(approver or "a reviewer")
    return found


def check_confirmed(session: Session, assignment: Assignment, *, nothing_to_hide: bool) -> bool:
    """Return whether the work is one without spans to hide; raises UnconfirmedError.

    `nothing_to_hide` is what the person answers who wants to go on with it.
    """
    if not session.scalar(_HIDES_NOTHING, {"assignment_id": assignment.id}):
        return False
    if not nothing_to_hide:
        raise UnconfirmedError
    return True
