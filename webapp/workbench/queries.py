"""What the pages of annotating read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask import abort
from flask_login import current_user
from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session, contains_eager, joinedload

from annotation.overlaying import DOES_NOT_READ_AS
from webapp.core.records import is_about_the_choice
from webapp.people.access import project_or_404
from webapp.platform.models import (
    IS_SUGGESTED,
    Assignment,
    AssignmentState,
    Document,
    DocumentRisk,
    Edit,
    Flag,
    Identification,
    Identified,
    Layer,
    Mention,
    Project,
    SpanReview,
    User,
)
from webapp.platform.models.states import FINAL_STATES

# Built once: to put a statement together takes longer than to run it.
_ASSIGNMENT = (
    select(Assignment)
    .join(Assignment.document)
    .options(contains_eager(Assignment.document))
    .where(
        Document.id == bindparam("document_id"),
        Document.project_id == bindparam("project_id"),
        Assignment.annotator_id == bindparam("annotator_id"),
    )
)
_SHARE = (
    select(func.count(), func.count().filter(Assignment.state.in_(FINAL_STATES)))
    .select_from(Assignment)
    .where(
        Assignment.project_id == bindparam("project_id"),
        Assignment.annotator_id == bindparam("annotator_id"),
    )
)
_HISTORY = select(Edit.is_undone).where(Edit.assignment_id == bindparam("assignment_id")).distinct()
_SUGGESTED = select(Layer.layout).where(Layer.document_id == bindparam("document_id"), IS_SUGGESTED)
_FLAGS = (
    select(Flag, User)
    .join(Flag.author)
    .outerjoin(Flag.mention)
    .options(contains_eager(Flag.mention).load_only(Mention.span_text))
    .where(Flag.assignment_id == bindparam("assignment_id"), Flag.resolved_at.is_(None))
    .order_by(Mention.start_offset.asc().nulls_first(), Flag.id)
)
_DOUBTS = (
    select(Identification)
    .options(joinedload(Identification.reviewer))
    .join(Assignment, Assignment.id == Identification.assignment_id)
    .where(
        Assignment.id == bindparam("assignment_id"),
        Identification.submitted_at == Assignment.submitted_at,
        Identification.identified != Identified.NO,
    )
    .order_by(Identification.id)
)


_IS_ATTACKED = select(DocumentRisk.background_at.is_not(None)).where(
    DocumentRisk.document_id == bindparam("document_id")
)


@dataclass(frozen=True, slots=True)
class Share:
    """The numbers of an annotator's documents in a project: all, and submitted."""

    total: int
    submitted: int


@dataclass(frozen=True, slots=True)
class History:
    """Whether there is a step to undo or to redo."""

    can_undo: bool
    can_redo: bool


def assignment_or_404(session: Session, project_id: int, document_id: int) -> Assignment:
    """Load the current person's assignment of a document of a project they belong to, or 404."""
    project_or_404(project_id)
    wanted = {
        "project_id": project_id,
        "document_id": document_id,
        "annotator_id": current_user.id,
    }
    assignment = session.scalar(_ASSIGNMENT, wanted)
    if assignment is None:
        abort(404)
    return assignment


def share_of(session: Session, assignment: Assignment) -> Share:
    """Count the annotator's documents in the project: in all, and submitted."""
    wanted = {
        "project_id": assignment.document.project_id,
        "annotator_id": assignment.annotator_id,
    }
    total, submitted = session.execute(_SHARE, wanted).one()
    return Share(total, submitted)


def history_of(session: Session, assignment: Assignment) -> History:
    """Return whether there is a step to undo or to redo."""
    kinds = set(session.scalars(_HISTORY, {"assignment_id": assignment.id}))
    return History(can_undo=False in kinds, can_redo=True in kinds)


def flags_of(session: Session, assignment: Assignment) -> list[tuple[Flag, User]]:
    """Return unresolved flags with their authors: of the document, then of spans in text order."""
    rows = session.execute(_FLAGS, {"assignment_id": assignment.id})
    return [(flag, author) for flag, author in rows]


def is_attacked(session: Session, assignment: Assignment) -> bool | None:
    """Whether an attack is among the figures of the document, so much room does the page keep.

    None where there are no figures yet.
    """
    return session.scalar(_IS_ATTACKED, {"document_id": assignment.document_id})


def unread_language(session: Session, assignment: Assignment) -> str:
    """Return the language that is read, where suggestions say that the text does not seem to be it.

    "" where they say nothing, or nothing was suggested.
    """
    layout = session.scalar(_SUGGESTED, {"document_id": assignment.document_id}) or {}
    return str(layout.get("extra", {}).get(DOES_NOT_READ_AS, ""))


def doubts_of(session: Session, assignment: Assignment) -> Sequence[Identification]:
    """Return who could or might tell, from the sanitized text, who returned work is about."""
    if not assignment.is_returned:
        return ()
    return session.scalars(_DOUBTS, {"assignment_id": assignment.id}).all()


class Correction(NamedTuple):
    """What a reviewer put in the place of a choice."""

    mention_id: int
    span_text: str
    chosen: str
    correction: str
    reviewer: str


def corrections_of(session: Session, assignment: Assignment) -> Sequence[Correction]:
    """Return what reviewers changed in reviewed work, in text order."""
    if assignment.state is not AssignmentState.REVIEWED:
        return ()
    found = (
        select(Mention.id, Mention.span_text, SpanReview.chosen, SpanReview.correction, User.name)
        .select_from(SpanReview)
        .join(Mention, Mention.id == SpanReview.mention_id)
        .join(Assignment, Assignment.id == SpanReview.assignment_id)
        .join(Project, Project.id == Assignment.project_id)
        .join(User, User.id == SpanReview.reviewer_id)
        .where(
            SpanReview.assignment_id == assignment.id,
            SpanReview.correction.is_not(None),
            is_about_the_choice(),
        )
        .order_by(Mention.start_offset)
    )
    return [Correction._make(row) for row in session.execute(found)]


def words_of(
    session: Session, assignment: Assignment, texts: Mapping[int, str]
) -> list[tuple[str, str]]:
    """Return the words of mentions of a document, each with what was sent for it.

    Words that are in no row any more are left empty.
    """
    of_document = Mention.document_id == assignment.document_id
    found = select(Mention).where(of_document, Mention.id.in_(texts))
    words = {mention.id: mention.span_text for mention in session.scalars(found)}
    return [(words.get(key, ""), text) for key, text in texts.items()]


def project_of(session: Session, assignment: Assignment) -> Project:
    """Return the assignment's project, which the identity map already holds."""
    return session.get_one(Project, assignment.document.project_id)
