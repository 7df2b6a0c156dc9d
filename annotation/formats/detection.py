"""Detecting a file's format: by what it begins with, and by the keys of its first record."""

from __future__ import annotations

import re
from pathlib import Path

from annotation.errors import RecordError
from annotation.formats import csv_table, mail, marked_text, packed, unsupported
from annotation.formats.exchange import brat_reading, doccano, label_studio, uima_cas_archive
from annotation.formats.json_objects import parse_object
from annotation.formats.json_stream import first_object, opening
from annotation.formats.source import Source
from annotation.records import Json
from annotation.types import LabelledEnum


class Format(LabelledEnum):
    """The file formats that documents come in, in the order in which they are offered."""

    WIKIREPLACE = "wikireplace", "WikiReplace (JSON: spans with replacement lists)"
    TAB = "tab", "TAB (JSON: spans in layers)"
    JSONL = "jsonl", "JSON lines (one text a line)"
    MARKED = "marked", "Marked text (spans in brackets, one document a file)"
    TEXT = "text", "Plain text (one document a file)"
    CSV = "csv", "Table (CSV, TSV: one document a row)"
    DOCX = "docx", "Word document (DOCX)"
    ODT = "odt", "OpenDocument text (ODT)"
    PDF = "pdf", "PDF with a text layer"
    HTML = "html", "Web page (HTML)"
    EML = "eml", "Mail (EML)"
    DOCCANO = "doccano", "doccano (JSON lines: spans with labels)"
    LABEL_STUDIO = "label-studio", "Label Studio (JSON: annotated tasks)"
    BRAT = "brat", "brat (ZIP archive of texts and annotations)"
    UIMA_CAS = "uima-cas", "UIMA CAS XMI (ZIP archive, as INCEpTION exports it)"
    ZIP = "zip", "ZIP archive of such files"

    @property
    def marks_mentions(self) -> bool:
        """Whether its documents say which spans are mentions."""
        return self in _MARKED

    @property
    def comes_in_archives(self) -> bool:
        """Whether files of it belong together, so that an archive of them is one of it."""
        return self in _PACKED_TOO


_MARKED = (
    Format.WIKIREPLACE,
    Format.TAB,
    Format.MARKED,
    Format.DOCCANO,
    Format.LABEL_STUDIO,
    Format.BRAT,
    Format.UIMA_CAS,
)

_PACKED_TOO = (Format.DOCCANO, Format.LABEL_STUDIO, Format.BRAT)
"""The formats whose files come in an archive as well, or only so."""

_NAMED_JSON = {".json": Format.WIKIREPLACE, ".jsonl": Format.JSONL, ".ndjson": Format.JSONL}
"""What a file claims to be that holds no JSON: reading it then says that it doesn't."""

_BINARY = {
    Format.DOCX: "a Word document (DOCX)",
    Format.ODT: "an OpenDocument text (ODT)",
    Format.PDF: "a PDF",
    Format.UIMA_CAS: "a ZIP archive of UIMA CAS XMI",
    Format.ZIP: "a ZIP archive",
}
"""The formats that are no text: their bytes say what they are, whatever anybody else says."""

_PDF = re.compile(rb"[\s\0\xef\xbb\xbf]*%PDF-")
_HEAD_BYTES = 1024
_ODT = "application/vnd.oasis.opendocument.text"
_MOST_MIMETYPE_BYTES = 200


def detect(source: Source, wanted: Format | None = None) -> Format:
    """Detect the format; raises RecordError for an empty file, or what is no format of ours.

    A format that is `wanted` is taken, unless the file is binary and of another, or the reverse.
    A file that looks like prose is plain text, unless its name says JSON or marked text.
    """
    if source.size == 0:
        raise RecordError("the file is empty")
    found = _detect_binary(source)
    if wanted is None:
        return found or _detect_text(source)
    if found is Format.ZIP and wanted.comes_in_archives:
        return Format.ZIP
    if found is Format.UIMA_CAS and wanted is Format.ZIP:
        return Format.UIMA_CAS
    if wanted is not found and (found or wanted in _BINARY):
        what = _BINARY[found] if found else "a text"
        raise RecordError(f"the file is {what}, not {_BINARY.get(wanted, wanted.value)}")
    return wanted


def _detect_binary(source: Source) -> Format | None:
    """Detect a format that is no text; raises RecordError for what is none of ours."""
    with source.open() as stream:
        head = stream.read(_HEAD_BYTES)
    if _PDF.match(head):
        return Format.PDF
    if head.startswith(packed.SIGNATURES):
        return _detect_packed(source)
    unsupported.check_bytes(source)
    return None


def _detect_packed(source: Source) -> Format:
    with packed.opened(source) as archive:
        names = archive.namelist()
        mimetype = ""
        if "mimetype" in names:
            content = packed.member(archive, archive.getinfo("mimetype"), _MOST_MIMETYPE_BYTES)
            mimetype = content.decode("ascii", errors="replace")
    if mimetype.startswith(_ODT):
        return Format.ODT
    if "[Content_Types].xml" in names and any(name.startswith("word/") for name in names):
        return Format.DOCX
    unsupported.check_archive(names, mimetype)
    return Format.UIMA_CAS if uima_cas_archive.looks_so(names) else Format.ZIP


def _detect_text(source: Source) -> Format:
    codec = source.encoding().codec
    is_marked = source.name.lower().endswith(marked_text.SUFFIX)
    match opening(source.chunks(codec)):
        case "":
            raise RecordError("the file is empty")
        case _ if is_marked:
            return Format.MARKED
        case "[" | "[{" | "[]" | "{" | '{"' | "{}" as begin:
            return _detect_json(_first_record(source), is_list=begin.startswith("["))
        case _ if named := _NAMED_JSON.get(Path(source.name).suffix.lower()):
            return named
        case _:
            return _detect_prose(source.name, next(source.chunks(codec)))


def _detect_json(record: dict[str, Json], *, is_list: bool) -> Format:
    """Detect what records are by the keys of the first; raises RecordError."""
    if label_studio.looks_so(record):
        return Format.LABEL_STUDIO
    if doccano.looks_so(record):
        return Format.DOCCANO
    if is_list:
        return _detect_array_kind(record)
    if "annotations" not in record:
        return Format.JSONL
    unsupported.check_record(record)
    return Format.WIKIREPLACE


def _detect_prose(name: str, head: str) -> Format:
    """Detect what a text is that is no JSON, by how it begins; raises RecordError."""
    if unsupported.is_web_page(name, head):
        return Format.HTML
    if brat_reading.looks_so(head):
        return Format.BRAT
    unsupported.check_text(head)
    if mail.looks_like_mail(name, head):
        return Format.EML
    return Format.CSV if csv_table.looks_like_table(name, head) else Format.TEXT


def _first_record(source: Source) -> dict[str, Json]:
    """Parse the first record; a broken one is left to the reader, who says where it is broken."""
    try:
        return parse_object(first_object(source.chunks()))
    except RecordError:
        return {}


def _detect_array_kind(record: dict[str, Json]) -> Format:
    mention_keys = _mention_keys(record.get("annotations"))
    if "generalized_text" in record or "replacement" in mention_keys:
        return Format.WIKIREPLACE
    if "quality_checked" in record or "confidential_status" in mention_keys:
        return Format.TAB
    return Format.WIKIREPLACE


def _mention_keys(annotations: Json) -> set[str]:
    layers = annotations.values() if isinstance(annotations, dict) else ()
    mention_lists = [layer.get("entity_mentions") for layer in layers if isinstance(layer, dict)]
    mentions = [mention for items in mention_lists if isinstance(items, list) for mention in items]
    return {key for mention in mentions if isinstance(mention, dict) for key in mention}
