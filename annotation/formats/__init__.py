"""File formats: reading documents from a file, whichever format it has, and writing them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from annotation.errors import RecordError, locating
from annotation.formats import (
    csv_table,
    docx,
    html_page,
    jsonl,
    mail,
    marked_text,
    odt,
    pdf,
    plain_text,
    tab,
    wikireplace,
    zip_archive,
)
from annotation.formats.detection import Format, detect
from annotation.formats.exchange import (
    brat_reading,
    doccano,
    label_studio_reading,
    uima_cas_reading,
)
from annotation.formats.gathering import Gathered
from annotation.formats.record_shape import (
    MAX_TEXT_CHARACTERS,
    document_from_json,
    document_to_json,
)
from annotation.formats.source import MAX_FILE_BYTES, Source
from annotation.formats.zip_archive import MAX_MEMBER_BYTES, is_hidden, places
from annotation.records import Document, Json

__all__ = [
    "MAX_DOCUMENTS",
    "MAX_FILE_BYTES",
    "MAX_MEMBER_BYTES",
    "MAX_TEXT_CHARACTERS",
    "WRITABLE",
    "Format",
    "Source",
    "detect_format",
    "document_from_json",
    "document_to_json",
    "is_hidden",
    "iter_json_list",
    "places",
    "read_documents",
    "refuse",
    "to_json",
    "write_documents",
]

MAX_DOCUMENTS = 1_000_000
"""A file with more is refused: the doc_ids seen must fit in memory."""

Reader = Callable[[Source], Iterator[Document | RecordError]]
"""Yields each document or its fault; what it raises ends the file."""


def _read_archive(source: Source) -> Iterator[Document | RecordError]:
    """Read the files in an archive, and in those that lie in it."""
    yield from _read_members(source, zip_archive.Allowance(), is_within=False)


def _read_members(
    source: Source, allowance: zip_archive.Allowance, *, is_within: bool
) -> Iterator[Document | RecordError]:
    """Read the files in an archive; what is wrong with one does not stop the others."""
    with zip_archive.opened(source, allowance) as archive:
        gathered = Gathered(archive)
        for path in gathered.paths():
            try:
                member = archive.member(path)
                found = detect(member)
                if gathered.takes(path, member, found):
                    continue
                for document in _read_member(member, found, allowance, is_within=is_within):
                    if isinstance(document, RecordError):
                        yield document.located(file=member.name)
                    else:
                        yield document
            except RecordError as fault:
                yield fault.located(file=archive.file_of(path))
        yield from gathered.documents()


def _read_member(
    member: Source, found: Format, allowance: zip_archive.Allowance, *, is_within: bool
) -> Iterator[Document | RecordError]:
    if found is not Format.ZIP:
        return _READERS[found](member)
    if is_within:
        raise RecordError("it is an archive in an archive in an archive: unpack it")
    return _read_members(member, allowance, is_within=True)


_READERS: dict[Format, Reader] = {
    Format.WIKIREPLACE: wikireplace.read,
    Format.TAB: tab.read,
    Format.TEXT: plain_text.read,
    Format.JSONL: jsonl.read,
    Format.MARKED: marked_text.read,
    Format.CSV: csv_table.read,
    Format.HTML: html_page.read,
    Format.EML: mail.read,
    Format.DOCX: docx.read,
    Format.ODT: odt.read,
    Format.PDF: pdf.read,
    Format.DOCCANO: doccano.read,
    Format.LABEL_STUDIO: label_studio_reading.read,
    Format.BRAT: brat_reading.read,
    Format.UIMA_CAS: uima_cas_reading.read,
    Format.ZIP: _read_archive,
}
_WRITERS = {Format.WIKIREPLACE: wikireplace.to_json, Format.TAB: tab.to_json}

WRITABLE = frozenset(_WRITERS)
"""The formats that documents can be written in."""


def detect_format(path: Path, *, name: str | None = None) -> Format:
    """Detect a file's format by what it begins with; raises RecordError if it is unreadable.

    `name` is the file name as people know it, if `path` is not that.
    """
    source = Source(path, name or path.name)
    with locating(file=source.name):
        source.check_size()
        return detect(source)


def read_documents(  # noqa: PLR0913 - options of the reading, and callbacks
    path: Path,
    *,
    format: Format | None = None,  # noqa: A002 - the word people use
    name: str | None = None,
    place: str | None = None,
    text_column: str | None = None,
    text_columns: Mapping[tuple[str, ...], str] | None = None,
    on_progress: Callable[[int], None] | None = None,
    on_note: Callable[[str], None] | None = None,
    on_fault: Callable[[RecordError], None] | None = None,
    on_file: Callable[[str, Source], None] | None = None,
) -> Iterator[Document]:
    """Read the documents of a file one by one, so that memory is bounded by one document.

    A too large file and an unrecognisable one are refused at once, any other fault when the
    iteration meets it: what came before must not be kept. `name` is shown in messages instead of
    the path's; `place` names the document in its stead, a file of several before their own names.
    `text_column` is the column of a table that is the text, `text_columns` that of tables of just
    those columns. `on_progress` is called with the number of bytes read so far, `on_note` with
    what people should know of what was read: an encoding that was guessed, what of a file is not
    in its text. `on_fault` is called with what is wrong with a document, which is then left out;
    without it, and where the file can't be read on, the fault is raised. `on_file` is called with
    the doc_id and the source of each file that is one document and can be written again in its
    layout, before that document is yielded. Raises RecordError.
    """
    source = Source(
        path,
        name or path.name,
        on_progress,
        on_note,
        text_column,
        text_columns or {},
        place,
        on_file=on_file,
    )
    with locating(file=source.name):
        source.check_size()
        reader = _READERS[detect(_for_detection(source), format)]
    return _read_checked(source, reader, on_fault or refuse)


def _for_detection(source: Source) -> Source:
    """Return the source as it is read to detect its format, which counts as no progress."""
    on_progress = source.on_progress
    return replace(source, on_progress=on_progress and (lambda _: on_progress(0)))


def refuse(fault: RecordError) -> None:
    """Let the fault of one document be that of the whole file; raises RecordError."""
    raise fault


def _read_checked(
    source: Source, reader: Reader, on_fault: Callable[[RecordError], None]
) -> Iterator[Document]:
    seen: set[str] = set()
    with locating(file=source.name):
        for found in reader(source):
            if isinstance(found, RecordError):
                on_fault(found)
            elif found.doc_id in seen:
                problem = "the same doc_id stands twice in the file"
                on_fault(RecordError(problem, doc_id=found.doc_id))
            elif len(seen) == MAX_DOCUMENTS:
                raise RecordError(f"the file has more than {MAX_DOCUMENTS:,} documents")
            else:
                seen.add(found.doc_id)
                yield found


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
