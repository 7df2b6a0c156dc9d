"""Documents that nobody has begun: what the application itself may still change.

Begun is a document with any choice, or that anybody has opened to work on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from sqlalchemy import ColumnElement, CursorResult, and_, exists, func, not_, select, update
from sqlalchemy.orm import Session

from webapp.platform.models import (
    IS_SUGGESTED,
    Assignment,
    AssignmentState,
    Choice,
    Document,
    Flag,
    Layer,
    Mention,
    Project,
)


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


def has_been_read() -> ColumnElement[bool]:
    """Return the condition, in a query of `Document`, that masks were looked for in it."""
    return exists().where(Layer.document_id == Document.id, IS_SUGGESTED).correlate(Document)


def is_suggested() -> ColumnElement[bool]:
    """Return the condition, in a query of `Document`, that it has suggested spans only.

    Lists that came in a file are somebody's work, and so are comments on a span: where there are
    such, nothing may be found anew.
    """
    has_layer = exists().where(Layer.document_id == Document.id).correlate(Document)
    has_mention = exists().where(Mention.document_id == Document.id).correlate(Document)
    came_in_file = and_(Mention.generalizations.is_not(None), Mention.origins.is_(None))
    return and_(
        has_been_read(),
        ~has_layer.where(not_(IS_SUGGESTED)),
        ~has_mention.where(came_in_file),
        ~has_mention.where(Flag.mention_id == Mention.id),
    )


def count_renewable(session: Session, project: Project) -> int:
    """Count the documents that nobody has begun and whose spans can be found anew."""
    return len(untouched_documents(session, project, is_suggested()))
