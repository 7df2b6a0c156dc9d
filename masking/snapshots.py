"""Snapshots for the trainer of masks: documents that people corrected, as a file of records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from annotation.errors import RecordError
from annotation.formats.record_shape import document_from_json, document_to_json
from annotation.records import Document
from learning.record_files import read_records, write_records

MARKED = "marked documents"


def write_documents(path: Path, documents: Iterable[Document]) -> int:
    """Write a snapshot and return the number of its documents; raises LearningError."""
    return write_records(path, MARKED, (document_to_json(each) for each in documents))


def read_documents(path: Path) -> Iterator[Document]:
    """Read a snapshot one document at a time; raises LearningError, which names the line."""
    return read_records(path, MARKED, _document)


def _document(value: Any) -> Document:  # noqa: ANN401 - whatever stands in a line
    try:
        return document_from_json(value)
    except RecordError as error:
        raise ValueError from error
