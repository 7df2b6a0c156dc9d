"""PDFs: the text of their text layer as one document a file, a page after the other.

Lines are those of the page: a PDF knows no paragraphs. Columns are read one after the other, the
cells of a table's row separated by tabs. What is only a picture of text is not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

from annotation.errors import RecordError
from annotation.formats.one_text import document_of
from annotation.formats.record_shape import MAX_TEXT_CHARACTERS
from annotation.formats.source import MAX_FILE_BYTES, Source
from annotation.formatting import counted
from annotation.pdf.process import Page, pages_of
from annotation.records import Document

_MOST_NAMED = 10
"""Pages without text that a note names."""


def read(source: Source) -> Iterator[Document]:
    """Read the file as one document without mentions; raises RecordError."""
    pages = list(_pages(source))
    texts = [page.text for page in pages]
    if not any(text.strip() for text in texts):
        raise RecordError(
            f"the PDF has no text in {counted(len(pages), 'page')}: it seems to be scanned; run "
            "text recognition (OCR) on it first"
        )
    unread = list(_pages_without_text(texts))
    if any(page.is_filled_in for page in pages):
        unread.append("the fields of its form (print it into a new PDF to have them)")
    yield document_of(source, "\n".join(texts), unread)


def _pages(source: Source) -> Iterator[Page]:
    """Yield the pages, and stop soon after the longest text that is accepted."""
    with source.open() as stream:
        content = stream.read(MAX_FILE_BYTES)
    length = 0
    with closing(pages_of(content)) as pages:
        for number, page in enumerate(pages, start=1):
            yield page
            source.report_progress(source.size * number // page.count)
            length += len(page.text)
            if length > MAX_TEXT_CHARACTERS:
                return


def _pages_without_text(texts: list[str]) -> Iterator[str]:
    empty = [str(number) for number, text in enumerate(texts, start=1) if not text.strip()]
    if empty:
        more = f" and {len(empty) - _MOST_NAMED:,} more" if len(empty) > _MOST_NAMED else ""
        yield f"what is on page {', '.join(empty[:_MOST_NAMED])}{more} without text (scanned?)"
