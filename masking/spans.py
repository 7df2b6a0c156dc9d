"""What a recognizer finds: a span of text with its type, how sure it is, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from annotation.types import SemanticType


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


def covered(spans: Sequence[RecognizedSpan]) -> set[int]:
    """Return the code points that the spans cover."""
    return {place for span in spans for place in range(span.start, span.end)}
