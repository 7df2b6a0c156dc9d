"""JSON lines: an object a line for the work of one annotator on one document, its spans within.

All lines have the same keys; what is not known is null.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from annotation.formats.exchange.entries import Entry, Span
from annotation.records import Json

FILE = "dataset.jsonl"


class JsonlWriter:
    """Writes JSON lines, in UTF-8."""

    def __init__(self, folder: Path) -> None:
        self._stream = (folder / FILE).open("w", encoding="utf-8", newline="\n")

    def add(self, document: Sequence[Entry]) -> None:
        """Write a line for each entry."""
        self._stream.writelines(
            json.dumps(_entry(entry), ensure_ascii=False) + "\n" for entry in document
        )

    def close(self, _card: str) -> None:
        """Finish the file, which has no place for a card."""
        self._stream.close()


def _entry(entry: Entry) -> dict[str, Json]:
    return {
        "doc_id": entry.doc_id,
        "annotator": entry.annotator,
        "is_gold": entry.is_gold,
        "split": entry.split,
        "task": entry.task,
        "text": entry.text,
        "spans": [_span(span) for span in entry.spans],
        "generalized_text": entry.generalized_text,
    }


def _span(span: Span) -> Json:
    return {
        "mention_id": span.mention_id,
        "start": span.start,
        "end": span.end,
        "text": span.text,
        "entity_type": span.entity_type,
        "identifier_type": span.identifier_type,
        "entity_id": span.entity_id,
        "edit_type": span.edit_type,
        "confidential_status": span.confidential_status,
        "replacement": span.replacement,
    }
