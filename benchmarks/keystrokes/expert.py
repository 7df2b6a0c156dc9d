"""The simulated expert: from the gold spans and those on the page to the next step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from annotation.records import Document
from annotation.types import IdentifierType, SemanticType


@dataclass(frozen=True, slots=True)
class GoldSpan:
    """A stretch of words that must be hidden; offsets in code points."""

    start: int
    end: int
    entity_type: SemanticType
    entity_id: str
    words: str


@dataclass(frozen=True, slots=True)
class DisplayedSpan:
    """A span that the page displays."""

    span_id: str
    start: int
    end: int
    entity_type: SemanticType
    is_open: bool
    """Whether it has no replacement yet."""
    is_here: bool
    """Whether it has the focus of the keys."""


@dataclass(frozen=True, slots=True)
class Choose:
    """The span is right: choose a replacement."""

    span: DisplayedSpan


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Nothing in the span need be hidden."""

    span: DisplayedSpan


@dataclass(frozen=True, slots=True)
class Retype:
    """The span is right but for its type, which decides what is offered."""

    span: DisplayedSpan
    entity_type: SemanticType


@dataclass(frozen=True, slots=True)
class Move:
    """The span has other borders than it should."""

    span: DisplayedSpan
    gold: GoldSpan


@dataclass(frozen=True, slots=True)
class Mark:
    """The words were missed, or a span has but a part of them, over which a new one grows."""

    gold: GoldSpan


Step = Choose | TakeBack | Retype | Move | Mark


def gold_spans(document: Document) -> list[GoldSpan]:
    """Return the spans that the gold layer of a document hides, in text order."""
    [layer] = document.layers
    return [
        GoldSpan(each.start, each.end, each.entity_type, each.entity_id, each.span_text)
        for each in sorted(layer.mentions, key=lambda mention: mention.start)
        if each.identifier_type is not IdentifierType.NO_MASK
    ]


def next_step(gold: Sequence[GoldSpan], displayed: Sequence[DisplayedSpan]) -> Step | None:
    """Return the next step: spans without a choice first, then wrong ones, then missed ones.

    None where all is as it should be. Borders count by letters and digits: whether a full stop
    is hidden with its abbreviation is not worth a key.
    """
    for span in _in_order(displayed):
        meant = max(gold, key=lambda each: _shared(span, each), default=None)
        if meant is None or _shared(span, meant) == 0:
            return TakeBack(span)
        if not _is_of(span, meant):
            is_within = meant.start <= span.start and span.end <= meant.end
            return Mark(meant) if is_within else Move(span, meant)
        if span.entity_type is not meant.entity_type:
            return Retype(span, meant.entity_type)
        if span.is_open:
            return Choose(span)
    missed = (each for each in gold if not any(_is_of(span, each) for span in displayed))
    return next((Mark(each) for each in missed), None)


def on_former_page(gold: Sequence[GoldSpan]) -> int:
    """Return the presses on the page of version 0.1, with marking in a tool of its own: at least.

    Each mention is selected and given its type; an entity's further mentions are linked to it by
    one press, since else each would be chosen for. For each entity `o` leads to its drop-down and
    a digit chooses. One press submits. That nobody marks in vain is to its credit.
    """
    entities = len({each.entity_id for each in gold})
    return 2 * len(gold) + (len(gold) - entities) + 2 * entities + 1


def _in_order(displayed: Sequence[DisplayedSpan]) -> Iterator[DisplayedSpan]:
    """Yield the open ones from where one is, then the others."""
    here = next((index for index, span in enumerate(displayed) if span.is_here), 0)
    turned = [*displayed[here:], *displayed[:here]]
    yield from (span for span in turned if span.is_open)
    yield from (span for span in displayed if not span.is_open)


def _shared(span: DisplayedSpan, gold: GoldSpan) -> int:
    return max(0, min(span.end, gold.end) - max(span.start, gold.start))


def _is_of(span: DisplayedSpan, gold: GoldSpan) -> bool:
    """Whether a span has the letters and digits of a gold span, and no more."""
    inner = [index for index, letter in enumerate(gold.words, gold.start) if letter.isalnum()]
    first, last = (inner[0], inner[-1]) if inner else (gold.start, gold.end - 1)
    return gold.start <= span.start <= first < span.end and last < span.end <= gold.end
