"""Files to be handed to others: anonymized texts as plain text, page or Word file."""

from __future__ import annotations

from annotation.types import LabelledEnum
from annotation.writing.anonymizing import Anonymized, Anonymizer, all_masked, chosen_by
from annotation.writing.plain import page, text_file
from annotation.writing.word_package import WritingError, archived

__all__ = [
    "Anonymized",
    "Anonymizer",
    "Form",
    "WritingError",
    "all_masked",
    "archived",
    "chosen_by",
    "written",
]


class Form(LabelledEnum):
    """The kind of file that a text is written as; the value is the suffix of its name."""

    TEXT = "txt", "Plain text", "UTF-8."
    HTML = "html", "Web page", "Opens in every browser; replacements are marked."
    DOCX = "docx", "Word", "What came as a Word file keeps its layout, others are made new."

    @property
    def media_type(self) -> str:
        """The media type (MIME) of such a file."""
        return _MEDIA_TYPES[self]


_MEDIA_TYPES = {
    Form.TEXT: "text/plain; charset=utf-8",
    Form.HTML: "text/html; charset=utf-8",
    Form.DOCX: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}


def written(anonymized: Anonymized, form: Form, original: bytes | None = None) -> bytes:
    """Write what may go out of a document; `original` is the Word file that it came as, if any.

    The same bytes come of the same text. Raises WritingError.
    """
    if form is Form.TEXT:
        return text_file(anonymized.original, anonymized.changes)
    if form is Form.HTML:
        return page(anonymized.original, anonymized.changes)
    from annotation.writing import word  # noqa: PLC0415 - the weight of XML comes with the first

    if original is None:
        return word.new_word_file(anonymized.text)
    return word.anonymized_word_file(original, anonymized.original, anonymized.changes)
