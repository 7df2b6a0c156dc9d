"""Files that can't be imported: what they are, by what is in them, and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from annotation.errors import RecordError
from annotation.formats.encoding import certain_codec

if TYPE_CHECKING:
    from annotation.formats.source import Source
    from annotation.records import Json

_HEAD_BYTES = 4096
_STEP_BYTES = 1024 * 1024

_AS_TEXT = "Palimpsest takes text: copy or export what it says as plain text (UTF-8)"
_AS_WORD = "open it and save it as a Word document (DOCX), or as plain text"
_AS_CSV = "save the sheet with the texts as CSV"
_PICTURE = "run text recognition (OCR) on it, and import the text or the PDF that comes of it"
_WITH_TYPES = "put it into a ZIP archive together with TypeSystem.xml, as INCEpTION exports it"
_UNZIP = "unpack it and import the files in it, or pack them as ZIP"

_SIGNATURES: Mapping[bytes, tuple[str, str]] = {
    b"{\\rtf": ("an RTF document", _AS_WORD),
    b"\x89PNG\r\n": ("a picture (PNG)", _PICTURE),
    b"\xff\xd8\xff": ("a picture (JPEG)", _PICTURE),
    b"GIF8": ("a picture (GIF)", _PICTURE),
    b"II*\0": ("a picture (TIFF)", _PICTURE),
    b"MM\0*": ("a picture (TIFF)", _PICTURE),
    b"\x1f\x8b": ("a gzip archive", _UNZIP),
    b"BZh": ("a bzip2 archive", _UNZIP),
    b"7z\xbc\xaf\x27\x1c": ("a 7-Zip archive", _UNZIP),
    b"Rar!\x1a\x07": ("a RAR archive", _UNZIP),
    b"\xfd7zXZ\0": ("an XZ archive", _UNZIP),
}
"""What such files begin with → what they are, and what to do."""

_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_COMPOUNDS: Mapping[str, tuple[str, str]] = {
    "EncryptedPackage": (
        "an encrypted Office document",
        "open it with its password and save it without one",
    ),
    "__properties_version1.0": ("a mail of Outlook (MSG)", "save it as EML"),
    "Workbook": ("a workbook of an older Excel (XLS)", _AS_CSV),
    "WordDocument": ("a document of an older Word (DOC)", _AS_WORD),
}
"""What is named in the files of older Office programs → what they are, and what to do."""

_PACKED: Mapping[str, tuple[str, str]] = {
    "xl/": ("an Excel workbook (XLSX)", _AS_CSV),
    "ppt/": ("a PowerPoint presentation (PPTX)", _AS_TEXT),
    "META-INF/container.xml": ("an e-book (EPUB)", _AS_TEXT),
    "Index/Document.iwa": ("a Pages document", "export it as a Word document (DOCX)"),
}
"""What is in archives that people don't know for archives."""
_MIMETYPES: Mapping[str, tuple[str, str]] = {
    "application/vnd.oasis.opendocument.spreadsheet": ("an OpenDocument table (ODS)", _AS_CSV),
    "application/vnd.oasis.opendocument": ("an OpenDocument file that is no text", _AS_TEXT),
    "application/epub": ("an e-book (EPUB)", _AS_TEXT),
}
"""What archives say they are, by what that begins with, the longer ones first."""

_BINARY = re.compile(rb"[\0-\x08\x0e-\x1a\x1c-\x1f]")
_WINDOWS = re.compile(rb"[\x80-\x9f]")
"""Letters and quotes in Windows-1252, nothing in Latin-1."""
_WEB_PAGE = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype html|html|head|body)\b", re.I | re.S
)
_TAG = re.compile(r"\s*<[a-z!]", re.I)
_PAGE_SUFFIXES = (".html", ".htm", ".xhtml")
_XMI = re.compile(r"\s*(?:<\?xml\s[^>]*>\s*)?<xmi:XMI\s")
_XML = re.compile(r"\s*<\?xml\s")
_MAILBOX = re.compile(r"From \S+ .*\d{4}\r?\n[!-9;-~]+:")
_OUR_KEYS = frozenset({"meta", "quality_checked"})
_LABEL_KEYS = frozenset(
    "label labels entities ents spans relations result results predictions completions".split()
)
"""Where doccano, Label Studio, spaCy and their like keep what people marked."""


def check_bytes(source: Source) -> None:
    """Refuse what is no text and no format of ours; raises RecordError."""
    with source.open() as stream:
        head = stream.read(_HEAD_BYTES)
    for signature, (kind, advice) in _SIGNATURES.items():
        if head.startswith(signature):
            raise _refusal(kind, advice)
    if head.startswith(_COMPOUND):
        raise _refusal(*_kind_of_compound(source))
    if not certain_codec(head) and _BINARY.search(head) and not _is_utf8(head):
        raise _refusal("a binary file, no text", _AS_TEXT)


def check_archive(names: Iterable[str], mimetype: str) -> None:
    """Refuse an archive that is a document of another kind; raises RecordError."""
    for start, (kind, advice) in _MIMETYPES.items():
        if mimetype.startswith(start):
            raise _refusal(kind, advice)
    for name in names:
        for start, (kind, advice) in _PACKED.items():
            if name.startswith(start):
                raise _refusal(kind, advice)


def is_web_page(name: str, head: str) -> bool:
    """Whether a text is a web page: by its first tag, or one by its name that begins with a tag."""
    is_called_so = name.lower().endswith(_PAGE_SUFFIXES)
    return bool(_WEB_PAGE.match(head) or (is_called_so and _TAG.match(head)))


def check_text(head: str) -> None:
    """Refuse text that is no prose; raises RecordError."""
    if _XMI.match(head):
        raise _refusal("a UIMA CAS (XMI) without its types", _WITH_TYPES)
    if _XML.match(head):
        raise _refusal("an XML file", _AS_TEXT)
    if _MAILBOX.match(head):
        raise _refusal("a mailbox (MBOX)", "export its mails as EML files; a ZIP may hold them")


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


def recode_command(encoding: str) -> str:
    """Return the command that converts a file to UTF-8."""
    return f"`iconv -f {encoding} -t UTF-8 OLD > NEW`"


def guess_single_byte_encoding(rest: bytes) -> str:
    """Guess the encoding of text that is not UTF-8 from its first odd byte on."""
    return "WINDOWS-1252" if _WINDOWS.search(rest) else "ISO-8859-1"


def _refusal(kind: str, advice: str) -> RecordError:
    return RecordError(f"the file is {kind}: {advice}")


def _kind_of_compound(source: Source) -> tuple[str, str]:
    """Return what a file of an older Office program is, by the names of its streams, and advice."""
    names = {kind: kind.encode("utf-16-le") for kind in _COMPOUNDS}
    found: set[str] = set()
    with source.open() as stream:
        before = b""
        while chunk := stream.read(_STEP_BYTES):
            found |= {kind for kind, name in names.items() if name in before + chunk}
            before = chunk[-max(map(len, names.values())) :]
    kind = next((kind for kind in _COMPOUNDS if kind in found), None)
    return _COMPOUNDS[kind] if kind else ("a document of an older Microsoft Office", _AS_WORD)


def _is_utf8(head: bytes) -> bool:
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start > len(head) - 4 and error.reason == "unexpected end of data"
    return True


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
