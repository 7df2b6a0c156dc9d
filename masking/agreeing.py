"""Which type each name has: in one document the same words name the same thing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from annotation.types import SemanticType
from masking.merging import FIXED
from masking.reasons import AGAIN, CAPITALIZED, INITIALS, PERSONAL, PROTECTED, READABLE
from masking.spans import RecognizedSpan
from names.same import name_key

_CUED = PERSONAL | {PROTECTED, INITIALS}
_UNKNOWN = frozenset({CAPITALIZED, READABLE})
"""Reasons to hide words, which say nothing of what they name if the type is MISC."""


def is_cued(span: RecognizedSpan) -> bool:
    """Return whether the words beside a span say that it is somebody's name, or people do."""
    return span.reason.removeprefix(AGAIN) in _CUED


def is_guess(span: RecognizedSpan) -> bool:
    """Return whether it is not known what a span names."""
    is_unknown = span.reason.removeprefix(AGAIN) in _UNKNOWN
    return is_unknown and span.entity_type is SemanticType.MISC


def agreed(text: str, spans: Sequence[RecognizedSpan]) -> list[RecognizedSpan]:
    """Return the spans with one type for the same words, the one with the most evidence.

    Cues beside a name go before all else: they say that it is a person's, of whatever type it is
    judged to be. Then the sum of the scores counts; of equal types the first in the text is taken.
    Codes, dates and amounts keep their types, and other words in small
    letters than with capitals.
    """
    scores: defaultdict[str, dict[SemanticType, float]] = defaultdict(lambda: defaultdict(float))
    cued: set[str] = set()
    names = [
        None if span.entity_type in FIXED else name_key(text[span.start : span.end])
        for span in spans
    ]
    for name, span in zip(names, spans, strict=True):
        if name is not None and not is_guess(span):
            scores[name][span.entity_type] += span.score
            if is_cued(span):
                cued.add(name)
    types = {name: max(found, key=found.__getitem__) for name, found in scores.items()}
    types |= dict.fromkeys(cued, SemanticType.PERSON)
    return [
        replace(span, entity_type=types.get(name or "", span.entity_type))
        for name, span in zip(names, spans, strict=True)
    ]
