"""What a file is that can't be imported, told by what is in it, with a sentence on what to do."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING

from annotation.errors import RecordError

if TYPE_CHECKING:
    from annotation.formats.source import Source
    from annotation.records import Json

_HEAD_BYTES = 4096
_HEAD_ROWS = 1_000
_FEWEST = 2
"""Rows and columns that a table has at least."""

_AS_TEXT = "Palimpsest takes text: copy or export what it says as plain text (UTF-8)"
_UNZIP = "unpack it and import the files in it"

_SIGNATURES: Mapping[bytes, tuple[str, str]] = {
    b"%PDF-": ("a PDF", _AS_TEXT),
    b"{\\rtf": ("an RTF document", _AS_TEXT),
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": ("a document of an older Microsoft Office", _AS_TEXT),
    b"\x89PNG\r\n": ("a picture (PNG)", _AS_TEXT),
    b"\xff\xd8\xff": ("a picture (JPEG)", _AS_TEXT),
    b"GIF8": ("a picture (GIF)", _AS_TEXT),
    b"II*\0": ("a picture (TIFF)", _AS_TEXT),
    b"MM\0*": ("a picture (TIFF)", _AS_TEXT),
    b"\x1f\x8b": ("a gzip archive", _UNZIP),
    b"BZh": ("a bzip2 archive", _UNZIP),
    b"7z\xbc\xaf\x27\x1c": ("a 7-Zip archive", _UNZIP),
}
"""What such files begin with → what they are, and what to do."""

_PACKED = {
    "word/": ("a Word document (DOCX)", _AS_TEXT),
    "xl/": ("an Excel workbook (XLSX)", "save each text of it as a file, or all as JSON lines"),
    "ppt/": ("a PowerPoint presentation (PPTX)", _AS_TEXT),
    "content.xml": ("an OpenDocument file (ODT)", _AS_TEXT),
    "META-INF/container.xml": ("an e-book (EPUB)", _AS_TEXT),
}
"""What is in archives that people don't know for archives."""

_MARKS = {
    b"\xff\xfe\0\0": "UTF-32LE",
    b"\0\0\xfe\xff": "UTF-32BE",
    b"\xff\xfe": "UTF-16LE",
    b"\xfe\xff": "UTF-16BE",
}
"""Byte order marks, the longer ones first."""

_BINARY = re.compile(rb"[\0-\x08\x0e-\x1a\x1c-\x1f]")
_WINDOWS = re.compile(rb"[\x80-\x9f]")
"""Letters and quotes in Windows-1252, nothing in Latin-1."""
_WEB_PAGE = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype html|html|head|body)\b", re.I | re.S
)
_XML = re.compile(r"\s*<\?xml\s")
_TABLE_SUFFIXES = (".csv", ".tsv")
_DELIMITERS = ",;\t|"
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_LIKE_THE_FIRST = 0.95
"""What share of a table's rows must look like its first: one may be torn, the last is cut off."""

_OUR_KEYS = frozenset({"meta", "quality_checked"})
_LABEL_KEYS = frozenset(
    "label labels entities ents spans relations result results predictions completions".split()
)
"""Where doccano, Label Studio, spaCy and their like keep what people marked."""


def check_bytes(source: Source) -> None:
    """Refuse what is no UTF-8 text, whatever format it is said to have; raises RecordError."""
    with source.path.open("rb") as stream:
        head = stream.read(_HEAD_BYTES)
    for signature, (kind, advice) in _SIGNATURES.items():
        if head.startswith(signature):
            raise _refusal(kind, advice)
    if head.startswith(b"PK\x03\x04"):
        raise _refusal(*_kind_of_archive(source))
    if encoding := _wide_encoding(head):
        raise _refusal(f"{encoding} text", f"save it as UTF-8: {recoding(encoding)}")
    if _BINARY.search(head) and not _is_utf8(head):
        raise _refusal("a binary file, no text", _AS_TEXT)


def check_text(name: str, head: str) -> None:
    """Refuse text that is no prose: a web page, a table; raises RecordError."""
    if _WEB_PAGE.match(head):
        raise _refusal("a web page (HTML)", _AS_TEXT)
    if _XML.match(head):
        raise _refusal("an XML file", _AS_TEXT)
    if name.lower().endswith(_TABLE_SUFFIXES) or any(
        _is_table(head, delimiter) for delimiter in _DELIMITERS
    ):
        raise _refusal(
            "a table (CSV), not one document",
            "make it JSON lines, one row a line, with the keys text and doc_id; "
            "if it is prose all the same, choose the format plain text",
        )


def check_record(record: Mapping[str, Json]) -> None:
    """Refuse a record without mentions whose labels would be lost; raises RecordError."""
    text = record.get("text")
    length = len(text) if isinstance(text, str) else 0
    keys = [
        key
        for key, value in record.items()
        if key not in _OUR_KEYS and _holds_labels(key, value, length)
    ]
    if isinstance(record.get("annotations"), list) and record["annotations"]:
        keys.append("annotations")
    if keys and not _has_mentions(record):
        raise RecordError(
            f"its labels under {', '.join(keys)} are of another tool and would be lost: bring them "
            "into annotations, as WikiReplace has them, or take the keys out"
        )


def check_label_studio(record: Mapping[str, Json]) -> None:
    """Refuse the export of Label Studio, whose text is not where ours is; raises RecordError."""
    has_tasks = any(isinstance(record.get(key), list) for key in ("annotations", "predictions"))
    if "text" not in record and isinstance(record.get("data"), dict) and has_tasks:
        raise _refusal(
            "an export of Label Studio (data, annotations)",
            "bring its texts and spans into WikiReplace's form, or its texts alone into JSON lines",
        )


def recoding(encoding: str) -> str:
    """Tell how to convert a file."""
    return f"`iconv -f {encoding} -t UTF-8 OLD > NEW`"


def narrow_encoding(rest: bytes) -> str:
    """Guess the encoding of text that is not UTF-8 from its first odd byte on."""
    return "WINDOWS-1252" if _WINDOWS.search(rest) else "ISO-8859-1"


def _refusal(kind: str, advice: str) -> RecordError:
    return RecordError(f"the file is {kind}: {advice}")


def _kind_of_archive(source: Source) -> tuple[str, str]:
    try:
        names = zipfile.ZipFile(source.path).namelist()
    except (zipfile.BadZipFile, OSError, ValueError):
        names = []
    found = (
        kind for start, kind in _PACKED.items() if any(name.startswith(start) for name in names)
    )
    return next(found, ("a ZIP archive", _UNZIP))


def _wide_encoding(head: bytes) -> str | None:
    """Tell UTF-16 and UTF-32 by their mark, UTF-16 without one by zeros at every other place."""
    for mark, encoding in _MARKS.items():
        if head.startswith(mark):
            return encoding
    even, odd = head[::2].count(0), head[1::2].count(0)
    if max(even, odd) > len(head) // 3 and min(even, odd) == 0:
        return "UTF-16BE" if even else "UTF-16LE"
    return None


def _is_utf8(head: bytes) -> bool:
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start > len(head) - 4 and error.reason == "unexpected end of data"
    return True


def _is_table(head: str, delimiter: str) -> bool:
    """Whether nearly all rows have the columns of the first, none of which begins with a blank.

    In prose a blank follows a comma, but for the commas of numbers.
    """
    first_line = head.lstrip().partition("\n")[0]
    if delimiter not in _THOUSANDS.sub("", first_line):
        return False
    reader = csv.reader(io.StringIO(head, newline=""), delimiter=delimiter, strict=True)
    rows: list[list[str]] = []
    with suppress(csv.Error):  # the head may end within quotes
        rows.extend(islice(reader, _HEAD_ROWS))
    rows = [row for row in rows if any(row)]
    if len(rows) < _FEWEST or len(rows[0]) < _FEWEST or not all(rows[0]):
        return False
    like = sum(len(row) == len(rows[0]) and not any(map(_is_indented, row)) for row in rows)
    return like >= _LIKE_THE_FIRST * len(rows)


def _is_indented(field: str) -> bool:
    return field[:1].isspace()


def _has_mentions(record: Mapping[str, Json]) -> bool:
    annotations = record.get("annotations")
    layers = annotations.values() if isinstance(annotations, dict) else ()
    return any(isinstance(layer, dict) and layer.get("entity_mentions") for layer in layers)


def _holds_labels(key: str, value: Json, length: int) -> bool:
    if not value or not isinstance(value, list | dict):
        return False
    return key in _LABEL_KEYS or all(_is_span(item, length) for item in value)


def _is_span(item: Json, length: int) -> bool:
    """Whether this is [start, end, label], as doccano and spaCy have it, within the text."""
    match item:
        case [int(start), int(end), str(label), *_]:
            return 0 <= start < end <= length and bool(label.strip())
        case _:
            return False
