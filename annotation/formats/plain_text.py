"""Plain text: one document a file, named by the file, kept exactly as it is."""

from collections.abc import Iterator

from annotation.errors import RecordError
from annotation.formats.fields import as_text
from annotation.formats.record_shape import MAX_TEXT_CHARACTERS, checked_length
from annotation.formats.source import Source
from annotation.records import Document


def read(source: Source) -> Iterator[Document]:
    """Read the file as one document without mentions; raises RecordError."""
    yield Document(doc_id=source.doc_id, text=whole_text(source))


def whole_text(source: Source) -> str:
    """Read all of a file; raises RecordError where it is empty, too long or can't be stored.

    Text that is not UTF-8 is read by a guess, which is noted.
    """
    encoding = source.encoding()
    text = as_text("".join(_bounded(source.chunks(encoding.codec))), "the text")
    if not text.strip():
        raise RecordError("the file is empty")
    if encoding.is_guess:
        source.note(encoding.note)
    return checked_length(text)


def _bounded(chunks: Iterator[str]) -> Iterator[str]:
    """Stop reading soon after the longest text that would be accepted."""
    length = 0
    for chunk in chunks:
        yield chunk
        length += len(chunk)
        if length > MAX_TEXT_CHARACTERS:
            return
