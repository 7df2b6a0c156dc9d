"""Parquet: one row an entry, its spans a list of structs; offsets are code points.

Rows are written in groups, so that memory is bounded by one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from annotation.formats.exchange.cards import write_card
from annotation.formats.exchange.entries import Entry, Span
from annotation.types import LabelledEnum

MAX_GROUP_ROWS = 1_000
MAX_GROUP_CHARACTERS = 8_000_000

NAME = "entries.parquet"

Row = dict[str, object]
"""The values of a row by column."""


def schema_of(label: pa.DataType) -> pa.Schema:
    """Make the schema of the rows; `label` is the type of those columns that hold one of a set."""
    span = pa.struct(
        [
            pa.field("mention_id", pa.string()),
            pa.field("start", pa.int32()),
            pa.field("end", pa.int32()),
            pa.field("text", pa.string()),
            pa.field("entity_type", label),
            pa.field("identifier_type", label),
            pa.field("entity_id", pa.string()),
            pa.field("edit_type", label),
            pa.field("confidential_status", label),
            pa.field("replacement", pa.string()),
        ]
    )
    return pa.schema(
        [
            pa.field("doc_id", pa.string()),
            pa.field("text", pa.string()),
            pa.field("annotator", pa.string()),
            pa.field("is_gold", pa.bool_()),
            pa.field("split", pa.string()),
            pa.field("task", pa.string()),
            pa.field("generalized_text", pa.string()),
            pa.field("spans", pa.list_(span)),
        ]
    )


class EntryFile:
    """A Parquet file of entries that is being written.

    `as_label` makes the value of those columns that hold one of a set.
    """

    def __init__(
        self, path: Path, schema: pa.Schema, as_label: Callable[[LabelledEnum], object]
    ) -> None:
        self.rows = 0
        self._as_label = as_label
        self._writer = pq.ParquetWriter(path, schema, compression="zstd")
        self._schema = schema
        self._group: list[Row] = []
        self._characters = 0

    def add(self, entries: Iterable[Entry]) -> None:
        """Add a row for each entry."""
        for entry in entries:
            self._group.append(self._row(entry))
            self.rows += 1
            self._characters += len(entry.text) + len(entry.generalized_text or "")
            if len(self._group) >= MAX_GROUP_ROWS or self._characters >= MAX_GROUP_CHARACTERS:
                self._write_group()

    def close(self) -> None:
        """Write what is left, and the end of the file."""
        if self._group:
            self._write_group()
        self._writer.close()

    def _row(self, entry: Entry) -> Row:
        return {
            "doc_id": entry.doc_id,
            "text": entry.text,
            "annotator": entry.annotator,
            "is_gold": entry.is_gold,
            "split": entry.split,
            "task": entry.task,
            "generalized_text": entry.generalized_text,
            "spans": [self._span(span) for span in entry.spans],
        }

    def _span(self, span: Span) -> Row:
        edit, status = span.edit_type, span.confidential_status
        return {
            "mention_id": span.mention_id,
            "start": span.start,
            "end": span.end,
            "text": span.text,
            "entity_type": self._as_label(span.entity_type),
            "identifier_type": self._as_label(span.identifier_type),
            "entity_id": span.entity_id,
            "edit_type": None if edit is None else self._as_label(edit),
            "confidential_status": None if status is None else self._as_label(status),
            "replacement": span.replacement,
        }

    def _write_group(self) -> None:
        self._writer.write_table(pa.Table.from_pylist(self._group, self._schema))
        self._group.clear()
        self._characters = 0


class ParquetWriter:
    """Writes all entries into one file, with the card beside it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = EntryFile(folder / NAME, schema_of(pa.string()), str)

    def add(self, document: Sequence[Entry]) -> None:
        """Write the entries of one document."""
        self._file.add(document)

    def close(self, card: str) -> None:
        """Finish the file, and write the card."""
        self._file.close()
        write_card(self._folder, card)
