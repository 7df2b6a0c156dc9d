"""What a recognizer finds: a span of text with its type, how sure it is, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from annotation.types import SemanticType

if TYPE_CHECKING:
    from spacy.tokens import Span

CERTAIN = 1.0
"""The score of what its form alone tells; its borders are certain, too."""
LIKELY = 0.5
"""The score of what words and tags tell, before anything was counted."""


@dataclass(frozen=True, slots=True)
class RecognizedSpan:
    """A stretch of text that may tell who somebody is.

    Offsets are code points, half-open. `score`, 0…1, tells how likely it is a mention, comparable
    within one recognizer; `reason` is a phrase for people ("IBAN with valid check digits").
    """

    start: int
    end: int
    entity_type: SemanticType
    score: float
    reason: str

    def overlaps(self, other: RecognizedSpan) -> bool:
        """Tell whether the two share a character."""
        return self.start < other.end and other.start < self.end


def without_overlaps(spans: Iterable[RecognizedSpan]) -> list[RecognizedSpan]:
    """Keep, of spans that overlap, the surest; of those the longest, then the first.

    Returned in text order.
    """
    kept: list[RecognizedSpan] = []
    ranked = sorted(spans, key=lambda span: (-span.score, span.start - span.end, span.start))
    occupied = set[int]()
    for span in ranked:
        places = range(span.start, span.end)
        if occupied.isdisjoint(places):
            occupied.update(places)
            kept.append(span)
    return sorted(kept, key=lambda span: span.start)


def widened(kept: Sequence[RecognizedSpan], span: RecognizedSpan) -> list[RecognizedSpan]:
    """Add a less sure span to those kept: where it overlaps some, only if it holds them wholly.

    It then takes their place, with the reason of the first of them.
    """
    inside = [other for other in kept if other.overlaps(span)]
    if not inside:
        return [*kept, span]
    if any(other.start < span.start or span.end < other.end for other in inside):
        return list(kept)
    wide = replace(span, entity_type=inside[0].entity_type, reason=inside[0].reason)
    return [wide if other is inside[0] else other for other in kept if other not in inside[1:]]


def covered(spans: Sequence[RecognizedSpan]) -> set[int]:
    """Return the code points that the spans cover."""
    return {place for span in spans for place in range(span.start, span.end)}


def spanning(span: Span, entity_type: SemanticType, reason: str) -> RecognizedSpan:
    """Make what was recognized of a stretch of tokens."""
    return RecognizedSpan(span.start_char, span.end_char, entity_type, LIKELY, reason)
