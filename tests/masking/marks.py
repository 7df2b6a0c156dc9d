"""Spans written as text: `marked("[Ada|PERSON] of [Oslo|LOC]")`."""

from __future__ import annotations

import re

from annotation.records import Mention
from annotation.types import IdentifierType, SemanticType
from masking.spans import LIKELY, RecognizedSpan

_MARK = re.compile(r"\[([^|\]]+)\|([A-Z]+)\]")


def marked(source: str, reason: str = "test") -> tuple[str, list[RecognizedSpan]]:
    """Return the text without its marks, and a span for each of them."""
    text, end = "", 0
    spans = []
    for match in _MARK.finditer(source):
        text += source[end : match.start()]
        start, end = len(text), match.end()
        text += match[1]
        spans.append(RecognizedSpan(start, len(text), SemanticType(match[2]), LIKELY, reason))
    return text + source[end:], spans


def mentions_of(source: str) -> tuple[str, list[Mention]]:
    """Return the text without its marks, and a mention, an entity of its own, for each."""
    text, spans = marked(source)
    mentions = [
        Mention(
            mention_id=f"m{number}",
            entity_type=span.entity_type,
            start=span.start,
            end=span.end,
            span_text=text[span.start : span.end],
            identifier_type=IdentifierType.QUASI,
            entity_id=f"m{number}",
        )
        for number, span in enumerate(spans)
    ]
    return text, mentions
