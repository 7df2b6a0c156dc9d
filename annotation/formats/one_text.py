"""A file that is one text in another form: what it says, and what of it was not read."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.errors import RecordError
from annotation.formats.fields import as_text
from annotation.formats.record_shape import checked_length
from annotation.formats.source import Source
from annotation.records import Document


def document_of(source: Source, text: str, unread: Sequence[str] = ()) -> Document:
    """Make the document of a file's text, and note what of the file is not in it.

    Raises RecordError where there is no text, too much of it, or some that can't be stored.
    """
    if not text.strip():
        raise RecordError(
            "there is no text in it; if it holds pictures of text, run text recognition (OCR) "
            "on it first"
        )
    checked_length(as_text(text, "the text"))
    if unread:
        source.note(f"not read, and not in its text: {', '.join(unread)}")
    return Document(doc_id=source.doc_id, text=text)
