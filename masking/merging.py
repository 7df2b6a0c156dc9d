"""From the spans of all recognizers to mentions that share no character."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from annotation.types import SemanticType
from masking.spans import CERTAIN, RecognizedSpan

_FIXED = frozenset({SemanticType.CODE, SemanticType.DATETIME, SemanticType.QUANTITY})
"""Types whose borders their form gives, as it does whatever was found by its form alone."""


def merge(spans: Iterable[RecognizedSpan]) -> list[RecognizedSpan]:
    """Make one mention of what overlaps; `spans` come with the surest recognizer first.

    Names that overlap become one name, with the type of the surest. Codes, dates and quantities
    keep their borders; what is left of a name beside one goes on as a name. Returned in text order.
    """
    ranked = list(spans)
    fixed = list(_disjoint([span for span in ranked if _has_own_borders(span)]))
    names = [span for span in ranked if not _has_own_borders(span)]
    rest = [piece for name in names for piece in _beside(name, fixed)]
    return sorted([*fixed, *_united(rest)], key=lambda span: span.start)


def _has_own_borders(span: RecognizedSpan) -> bool:
    return span.score == CERTAIN or span.entity_type in _FIXED


def _disjoint(spans: Sequence[RecognizedSpan]) -> Iterator[RecognizedSpan]:
    """Yield the surest spans; one that holds exactly one surer of its type takes its place."""
    kept: list[RecognizedSpan] = []
    for span in spans:
        others = [other for other in kept if other.overlaps(span)]
        match others:
            case []:
                kept.append(span)
            case [other] if _is_wider(span, other):
                kept[kept.index(other)] = span
    yield from kept


def _is_wider(span: RecognizedSpan, other: RecognizedSpan) -> bool:
    is_around = span.start <= other.start and other.end <= span.end
    return is_around and span.entity_type is other.entity_type is not SemanticType.CODE


def _beside(name: RecognizedSpan, fixed: Sequence[RecognizedSpan]) -> Iterator[RecognizedSpan]:
    """Yield the name, or nothing where a code or date stands in it."""
    if not any(name.overlaps(other) for other in fixed):
        yield name


def _united(names: Sequence[RecognizedSpan]) -> Iterator[RecognizedSpan]:
    """Yield one span for each group of overlapping names."""
    group: list[RecognizedSpan] = []
    for name in sorted(names, key=lambda span: span.start):
        if group and name.start >= max(each.end for each in group):
            yield _union(group, names)
            group = []
        group.append(name)
    if group:
        yield _union(group, names)


def _union(group: Sequence[RecognizedSpan], ranked: Sequence[RecognizedSpan]) -> RecognizedSpan:
    surest = min(group, key=ranked.index)
    return replace(
        surest, start=min(span.start for span in group), end=max(span.end for span in group)
    )
