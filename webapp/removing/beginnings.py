"""What somebody has begun: it is never taken back or deleted here, however the requests meet.

Whoever begins raises the version of the assignment, and finds it raised if somebody was faster.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import ColumnElement, and_, exists, func, or_, select, update
from sqlalchemy.orm import Session

from webapp.assigning.wording import in_ranges
from webapp.errors import DomainError
from webapp.models import Assignment, AssignmentState, Choice, Document, Edit, Flag
from webapp.models.states import WAITING_STATES

MOST_NAMED = 30
"""How many documents a refusal names."""

Conditions = Iterable[ColumnElement[bool]]


class BegunError(DomainError):
    """Somebody has begun what was to go."""

    def __init__(self, what: str, numbers: list[int]) -> None:
        more = len(numbers) > MOST_NAMED
        named = f"{in_ranges(numbers[:MOST_NAMED])}{' and more' if more else ''}"
        noun = "document" if len(numbers) == 1 else "documents"
        super().__init__(f"{what}: somebody has begun {noun} {named}.")


def is_begun(*, raised: int = 0) -> ColumnElement[bool]:
    """Tell the assignments that somebody has begun from those that wait or came with their file.

    Only an import makes submitted work of version 1: every change raises it. `raised` says by how
    much it was raised since.
    """
    theirs = {table: exists().where(table.assignment_id == Assignment.id) for table in _THEIRS}
    is_waiting = and_(
        Assignment.state.in_(WAITING_STATES), ~theirs[Choice], ~theirs[Edit], ~theirs[Flag]
    )
    is_as_imported = and_(
        Assignment.state == AssignmentState.SUBMITTED,
        Assignment.version == 1 + raised,
        ~theirs[Flag],
    )
    return ~or_(is_waiting, is_as_imported)


_THEIRS = (Choice, Edit, Flag)


def hold_untouched(session: Session, *documents: ColumnElement[bool], what: str) -> None:
    """Keep everybody from beginning these documents until the commit, and after it.

    Raises BegunError, whose message begins with `what`, where somebody has begun one.
    """
    ids = select(Document.id).where(*documents)
    session.execute(
        update(Assignment)
        .where(Assignment.document_id.in_(ids))
        .values(version=Assignment.version + 1),
        execution_options={"synchronize_session": False},
    )
    refuse_begun(session, *documents, what=what, raised=1)


def refuse_begun(
    session: Session, *documents: ColumnElement[bool], what: str, raised: int = 0
) -> None:
    """Raise BegunError where somebody has begun one of these documents."""
    begun = (
        select(func.min(Document.position) + 1)
        .join(Assignment, Assignment.document_id == Document.id)
        .where(*documents, is_begun(raised=raised))
        .group_by(Document.id)
        .order_by(func.min(Document.position))
        .limit(MOST_NAMED + 1)
    )
    if numbers := list(session.scalars(begun)):
        raise BegunError(what, numbers)
