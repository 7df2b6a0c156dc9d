"""Three tables (CSV): the documents, who worked on which, and the spans.

`doc_id` joins all three, `annotator` the last two. Cells are exactly what they stand for, so that
offsets hold; a spreadsheet may take a text for a formula, so these are for programs to read.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from annotation.formats.exchange.entries import Entry

DOCUMENTS = ("doc_id", "split", "task", "text")
ENTRIES = ("doc_id", "annotator", "is_gold", "generalized_text")
SPANS = (
    "mention_id",
    "start",
    "end",
    "text",
    "entity_type",
    "identifier_type",
    "entity_id",
    "edit_type",
    "confidential_status",
    "replacement",
)


class CsvWriter:
    """Writes `documents.csv`, `entries.csv` and `spans.csv`, in UTF-8; unknown cells are empty."""

    def __init__(self, folder: Path) -> None:
        tables = {
            "documents": DOCUMENTS,
            "entries": ENTRIES,
            "spans": ("doc_id", "annotator", *SPANS),
        }
        self._streams = [
            (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") for name in tables
        ]
        self._documents, self._entries, self._spans = map(csv.writer, self._streams)
        for table, heads in zip(
            (self._documents, self._entries, self._spans), tables.values(), strict=True
        ):
            table.writerow(heads)

    def add(self, document: Sequence[Entry]) -> None:
        """Write the rows of a document."""
        for entry in document[:1]:
            self._documents.writerow([getattr(entry, head) for head in DOCUMENTS])
        for entry in document:
            self._entries.writerow([getattr(entry, head) for head in ENTRIES])
            self._spans.writerows(
                [entry.doc_id, entry.annotator, *(getattr(span, head) for head in SPANS)]
                for span in entry.spans
            )

    def close(self, _card: str) -> None:
        """Finish the files; the card lies beside them."""
        for stream in self._streams:
            stream.close()
