"""The spans that recognizers find: a stretch of text with its type, a score and a reason."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from annotation.types import SemanticType
from masking.reasons import PROOFS

if TYPE_CHECKING:
    from spacy.tokens import Span

CERTAIN = 1.0
"""The score of what is recognized by its form alone; its borders are certain, too."""
LIKELY = 0.5
"""The score of what is recognized by words and tags, before it is judged."""
ASIDE = 0.05
"""The score of what only `privacy` masks; set by hand, as no judge learnt from it.

Below the thresholds of all steps but the first, and above what is not even listed.
"""
SPECIAL = 0.4
"""The score of special categories of personal data, which `balanced` masks, too; set by hand."""


_FROM_WORD_TO_WORD = re.compile(r"\w(?:.*\w)?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class RecognizedSpan:
    """A stretch of text that may identify somebody.

    Offsets are code points, half-open. `score`, 0…1, is higher the surer the recognizer is,
    comparable within one; `reason` is a phrase for people ("IBAN with valid check digits").
    """

    start: int
    end: int
    entity_type: SemanticType
    score: float
    reason: str

    def overlaps(self, other: RecognizedSpan) -> bool:
        """Return whether both share a character."""
        return self.start < other.end and other.start < self.end

    def holds(self, other: RecognizedSpan) -> bool:
        """Return whether the other lies within this one."""
        return self.start <= other.start and other.end <= self.end


def is_proven(span: RecognizedSpan) -> bool:
    """Return whether a span is of its type and to be masked, whatever a judge would say."""
    return span.score == CERTAIN and span.reason in PROOFS


class DisjointSpans:
    """Spans that share no character, kept in text order."""

    def __init__(self) -> None:
        self._spans: list[RecognizedSpan] = []

    def __iter__(self) -> Iterator[RecognizedSpan]:
        """Yield the spans in text order."""
        return iter(self._spans)

    def overlapping(self, span: RecognizedSpan) -> list[RecognizedSpan]:
        """Return those that share a character with a span, in text order."""
        return self._spans[self._places(span)]

    def put(self, span: RecognizedSpan) -> None:
        """Add a span in place of those that it overlaps."""
        self._spans[self._places(span)] = [span]

    def widen(self, span: RecognizedSpan) -> None:
        """Add a less sure span: where it overlaps some, only if it holds them wholly.

        It then takes their place, with the type and the reason of the first of them.
        """
        inside = self.overlapping(span)
        if all(span.holds(other) for other in inside):
            first = inside[0] if inside else span
            self.put(replace(span, entity_type=first.entity_type, reason=first.reason))

    def _places(self, span: RecognizedSpan) -> slice:
        first = bisect_right(self._spans, span.start, key=lambda other: other.end)
        return slice(first, bisect_left(self._spans, span.end, key=lambda other: other.start))


def outside(
    text: str, span: RecognizedSpan, taken: Iterable[RecognizedSpan]
) -> Iterator[RecognizedSpan]:
    """Yield a span without the parts that `taken` ones cover, each part cut to whole words."""
    standing = sorted(filter(span.overlaps, taken), key=lambda each: each.start)
    if not standing:
        yield span
        return
    start = span.start
    for other in standing:
        yield from _trimmed(text, replace(span, start=start, end=max(start, other.start)))
        start = other.end
    yield from _trimmed(text, replace(span, start=min(start, span.end)))


def _trimmed(text: str, span: RecognizedSpan) -> Iterator[RecognizedSpan]:
    if words := _FROM_WORD_TO_WORD.search(text, span.start, span.end):
        yield replace(span, start=words.start(), end=words.end())


def spanning(span: Span, entity_type: SemanticType, reason: str) -> RecognizedSpan:
    """Return the recognized span over a stretch of tokens."""
    return RecognizedSpan(span.start_char, span.end_char, entity_type, LIKELY, reason)
