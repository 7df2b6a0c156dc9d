"""The rows of an annotator's own layer: written, taken back, counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session

from annotation import records
from annotation.overlaying import free_name, layout_over
from annotation.types import ConfidentialStatus, EditType, IdentifierType, SemanticType
from webapp.core.records import replacement_row, stored_layout
from webapp.core.work.loading import Work
from webapp.platform.models import Assignment, Flag, Layer, Mention, table_of

Row = dict[str, Any]
"""The columns of a mention, as JSON."""
RowChange = tuple[int, Row | None, Row | None]
"""Mention id, its row before, its row after."""

_KINDS = {
    "entity_type": SemanticType,
    "identifier_type": IdentifierType,
    "edit_type": EditType,
    "confidential_status": ConfidentialStatus,
}
_COLUMNS = (
    "mention_id",
    "entity_id",
    "start_offset",
    "end_offset",
    "span_text",
    "generalizations",
    "origins",
    "position",
    "layout",
    "related_mentions",
    *_KINDS,
)
_UNCHANGED = ("mention_id", "layout", "related_mentions")
"""Columns that a step leaves as they are."""


class OwnLayer:
    """The own layer of an assignment's annotator; there is none while they changed nothing."""

    def __init__(self, session: Session, assignment: Assignment) -> None:
        self._session = session
        self._assignment = assignment
        self._layer = session.scalar(
            select(Layer).where(
                Layer.document_id == assignment.document_id,
                Layer.annotator_id == assignment.annotator_id,
            )
        )
        self._rows = self._read()
        self._names = {row["mention_id"] for row in self._rows.values()}

    def write(self, mentions: Mapping[str, records.Mention]) -> list[RowChange]:
        """Write mentions, by row id or a new name, as the rows of the layer; return the changes."""
        wanted = {key: self._row_of(each) for key, each in mentions.items()}
        kept = {key: wanted.pop(str(key), None) for key in self._rows}
        marks: list[RowChange] = [
            (
                key,
                self._rows[key],
                row and row | {name: self._rows[key][name] for name in _UNCHANGED},
            )
            for key, row in kept.items()
        ]
        changed = [each for each in marks if each[1] != each[2]]
        self.put(changed)
        changed += [(self._insert(row), None, row) for row in wanted.values()]
        return changed

    def put(self, marks: Sequence[RowChange]) -> None:
        """Apply changes to the rows of the layer."""
        for key, before, after in marks:
            if after is None:
                # What was said about a span stays a comment on the document.
                self._run(update(Flag).where(Flag.mention_id == key).values(mention_id=None))
                self._run(delete(Mention).where(Mention.id == key))
            elif before is not None:
                self._run(update(Mention).where(Mention.id == key).values(**_values(after)))
        for key, before, after in marks:
            if before is None and after is not None:
                self._insert(after, key)

    def settle(self, work: Work) -> None:
        """Store the counts of spans and of choices, and delete the layer if it is empty.

        Triggers count shared layers only.
        """
        self._session.flush()
        counts = {"spans": len(work.mentions), "chosen": work.done}
        self._run(update(Assignment).where(Assignment.id == self._assignment.id).values(**counts))
        if self._layer is not None and not work.own:
            self._run(delete(Layer).where(Layer.id == self._layer.id))

    def _read(self) -> dict[int, Row]:
        if self._layer is None:
            return {}
        columns = [getattr(Mention, name) for name in _COLUMNS]
        found = select(Mention.id, *columns).where(Mention.layer_id == self._layer.id)
        rows = self._session.execute(found.order_by(Mention.id))
        return {key: dict(zip(_COLUMNS, row, strict=True)) for key, *row in rows}

    def _row_of(self, mention: records.Mention) -> Row:
        return {
            "mention_id": "",
            "layout": {},
            "related_mentions": None,
            "entity_id": mention.entity_id,
            "start_offset": mention.start,
            "end_offset": mention.end,
            "span_text": mention.span_text,
            "position": mention.start,
            "entity_type": mention.entity_type,
            "identifier_type": mention.identifier_type,
            "edit_type": mention.edit_type,
            "confidential_status": mention.confidential_status,
            **replacement_row(mention.replacement),
        }

    def _insert(self, row: Row, key: int | None = None) -> int:
        layer = self._layer or self._begin()
        named = {} if key is None else {"id": key}
        home = {"layout": {}, "document_id": layer.document_id, "layer_id": layer.id}
        table = table_of(Mention)
        if not row["mention_id"]:
            row["mention_id"] = self._free_name(layer)
        self._names.add(row["mention_id"])
        new = insert(table).values(**named, **home | _values(row)).returning(table.c.id)
        row_id: int = self._session.scalars(new).one()
        return row_id

    def _free_name(self, layer: Layer) -> str:
        number = len(self._names) + 1
        while f"{layer.name}_em{number}" in self._names:
            number += 1
        return f"{layer.name}_em{number}"

    def _begin(self) -> Layer:
        """Make the layer, under its annotator's name if no shared layer has it."""
        of_document = Layer.document_id == self._assignment.document_id
        rows = self._session.execute(select(Layer.name, Layer.annotator_id).where(of_document))
        others = {other: annotator for other, annotator in rows}  # noqa: C416 - rows are no pairs
        shared = [other for other, annotator in others.items() if annotator is None]
        layout = layout_over(shared, is_blind=bool(self._assignment.is_blind))
        last = select(func.coalesce(func.max(Layer.position), -1)).where(of_document)
        self._layer = Layer(
            document_id=self._assignment.document_id,
            position=self._session.scalars(last).one() + 1,
            name=free_name(self._assignment.annotator.name, others),
            annotator_id=self._assignment.annotator_id,
            layout=stored_layout(layout),
        )
        self._session.add(self._layer)
        self._session.flush()
        return self._layer

    def _run(self, statement: Any) -> None:  # noqa: ANN401 - an UPDATE or a DELETE
        self._session.execute(statement, execution_options={"synchronize_session": False})


def _values(row: Row) -> Row:
    """Return columns as the database takes them: what was kept as JSON lost its types."""
    typed = {name: kind(row[name]) for name, kind in _KINDS.items() if row[name] is not None}
    return row | typed


def persons_of_others(session: Session, assignment: Assignment) -> list[records.Mention]:
    """Return the persons in the own layers of a document's other annotators."""
    found = (
        select(Mention)
        .join(Mention.layer)
        .where(
            Mention.document_id == assignment.document_id,
            Mention.entity_type == SemanticType.PERSON,
            Mention.identifier_type != IdentifierType.NO_MASK,
            Layer.annotator_id != assignment.annotator_id,
        )
    )
    return [
        records.Mention(
            mention_id=f"other{row.id}",
            entity_type=row.entity_type,
            start=row.start_offset,
            end=row.end_offset,
            span_text=row.span_text,
            identifier_type=row.identifier_type,
            entity_id=f"other{row.layer_id} {row.entity_id}",
            replacement=records.Replacement(row.generalizations or {}),
        )
        for row in session.scalars(found)
    ]
