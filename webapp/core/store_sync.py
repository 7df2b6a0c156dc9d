"""Keeping the JSON store in step with the database, which alone decides.

A record is written from a fresh reading under its document's lock: whoever writes last has seen
what the others committed. Only documents with submitted work have a record.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

from flask import current_app
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from annotation.errors import AnnotationError
from annotation.formats import document_to_json
from annotation.store import DocumentStore, StoreReport
from webapp.core.records import Layers, in_batches, iter_records, load_records, snapshot
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.models import Document, Project

logger = logging.getLogger(__name__)

WRITE_BATCH = 25
"""How many documents are locked, read and written at once when many are to be written."""


def store_of(project_id: int) -> DocumentStore:
    """Return the store of a project in the home folder."""
    config: Config = current_app.extensions["palimpsest"]
    return DocumentStore(Path(config.home) / "store" / str(project_id))


def rewrite(document_id: int) -> bool:
    """Bring a document's record up to date after a commit; False where that failed.

    A failure is logged and undoes nothing: `palimpsest store rebuild` makes up for it.
    """
    try:
        return _rewrite(document_id)
    except (OSError, AnnotationError, SQLAlchemyError) as error:
        # The message of a database error quotes what was read, so only its kind is logged.
        logger.critical(
            "the record of document %d was not written (%s): run `palimpsest store rebuild`",
            document_id,
            type(error).__name__,
        )
        return False


def _rewrite(document_id: int) -> bool:
    with snapshot(db.engine) as session:
        row = session.execute(
            select(Document.project_id, Document.doc_id).where(Document.id == document_id)
        ).one_or_none()
    if row is None or row.project_id is None:
        return True
    _write(row.project_id, {document_id: row.doc_id})
    return True


def write_all(
    project_id: int,
    document_ids: Sequence[int],
    on_progress: Callable[[int], None] = lambda _: None,
) -> None:
    """Bring the records of many documents of a project up to date, `on_progress` hearing how many.

    Raises OSError where one can't be written.
    """
    done = 0
    for ids in in_batches(document_ids, WRITE_BATCH):
        with snapshot(db.engine) as session:
            names = select(Document.id, Document.doc_id).where(Document.id.in_(ids))
            doc_ids = {row.id: row.doc_id for row in session.execute(names)}
        _write(project_id, doc_ids)
        done += len(ids)
        on_progress(done)


def _write(project_id: int, doc_ids: Mapping[int, str]) -> None:
    store = store_of(project_id)
    with ExitStack() as locks:
        for doc_id in sorted(doc_ids.values()):  # all writers lock in one order
            locks.enter_context(store.locked(doc_id))
        with snapshot(db.engine) as session:
            in_project = select(Document.id).where(
                Document.id.in_(doc_ids), Document.project_id == project_id
            )
            ids = session.scalars(in_project).all()
            found = load_records(session, ids, only_final=True, layers=Layers.BOTH)
        for document_id, doc_id in doc_ids.items():
            if record := found.get(document_id):
                store.write(document_to_json(record))
            else:
                store.delete(doc_id)


def remove(project_id: int, doc_ids: Sequence[str]) -> None:
    """Remove the records of documents that a project does not have, or no longer.

    Raises OSError where one can't be removed.
    """
    store = store_of(project_id)
    stored = sorted(doc_id for doc_id in doc_ids if store.path_of(doc_id).exists())
    with ExitStack() as locks:
        for doc_id in stored:  # all writers lock in one order
            locks.enter_context(store.locked(doc_id))
        with snapshot(db.engine) as session:
            present = select(Document.doc_id).where(
                Document.project_id == project_id, Document.doc_id.in_(stored)
            )
            kept = set(session.scalars(present))
        for doc_id in stored:
            if doc_id not in kept:
                store.delete(doc_id)


def rebuild(project: Project, on_progress: Callable[[int], None] = lambda _: None) -> int:
    """Write every record of a project anew and remove what should not be there.

    Returns the number of records.
    """
    with snapshot(db.engine) as session:
        in_project = select(Document.id).where(Document.project_id == project.id)
        document_ids = session.scalars(in_project.order_by(Document.position)).all()
        doc_ids = session.scalars(
            select(Document.doc_id).where(Document.project_id == project.id)
        ).all()
    store = store_of(project.id)
    write_all(project.id, document_ids, on_progress)
    store.prune(doc_ids)
    store.sweep()
    return sum(1 for _ in store.iter_paths())


def verify(project: Project) -> StoreReport:
    """Compare the store of a project with the database.

    Somebody may submit between the two readings: only what differs twice counts.
    """
    report = _compare(project)
    if report.is_clean:
        return report
    again = asdict(_compare(project))
    return StoreReport(
        **{
            fault: tuple(name for name in names if name in again[fault])
            for fault, names in asdict(report).items()
        }
    )


def _compare(project: Project) -> StoreReport:
    with snapshot(db.engine) as session:
        expected = iter_records(session, project, only_final=True, layers=Layers.BOTH)
        return store_of(project.id).compare(
            (record.doc_id, document_to_json(record)) for record in expected
        )
