"""Documents whose annotators say in brackets what they mask."""

from __future__ import annotations

import re

from annotation.records import Document, Layer, Mention
from annotation.types import IdentifierType, SemanticType

_MARKED = re.compile(r"\[([^|\]]+)\|(\w+)(?:\|(\w+))?(?:\|(\w+))?\]")


def annotated(doc_id: str, **layers: str) -> Document:
    """Read layers such as `[Ada|e1|DIRECT|PERSON] met [Bo|e2]`: text, entity, identifier, type.

    QUASI and PERSON unless said otherwise. All layers must be about one text.
    """
    read = [_layer(name, marked) for name, marked in layers.items()]
    (text,) = {text for text, _ in read}
    return Document(doc_id, text, tuple(layer for _, layer in read))


def _layer(name: str, marked: str) -> tuple[str, Layer]:
    mentions: list[Mention] = []
    text, end = "", 0
    for number, found in enumerate(_MARKED.finditer(marked), start=1):
        span_text, entity, identifier, kind = found.groups()
        text += marked[end : found.start()]
        mentions.append(
            Mention(
                f"{name}-{number}",
                SemanticType(kind or "PERSON"),
                len(text),
                len(text) + len(span_text),
                span_text,
                IdentifierType(identifier or "QUASI"),
                entity,
            )
        )
        text += span_text
        end = found.end()
    return text + marked[end:], Layer(name, tuple(mentions))


def spans_of(document: Document, *words: str) -> list[tuple[int, int]]:
    """Return where words stand in the text of a document, each time they do."""
    return [found.span() for word in words for found in re.finditer(re.escape(word), document.text)]
