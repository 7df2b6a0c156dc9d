"""Deleting documents that nobody sees any more: in parts, so that nobody waits for it."""

from __future__ import annotations

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.orm import Session

from webapp import store_sync
from webapp.models import Document

BATCH = 25
"""The number of documents deleted in one transaction."""


def delete_documents(
    session: Session, *documents: ColumnElement[bool], records_of: int | None = None
) -> None:
    """Delete documents with all that hangs on them.

    `records_of` names the project in whose store they may have records; these go first, so that
    none is forgotten if the process dies in between.
    """
    some = select(Document.id, Document.doc_id).where(*documents).limit(BATCH)
    while rows := session.execute(some).all():
        session.rollback()  # nothing is held while files are deleted
        if records_of is not None:
            store_sync.remove(records_of, [row.doc_id for row in rows])
        session.execute(
            delete(Document).where(Document.id.in_([row.id for row in rows])),
            execution_options={"synchronize_session": False},
        )
        session.commit()
