"""What somebody has begun: it is never taken back nor undone, however the requests meet.

Begun is what holds work: a choice, one that was undone, or a submission. Whoever begins raises the
version of the assignment, and finds it raised if somebody was faster. Comments are no work, but
none goes that was not announced to whoever takes it away.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import ColumnElement, and_, exists, or_, select
from sqlalchemy.orm import Session

from annotation.formatting import shortened
from webapp.platform.errors import ConflictError, DomainError
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Choice,
    Document,
    Edit,
    Flag,
    Layer,
    Mention,
)
from webapp.platform.models.states import OPEN_STATES
from webapp.projects.deletion.losses import hold

MOST_NAMED = 10
"""The number of documents that a refusal names."""

Conditions = Iterable[ColumnElement[bool]]


class BegunError(DomainError):
    """Somebody has begun what was to go."""

    def __init__(self, what: str, doc_ids: Sequence[str]) -> None:
        # Isolated: a name may run from right to left, or tell what follows it to do so.
        names = [f"“\u2068{shortened(doc_id)}\u2069”" for doc_id in doc_ids]
        more = " and more" if len(names) > MOST_NAMED else ""
        super().__init__(f"{what}: somebody has begun {', '.join(names[:MOST_NAMED])}{more}.")


class UnseenCommentsError(ConflictError):
    """Somebody commented on what was to go, and whoever takes it away has not seen it."""

    def __init__(self) -> None:
        super().__init__("Somebody commented meanwhile. Nothing was taken away: look again first.")


def is_empty() -> ColumnElement[bool]:
    """Return the condition of open assignments that hold no work, in a query of `Assignment`."""
    theirs = [exists().where(table.assignment_id == Assignment.id) for table in (Choice, Edit)]
    theirs.append(
        exists().where(
            Layer.document_id == Assignment.document_id,
            Layer.annotator_id == Assignment.annotator_id,
            Mention.layer_id == Layer.id,
        )
    )
    return and_(
        Assignment.state.in_(OPEN_STATES),
        Assignment.chosen == 0,  # says it quickly, and of a row that changed while it was awaited
        *(~each for each in theirs),
    )


def is_begun(*, raised: int = 0) -> ColumnElement[bool]:
    """Return the condition of assignments that somebody has begun: not empty, not as imported.

    Only an import makes submitted work of version 1: every change raises it. `raised` says by how
    much it was raised since.
    """
    is_as_imported = and_(
        Assignment.state == AssignmentState.SUBMITTED, Assignment.version == 1 + raised
    )
    return ~or_(is_empty(), is_as_imported)


def hold_untouched(
    session: Session, *documents: ColumnElement[bool], what: str, announced: int
) -> list[int]:
    """Keep everybody from beginning these documents until the commit, and after it.

    Returns the authors of the comments that go with them, of which `announced` were shown. Raises
    BegunError, whose message begins with `what`, where somebody has begun one, and
    UnseenCommentsError.
    """
    ids = select(Document.id).where(*documents)
    hold(session, *documents)
    refuse_begun(session, *documents, what=what, raised=1)
    return announced_comments(session, Assignment.document_id.in_(ids), announced=announced)


def refuse_begun(
    session: Session, *documents: ColumnElement[bool], what: str, raised: int = 0
) -> None:
    """Raise BegunError where somebody has begun one of these documents."""
    begun = (
        select(Document.doc_id)
        .join(Assignment, Assignment.document_id == Document.id)
        .where(*documents, is_begun(raised=raised))
        .group_by(Document.id, Document.doc_id, Document.position)
        .order_by(Document.position)
        .limit(MOST_NAMED + 1)
    )
    if doc_ids := session.scalars(begun).all():
        raise BegunError(what, doc_ids)


def announced_comments(
    session: Session, *assignments: ColumnElement[bool], announced: int
) -> list[int]:
    """Return the author of each comment on these assignments.

    Raises UnseenCommentsError where there are more than were announced.
    """
    authors = (
        select(Flag.author_id)
        .join(Assignment, Assignment.id == Flag.assignment_id)
        .where(*assignments)
        .order_by(Flag.id)
    )
    found = list(session.scalars(authors))
    if len(found) > announced:
        raise UnseenCommentsError
    return found
