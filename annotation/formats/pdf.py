"""PDFs: the text of their text layer as one document a file, a page after the other.

Lines are those of the page: a PDF knows no paragraphs. What is only a picture of text is not read.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from annotation.errors import RecordError
from annotation.formats.one_text import document_of
from annotation.formats.record_shape import MAX_TEXT_CHARACTERS
from annotation.formats.source import Source
from annotation.formatting import counted
from annotation.records import Document

if TYPE_CHECKING:
    from pypdf import PdfReader

_MOST_FIELDS = 10_000
"""Fields of a form that are looked at."""
_MOST_NAMED = 10
"""Pages without text that a note names."""


def read(source: Source) -> Iterator[Document]:
    """Read the file as one document without mentions; raises RecordError."""
    from pypdf import PdfReader  # noqa: PLC0415 - loaded with the first such file
    from pypdf.errors import DependencyError  # noqa: PLC0415 - likewise

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it warns of what it puts right
    try:
        with source.open() as stream:
            reader = _opened(PdfReader(stream))
            pages = list(_pages(source, reader))
            unread = [*_pages_without_text(pages), *_form_fields(reader)]
    except RecordError:
        raise
    except DependencyError as error:
        raise RecordError(
            "the PDF is encrypted, if only against changes: open it and print it into a new PDF"
        ) from error
    except Exception as error:  # what a broken file makes of its reader is anybody's guess
        raise RecordError(f"the PDF is broken and can't be read: {error}") from error
    if not any(page.strip() for page in pages):
        raise RecordError(
            f"the PDF has no text in {counted(len(pages), 'page')}: it seems to be scanned; run "
            "text recognition (OCR) on it first"
        )
    yield document_of(source, "\n".join(pages), unread)


def _opened(reader: PdfReader) -> PdfReader:
    """Open what only forbids to be changed, with the empty password; raises RecordError."""
    if reader.is_encrypted and not reader.decrypt(""):
        raise RecordError(
            "the PDF is encrypted: open it with its password and save or print it without"
        )
    return reader


def _pages(source: Source, reader: PdfReader) -> Iterator[str]:
    """Yield the text of each page, and stop soon after the longest text that is accepted."""
    length = 0
    for number, page in enumerate(reader.pages, start=1):
        text = page.extract_text()
        yield text
        source.report_progress(source.size * number // len(reader.pages))
        length += len(text)
        if length > MAX_TEXT_CHARACTERS:
            return


def _pages_without_text(pages: list[str]) -> Iterator[str]:
    empty = [str(number) for number, text in enumerate(pages, start=1) if not text.strip()]
    if empty:
        more = f" and {len(empty) - _MOST_NAMED:,} more" if len(empty) > _MOST_NAMED else ""
        yield f"what is on page {', '.join(empty[:_MOST_NAMED])}{more} without text (scanned?)"


def _form_fields(reader: PdfReader) -> Iterator[str]:
    """Say whether somebody filled a form in: what is in its fields is not in the text layer."""
    from pypdf.generic import TextStringObject  # noqa: PLC0415 - loaded with the first such file

    form: Any = reader.root_object.get("/AcroForm")
    fields: list[Any] = list(form.get_object().get("/Fields", ())) if form else []
    for _ in range(_MOST_FIELDS):  # a forged form may go round in a circle
        if not fields:
            return
        field = fields.pop().get_object()
        if "/V" in field and isinstance(value := field["/V"], TextStringObject) and value.strip():
            yield "the fields of its form (print it into a new PDF to have them)"
            return
        fields += field.get("/Kids", ())
