"""From the spans of all recognizers to mentions that share no character."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from annotation.types import SemanticType
from masking.reasons import WITHOUT_NUMBER
from masking.spans import CERTAIN, DisjointSpans, RecognizedSpan, is_proven, outside

FIXED = frozenset({SemanticType.CODE, SemanticType.DATETIME, SemanticType.QUANTITY})
"""Types whose borders their form gives, as it does whatever was found by its form alone."""
_SAYS_SOMETHING = re.compile(r"\w{3}")
"""No preposition between two amounts, and no ending behind a name."""


def merge(text: str, spans: Iterable[RecognizedSpan]) -> list[RecognizedSpan]:
    """Make one mention of what overlaps; `spans` come with the surest recognizer first.

    Names that overlap become one name, with the type of the surest. Codes, dates and quantities
    keep their borders, and a name that runs into one is dropped, but a person's keeps what is no
    code; one that is written in words may be somebody's name ("June"). Of a code that runs into a
    surer address the rest is left.
    Returned in text order.
    """
    ranked = list(spans)
    people = [span for span in ranked if span.entity_type is SemanticType.PERSON]
    held = {
        span for span in ranked if _is_in_words(span) and any(each.holds(span) for each in people)
    }
    fixed = _surest(text, (span for span in ranked if _has_own_borders(span) and span not in held))
    loose = [span for span in ranked if not _has_own_borders(span) and span not in held]
    names = [
        name
        for span in [*loose, *sorted(held, key=lambda span: span.start)]
        for name in _beside(text, span, fixed)
    ]
    return sorted([*fixed, *united(names)], key=lambda span: span.start)


def _beside(text: str, span: RecognizedSpan, fixed: DisjointSpans) -> Iterator[RecognizedSpan]:
    """Yield a name that runs into nothing; of a person's that runs into a code, what is left."""
    there = fixed.overlapping(span)
    if not there:
        yield span
    elif span.entity_type is SemanticType.PERSON and all(map(_is_code, there)):
        for rest in outside(text, span, there):
            if _SAYS_SOMETHING.search(text, rest.start, rest.end):
                yield rest


def _has_own_borders(span: RecognizedSpan) -> bool:
    is_certain = span.score == CERTAIN and not is_proven(span)
    return is_certain or span.entity_type in FIXED


def _is_in_words(span: RecognizedSpan) -> bool:
    return span.reason.endswith(WITHOUT_NUMBER)


def _surest(text: str, spans: Iterable[RecognizedSpan]) -> DisjointSpans:
    """Keep the surest spans; one that holds exactly one surer of its type takes its place."""
    kept = DisjointSpans()
    for span in spans:
        there = kept.overlapping(span)
        if not there or (len(there) == 1 and _is_wider(span, there[0])):
            kept.put(span)
        elif span.entity_type is SemanticType.CODE and all(map(_is_address, there)):
            for rest in outside(text, span, there):
                kept.put(rest)
    return kept


def _is_code(span: RecognizedSpan) -> bool:
    return span.entity_type is SemanticType.CODE


def _is_address(span: RecognizedSpan) -> bool:
    return span.entity_type is SemanticType.LOC


def _is_wider(span: RecognizedSpan, other: RecognizedSpan) -> bool:
    is_same_type = span.entity_type is other.entity_type is not SemanticType.CODE
    return is_same_type and span.holds(other)


def united(ranked: Sequence[RecognizedSpan]) -> Iterator[RecognizedSpan]:
    """Yield one span for each group of overlapping ones, with type and reason of the surest.

    `ranked` has the surest first; spans are yielded in text order.
    """
    by_place = sorted(enumerate(ranked), key=lambda each: each[1].start)
    surest, start, end = -1, 0, 0
    for rank, name in by_place:
        if surest >= 0 and name.start < end:
            surest, end = min(surest, rank), max(end, name.end)
            continue
        if surest >= 0:
            yield replace(ranked[surest], start=start, end=end)
        surest, start, end = rank, name.start, name.end
    if surest >= 0:
        yield replace(ranked[surest], start=start, end=end)


def put_aside(text: str, spans: DisjointSpans, span: RecognizedSpan, *, below: float) -> None:
    """Add a span around what is surer or sticks out; less sure parts of its type are united.

    From a score of `below` on no times are united, so that no more is masked there than before;
    of a share, neither half is readable where one is masked.
    """
    surer: list[RecognizedSpan] = []
    parts: list[RecognizedSpan] = []
    for each in spans.overlapping(span):
        is_share = span.entity_type is SemanticType.QUANTITY
        is_part = each.entity_type is span.entity_type and (is_share or each.score < below)
        is_less_sure = is_part or each.score < span.score
        (parts if is_less_sure and span.holds(each) else surer).append(each)
    for rest in outside(text, span, surer):
        inside = [each.score for each in parts if rest.holds(each)]
        if inside or _SAYS_SOMETHING.search(text, rest.start, rest.end):
            spans.put(replace(rest, score=max([rest.score, *inside])))
