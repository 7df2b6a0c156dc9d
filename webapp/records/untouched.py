"""Documents that nobody has begun: what the house itself may still change.

Begun is a document with any choice, or that anybody has opened to work on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from sqlalchemy import ColumnElement, CursorResult, func, select, update
from sqlalchemy.orm import Session

from webapp.models import Assignment, AssignmentState, Choice, Document, Project


def untouched_documents(
    session: Session, project: Project, *such: ColumnElement[bool]
) -> Sequence[int]:
    """Return the ids of a project's documents that nobody has begun, in the order of work.

    `such` are further conditions in a query of `Document`.
    """
    worked_on = select(Assignment.document_id).where(Assignment.state != AssignmentState.ASSIGNED)
    chosen_in = select(Choice.document_id)
    found = select(Document.id).where(
        Document.project_id == project.id,
        Document.id.not_in(worked_on),
        Document.id.not_in(chosen_in),
        *such,
    )
    return session.scalars(found.order_by(Document.position)).all()


def take_untouched(session: Session, document_id: int) -> bool:
    """Hold a document that nobody has begun until the commit; False where somebody has.

    Raising the versions makes a choice on a page that shows it as it was a conflict.
    """
    session.execute(select(Document.id).where(Document.id == document_id).with_for_update())
    waiting = update(Assignment).where(
        Assignment.document_id == document_id, Assignment.state == AssignmentState.ASSIGNED
    )
    raised = cast(
        "CursorResult[tuple[()]]",
        session.execute(
            waiting.values(version=Assignment.version + 1),
            execution_options={"synchronize_session": False},
        ),
    ).rowcount
    of_document = select(func.count()).where(Assignment.document_id == document_id)
    choices = select(func.count()).where(Choice.document_id == document_id)
    is_untouched = session.scalar(of_document) == raised and not session.scalar(choices)
    if not is_untouched:
        session.rollback()
    return is_untouched
