"""Reading the documents of a project as records."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import (
    Engine,
    Row,
    ScalarSelect,
    Select,
    SQLColumnExpression,
    case,
    func,
    literal,
    select,
)
from sqlalchemy.orm import Session

from annotation import records
from annotation.errors import RecordError
from webapp.core.records.batch import Batch
from webapp.core.records.gold import GoldLayers, Layers
from webapp.platform.models import Adjudication, Assignment, AssignmentState, Document, Project
from webapp.platform.models.states import FINAL_STATES

BATCH = 50
"""The number of documents that are read at once."""

TEST_SPLIT = "test"

_Item = TypeVar("_Item")


def load_record(
    session: Session,
    document_id: int,
    *,
    only_final: bool,
    approved_first: bool = False,
    layers: Layers = Layers.ANNOTATORS,
) -> records.Document | None:
    """Return a document with its choices, those of submitted work alone if `only_final`.

    With `approved_first` it holds approved work alone, if there is any. None where there is no such
    document or, if `only_final`, nobody submitted it, or where it has no gold layer and that is
    wanted.
    """
    found = load_records(
        session,
        [document_id],
        only_final=only_final,
        approved_first=approved_first,
        layers=layers,
    )
    return found.get(document_id)


def load_records(
    session: Session,
    ids: Sequence[int],
    *,
    only_final: bool,
    approved_first: bool = False,
    layers: Layers = Layers.ANNOTATORS,
) -> dict[int, records.Document]:
    """Return several documents by id, less those that `load_record` would not find."""
    states = FINAL_STATES if only_final else None
    batch = Batch(session, ids, states=states, approved_first=approved_first)
    gold = GoldLayers(session, ids, layers)
    found = {
        document_id: gold.put_into(batch.record(document_id), document_id)
        for document_id in batch.documents
        if batch.annotators[document_id] or not only_final
    }
    return {document_id: record for document_id, record in found.items() if record is not None}


def iter_records(
    session: Session,
    project: Project,
    *,
    only_final: bool,
    split: str | None = None,
    multi_to_test: bool = False,
    layers: Layers = Layers.ANNOTATORS,
) -> Iterator[records.Document]:
    """Yield the documents of a project in their order, holding one batch at a time.

    `only_final` leaves out work that is not submitted; the rest is said of `NumberedRecords`, but
    that a document which can't be put together raises RecordError.
    """
    states = FINAL_STATES if only_final else None
    for each in NumberedRecords(
        session, project, states=states, split=split, multi_to_test=multi_to_test, layers=layers
    ):
        if isinstance(each.found, RecordError):
            raise each.found
        yield each.found


class NumberedRecord(NamedTuple):
    """A document of a project with its row's id and its number, or why it can't be put together."""

    document_id: int
    number: int
    found: records.Document | RecordError


class NumberedRecords:
    """The documents of a project in their order, held one batch at a time.

    `states` leaves out work in others, and documents without any in these; `approved_first` leaves
    out other work of documents with approved work; `split` keeps one `dataset_type`, "" the
    documents without; `multi_to_test` counts what several annotators submitted as test; `ids` keeps
    these alone; `layers` says whose work they hold.
    """

    def __init__(
        self,
        session: Session,
        project: Project,
        *,
        states: Collection[AssignmentState] | None,
        approved_first: bool = False,
        split: str | None = None,
        multi_to_test: bool = False,
        ids: Collection[int] | None = None,
        layers: Layers = Layers.ANNOTATORS,
    ) -> None:
        self._session, self._states, self._layers = session, states, layers
        self._approved_first = approved_first
        effective = _effective_split(multi_to_test=multi_to_test)
        chosen: Select[*tuple[Any, ...]] = select(
            Document.id, Document.position, effective.label("split")
        ).where(Document.project_id == project.id)
        if states is not None:
            chosen = chosen.where(_count_work(states) > 0)
        if split is not None:
            chosen = chosen.where(func.coalesce(effective, "") == split)
        if ids is not None:
            chosen = chosen.where(Document.id.in_(ids))
        if layers is Layers.GOLD:
            chosen = chosen.where(Document.id.in_(select(Adjudication.document_id)))
        self._rows = session.execute(chosen.order_by(Document.position, Document.id)).all()

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[NumberedRecord]:
        for part in in_batches(self._rows):
            ids = [row.id for row in part]
            batch = Batch(
                self._session, ids, states=self._states, approved_first=self._approved_first
            )
            gold = GoldLayers(self._session, ids, self._layers)
            for row in part:
                if row.id not in batch.documents:  # deleted since, and no snapshot is read
                    continue
                if self._states is not None and not batch.annotators[row.id]:
                    continue
                found = _put_together(batch, row, gold)
                if found is not None:
                    yield NumberedRecord(row.id, row.position + 1, found)


def _put_together(
    batch: Batch, row: Row[*tuple[Any, ...]], gold: GoldLayers
) -> records.Document | RecordError | None:
    """Return a document, why it can't be put together, or None where it is not wanted."""
    try:
        record = gold.put_into(batch.record(row.id), row.id)
    except RecordError as fault:
        return fault
    if record is None:
        return None
    moved = record.dataset_type != row.split
    return replace(record, dataset_type=row.split) if moved else record


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


def _count_work(states: Collection[AssignmentState]) -> ScalarSelect[int]:
    return (
        select(func.count())
        .select_from(Assignment)
        .where(Assignment.document_id == Document.id, Assignment.state.in_(states))
        .correlate(Document)
        .scalar_subquery()
    )


def _effective_split(*, multi_to_test: bool) -> SQLColumnExpression[str | None]:
    if not multi_to_test:
        return Document.dataset_type
    return case((_count_work(FINAL_STATES) > 1, literal(TEST_SPLIT)), else_=Document.dataset_type)
