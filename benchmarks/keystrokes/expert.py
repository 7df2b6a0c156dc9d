"""The expert: knows what must be hidden, sees what the page shows, and says what to do next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from annotation.records import Document
from annotation.types import IdentifierType, SemanticType


@dataclass(frozen=True, slots=True)
class Wanted:
    """Words that must be hidden; code points of the text, as everywhere."""

    start: int
    end: int
    entity_type: SemanticType
    entity_id: str
    words: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A span as the page shows it."""

    span_id: str
    start: int
    end: int
    entity_type: SemanticType
    is_open: bool
    """Whether it has no replacement yet."""
    is_here: bool
    """Whether keys mean it."""


@dataclass(frozen=True, slots=True)
class Choose:
    """The span is right: choose a replacement."""

    span: Shown


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Nothing in the span need be hidden."""

    span: Shown


@dataclass(frozen=True, slots=True)
class Retype:
    """The span is right but for its type, which decides what is offered."""

    span: Shown
    entity_type: SemanticType


@dataclass(frozen=True, slots=True)
class Move:
    """The span has other borders than it should."""

    span: Shown
    wanted: Wanted


@dataclass(frozen=True, slots=True)
class Mark:
    """The words were missed, or a span has but a part of them, over which a new one grows."""

    wanted: Wanted


Step = Choose | TakeBack | Retype | Move | Mark


def wanted_in(document: Document) -> list[Wanted]:
    """Return what the gold layer of a document hides, in the order of the text."""
    [layer] = document.layers
    return [
        Wanted(each.start, each.end, each.entity_type, each.entity_id, each.span_text)
        for each in sorted(layer.mentions, key=lambda mention: mention.start)
        if each.identifier_type is not IdentifierType.NO_MASK
    ]


def next_step(wanted: Sequence[Wanted], shown: Sequence[Shown]) -> Step | None:
    """Return what to do: spans without a choice first, then wrong ones, then what was missed.

    None where all is as it should be. Borders count by letters and digits: whether a full stop
    is hidden with its abbreviation is not worth a key.
    """
    for span in _in_order(shown):
        meant = max(wanted, key=lambda each: _shared(span, each), default=None)
        if meant is None or _shared(span, meant) == 0:
            return TakeBack(span)
        if not _is_of(span, meant):
            is_within = meant.start <= span.start and span.end <= meant.end
            return Mark(meant) if is_within else Move(span, meant)
        if span.entity_type is not meant.entity_type:
            return Retype(span, meant.entity_type)
        if span.is_open:
            return Choose(span)
    missed = (each for each in wanted if not any(_is_of(span, each) for span in shown))
    return next((Mark(each) for each in missed), None)


def on_former_page(wanted: Sequence[Wanted]) -> int:
    """Return the presses on the page of version 0.1, with marking in a tool of its own: at least.

    Each mention is selected and given its type; an entity's further mentions are linked to it by
    one press, since else each would be chosen for. For each entity `o` leads to its drop-down and
    a digit chooses. One press submits. That nobody marks in vain is to its credit.
    """
    entities = len({each.entity_id for each in wanted})
    return 2 * len(wanted) + (len(wanted) - entities) + 2 * entities + 1


def _in_order(shown: Sequence[Shown]) -> Iterator[Shown]:
    """Yield the open ones from where one is, then the others."""
    here = next((index for index, span in enumerate(shown) if span.is_here), 0)
    turned = [*shown[here:], *shown[:here]]
    yield from (span for span in turned if span.is_open)
    yield from (span for span in shown if not span.is_open)


def _shared(span: Shown, wanted: Wanted) -> int:
    return max(0, min(span.end, wanted.end) - max(span.start, wanted.start))


def _is_of(span: Shown, wanted: Wanted) -> bool:
    """Whether a span has the letters and digits of what is wanted, and no more."""
    inner = [index for index, letter in enumerate(wanted.words, wanted.start) if letter.isalnum()]
    first, last = (inner[0], inner[-1]) if inner else (wanted.start, wanted.end - 1)
    return wanted.start <= span.start <= first < span.end and last < span.end <= wanted.end
