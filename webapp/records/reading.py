"""Reading the documents of a project as records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

from sqlalchemy import (
    Engine,
    ScalarSelect,
    SQLColumnExpression,
    case,
    func,
    literal,
    select,
)
from sqlalchemy.orm import Session

from annotation import records
from webapp.models import Assignment, Document, Project
from webapp.models.states import FINAL_STATES
from webapp.records.batch import Batch

BATCH = 50
"""The number of documents that are read at once."""

TEST_SPLIT = "test"

_Item = TypeVar("_Item")


def load_record(session: Session, document_id: int, *, only_final: bool) -> records.Document | None:
    """Return a document with its choices, those of submitted work alone if `only_final`.

    None where there is no such document or, if `only_final`, nobody submitted it.
    """
    return load_records(session, [document_id], only_final=only_final).get(document_id)


def load_records(
    session: Session, ids: Sequence[int], *, only_final: bool
) -> dict[int, records.Document]:
    """Return several documents by id, less those that `load_record` would not find."""
    batch = Batch(session, ids, only_final=only_final)
    return {
        document_id: batch.record(document_id)
        for document_id in batch.documents
        if batch.annotators[document_id] or not only_final
    }


def iter_records(
    session: Session,
    project: Project,
    *,
    only_final: bool,
    split: str | None = None,
    multi_to_test: bool = False,
) -> Iterator[records.Document]:
    """Yield the documents of a project in their order, holding one batch at a time.

    `only_final` leaves out work that is not submitted, and documents without any that is; `split`
    keeps one `dataset_type`, "" the documents without; `multi_to_test` counts what several
    annotators submitted as test.
    """
    effective = _effective_split(multi_to_test=multi_to_test)
    chosen = select(Document.id, effective).where(Document.project_id == project.id)
    if only_final:
        chosen = chosen.where(_submissions() > 0)
    if split is not None:
        chosen = chosen.where(func.coalesce(effective, "") == split)
    rows = session.execute(chosen.order_by(Document.position, Document.id)).all()
    for part in in_batches(rows):
        found = load_records(session, [row[0] for row in part], only_final=only_final)
        for document_id, dataset_type in part:
            if record := found.get(document_id):
                moved = record.dataset_type != dataset_type
                yield replace(record, dataset_type=dataset_type) if moved else record


def in_batches(items: Sequence[_Item], size: int = BATCH) -> Iterator[Sequence[_Item]]:
    """Cut a sequence into pieces of at most this size."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


@contextmanager
def snapshot(engine: Engine) -> Iterator[Session]:
    """Open a session that sees one state of the database for as long as it reads."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")  # the driver itself begins at the first change
        else:
            connection.execution_options(isolation_level="REPEATABLE READ")
        with Session(connection) as session:
            yield session


def _submissions() -> ScalarSelect[int]:
    return (
        select(func.count())
        .select_from(Assignment)
        .where(Assignment.document_id == Document.id, Assignment.state.in_(FINAL_STATES))
        .correlate(Document)
        .scalar_subquery()
    )


def _effective_split(*, multi_to_test: bool) -> SQLColumnExpression[str | None]:
    if not multi_to_test:
        return Document.dataset_type
    return case((_submissions() > 1, literal(TEST_SPLIT)), else_=Document.dataset_type)
