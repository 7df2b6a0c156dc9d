"""The text of a parsed text, which spaCy puts together from its words every time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc

_KEY = "text of palimpsest"


def text_of(doc: Doc) -> str:
    """Return the text of a Doc, put together once."""
    text: str | None = doc.user_data.get(_KEY)
    if text is None:
        text = doc.user_data[_KEY] = doc.text
    return text
