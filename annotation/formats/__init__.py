"""File formats: reading documents from a file, whichever format it has, and writing them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from annotation.errors import RecordError, locating
from annotation.formats import jsonl, marked_text, plain_text, tab, wikireplace
from annotation.formats.detection import Format, detect
from annotation.formats.record_shape import (
    MAX_TEXT_CHARACTERS,
    document_from_json,
    document_to_json,
)
from annotation.formats.source import MAX_FILE_BYTES, Source
from annotation.records import Document, Json

__all__ = [
    "MAX_DOCUMENTS",
    "MAX_FILE_BYTES",
    "MAX_TEXT_CHARACTERS",
    "WRITABLE",
    "Format",
    "detect_format",
    "document_from_json",
    "document_to_json",
    "iter_json_list",
    "read_documents",
    "to_json",
    "write_documents",
]

MAX_DOCUMENTS = 1_000_000
"""A file with more is refused: the doc_ids seen must fit in memory."""

_READERS: dict[Format, Callable[[Source], Iterator[Document]]] = {
    Format.WIKIREPLACE: wikireplace.read,
    Format.TAB: tab.read,
    Format.TEXT: plain_text.read,
    Format.JSONL: jsonl.read,
    Format.MARKED: marked_text.read,
}
_WRITERS = {Format.WIKIREPLACE: wikireplace.to_json, Format.TAB: tab.to_json}

WRITABLE = frozenset(_WRITERS)
"""The formats that documents can be written in."""


def detect_format(path: Path, *, name: str | None = None) -> Format:
    """Tell a file's format by what it begins with; raises RecordError if it is unreadable.

    `name` is the file name as people know it, if `path` is not that.
    """
    source = Source(path, name or path.name)
    with locating(file=source.name):
        source.check_size()
        return detect(source)


def read_documents(
    path: Path,
    *,
    format: Format | None = None,  # noqa: A002 - the word people use
    name: str | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Iterator[Document]:
    """Read the documents of a file one by one, so that memory is bounded by one document.

    A too large file and an unrecognisable one are refused at once, any other fault when the
    iteration meets it: what came before must not be kept. `name` is shown in messages instead of
    the path's, `on_progress` hears the number of bytes read so far. Raises RecordError.
    """
    source = Source(path, name or path.name, on_progress)
    with locating(file=source.name):
        source.check_size()
        reader = _READERS[format or detect(replace(source, on_progress=None))]
    return _read_checked(source, reader)


def _read_checked(
    source: Source, reader: Callable[[Source], Iterator[Document]]
) -> Iterator[Document]:
    seen: set[str] = set()
    with locating(file=source.name):
        for document in reader(source):
            if document.doc_id in seen:
                raise RecordError(
                    "the same doc_id stands twice in the file", doc_id=document.doc_id
                )
            if len(seen) == MAX_DOCUMENTS:
                raise RecordError(f"the file has more than {MAX_DOCUMENTS:,} documents")
            seen.add(document.doc_id)
            yield document


def to_json(
    document: Document,
    format: Format = Format.WIKIREPLACE,  # noqa: A002 - the word people use
) -> dict[str, Json]:
    """Make the JSON value of a document in one of the WRITABLE formats."""
    return _WRITERS[format](document)


def iter_json_list(values: Iterable[Json]) -> Iterator[str]:
    """Yield the pieces of a JSON list of these values, one a line."""
    separator = "[\n"
    for value in values:
        yield separator + json.dumps(value, ensure_ascii=False, allow_nan=False)
        separator = ",\n"
    yield "[]\n" if separator == "[\n" else "\n]\n"


def write_documents(
    documents: Iterable[Document],
    stream: TextIO,
    format: Format = Format.WIKIREPLACE,  # noqa: A002 - the word people use
) -> None:
    """Write documents as a JSON list, one a line; the format is one of WRITABLE."""
    for piece in iter_json_list(map(_WRITERS[format], documents)):
        stream.write(piece)
