"""Recognizers find mentions in a parsed text; one a file, all with one interface."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from masking.spans import RecognizedSpan

if TYPE_CHECKING:
    from spacy.tokens import Doc


class Recognizer(Protocol):
    """Finds spans of some kind; what it returns may overlap."""

    @property
    def name(self) -> str:
        """Its name in tables and reasons."""
        ...

    def recognize(self, doc: Doc) -> Iterable[RecognizedSpan]:
        """Find spans in a text parsed by a spaCy pipeline; `doc.text` is the text unchanged."""
        ...
