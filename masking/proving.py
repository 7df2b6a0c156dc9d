"""Proof: spans of which the words beside them, or their form, say for certain what they name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from annotation.types import SemanticType
from masking.merging import FIXED
from masking.reasons import ENTITY
from masking.spans import DisjointSpans, RecognizedSpan, is_proven, outside


def around_proofs(text: str, spans: Sequence[RecognizedSpan]) -> Iterator[RecognizedSpan]:
    """Yield spans so that what is proven keeps its borders.

    Of what runs into it the rest is left, but a wider name of one person stays. Codes, and dates
    and amounts with figures, keep theirs; a day or a month alone may be somebody's name ("Sunday").
    """
    fixed, proven = DisjointSpans(), DisjointSpans()
    for span in spans:
        if _keeps_its_borders(text, span):
            fixed.put(span)
        elif is_proven(span):
            proven.put(span)
    for span in spans:
        if is_proven(span):
            yield from outside(text, span, fixed.overlapping(span))
            continue
        there = [] if span in fixed.overlapping(span) else proven.overlapping(span)
        is_wider = span.entity_type is SemanticType.PERSON and len(there) == 1
        yield from [span] if is_wider else outside(text, span, there)


def _keeps_its_borders(text: str, span: RecognizedSpan) -> bool:
    """Whether a span is a code, date or amount by its form, which pipelines only guess."""
    is_word = span.entity_type is SemanticType.DATETIME and text[span.start : span.end].isalpha()
    return span.entity_type in FIXED and not span.reason.startswith(ENTITY) and not is_word
