"""Sanitizing a few documents that are parsed together, which is quicker for short ones."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from annotation.records import Document
from learning.encoding import Encoder
from palimpsest.sanitizing.document import Outcome, State, Tools, sanitize

if TYPE_CHECKING:
    from spacy.tokens import Doc

TOGETHER = 4_000
"""Characters of documents that are worth parsing at once."""


def sanitize_together(
    batch: Sequence[tuple[Document, int]], tools: Tools, encoder: Encoder | None = None
) -> list[Outcome]:
    """Sanitize documents, each known by its number; where parsing them fails, each is parsed alone.

    `encoder` is what the models of the tools read texts with: it forgets each document.
    """
    pipeline = tools.masks.detector.pipeline
    with pipeline.memory_zone():
        docs: list[Doc | None] = [None] * len(batch)
        with suppress(Exception):
            docs = [*pipeline.parse_all(document.text for document, _ in batch)]
        return [_attempt(*each, doc, tools, encoder) for each, doc in zip(batch, docs, strict=True)]


def _attempt(
    document: Document, number: int, doc: Doc | None, tools: Tools, encoder: Encoder | None
) -> Outcome:
    """Sanitize a document; a fault of the program is named by its type alone.

    Its message may quote the document.
    """
    try:
        return sanitize(document, number, tools, doc)
    except Exception as error:
        return Outcome(State.FAILED, "", {}, (f"the program failed: {type(error).__name__}",))
    finally:
        if encoder:
            encoder.forget()
