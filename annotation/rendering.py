"""From a text and its mentions to what people read: generalized text, segments of a page.

Spans may overlap (TAB's annotators nested some). Overlapping spans are taken together as one
stretch of text, led by the longest of them (the first, if several are as long), so that no part
of a span that must be hidden stays readable. The leading mention carries the choice; those that it
leads need none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, NamedTuple, Protocol, Self, TypeVar

from annotation.changes import Change
from annotation.deciding import as_decided
from annotation.records import MASK, Document, Mention
from annotation.types import SemanticType
from annotation.voting import majority


class Span(Protocol):
    """Anything with code point offsets, half-open."""

    @property
    def start(self) -> int:
        """First code point."""
        ...

    @property
    def end(self) -> int:
        """Code point after the last."""
        ...


class MaskableSpan(Span, Protocol):
    """A span that says whether it must be hidden."""

    @property
    def is_masked(self) -> bool:
        """Whether it must be replaced."""
        ...


_Span = TypeVar("_Span", bound=Span)
_Maskable = TypeVar("_Maskable", bound=MaskableSpan)


@dataclass(frozen=True, slots=True)
class ReplacedSpan:
    """A span with the text that takes its place; `lead` goes before the brackets."""

    start: int
    end: int
    replacement: str
    lead: str = ""
    has_brackets: bool = True

    @property
    def rendered(self) -> str:
        """The replacement in brackets, unless it is `***` or to have none."""
        is_bare = self.replacement == MASK or not self.has_brackets
        return self.replacement if is_bare else f"[{self.replacement}]"


class NamedSpan(Span, Protocol):
    """A span that knows its text and its semantic type."""

    @property
    def span_text(self) -> str:
        """The text of the span."""
        ...

    @property
    def entity_type(self) -> SemanticType:
        """The kind of personal information that the span carries."""
        ...


Fitter = Callable[[str, NamedSpan, str], ReplacedSpan]
"""Fits a replacement into its sentence: from text, mention and chosen text to what stands there."""


def as_chosen(_text: str, mention: NamedSpan, chosen: str) -> ReplacedSpan:
    """Put the bare choice in the place of the mention, as WikiReplace does."""
    return ReplacedSpan(mention.start, mention.end, chosen)


def without_brackets(fit: Fitter) -> Fitter:
    """Return a fitter whose replacements stand in their sentences without brackets."""

    def fitted(text: str, mention: NamedSpan, chosen: str) -> ReplacedSpan:
        return replace(fit(text, mention, chosen), has_brackets=False)

    return fitted


@dataclass(frozen=True, slots=True)
class Segment(Generic[_Span]):
    """A stretch of a text: plain if it has no mentions, else the leading mention comes first."""

    start: int
    text: str
    mentions: tuple[_Span, ...] = ()

    @property
    def end(self) -> int:
        """Code point after the last."""
        return self.start + len(self.text)


def segments(text: str, mentions: Iterable[_Maskable]) -> tuple[Segment[_Maskable], ...]:
    """Cut a text at its masked mentions; the segments' texts put together are the text.

    Each masked mention is in one segment; mentions that stay as they are are plain text.
    """
    return tuple(_iter_segments(text, [mention for mention in mentions if mention.is_masked]))


def stretches(text: str, mentions: Iterable[_Maskable]) -> Iterator[Segment[_Maskable]]:
    """Yield the segments that must be replaced, in text order."""
    return (segment for segment in segments(text, mentions) if segment.mentions)


def led_mentions(mentions: Iterable[Mention]) -> frozenset[str]:
    """Name the masked mentions of one layer that another one leads, by their mention_id."""
    masked = [mention for mention in mentions if mention.is_masked]
    return frozenset(each.mention_id for cluster in clusters(masked) for each in cluster[1:])


def render_generalized(text: str, spans: Iterable[ReplacedSpan]) -> str:
    """Put each replacement in the place of its span, in brackets unless it is `***`."""
    return "".join(piece for piece, _ in iter_generalized(text, spans))


def iter_generalized(
    text: str, spans: Iterable[ReplacedSpan]
) -> Iterator[tuple[str, ReplacedSpan | None]]:
    """Yield the pieces of a generalized text, each with the span that it stands for, if any."""
    for segment in _iter_segments(text, list(spans)):
        if segment.mentions:
            leading = segment.mentions[0]
            yield leading.lead + leading.rendered, leading
        else:
            yield segment.text, None


class Piece(NamedTuple):
    """A stretch of text: the mention in whose place it stands, or where it begins in the original.

    Neither is known of a text that was not in the original.
    """

    text: str
    owner: Mention | None = None
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Rendered:
    """A document with its choices in their places."""

    document: Document
    """The document as it was decided, of which the mentions of the pieces are."""
    pieces: tuple[Piece, ...]
    """The text in its order; a span that was left as it is stands in its own place."""
    changes: tuple[Change, ...]
    """All that differs from the original, in text order."""
    undecided: int
    """The number of spans without a choice, which read `***`."""

    @property
    def text(self) -> str:
        """The text as it reads."""
        return "".join(piece.text for piece in self.pieces)


def rendered(document: Document, fit: Fitter = as_chosen) -> Rendered:
    """Put what is decided of a document in its place, see deciding.

    Where spans of several layers overlap, the longest speaks for all that they cover.
    """
    document = as_decided(document)
    text, leaders = document.text, list(_rendered_leaders(document))
    pieces, changes = list[Piece](), list[Change]()
    end = 0
    for segment in _iter_segments(text, leaders):
        if not segment.mentions:
            continue
        leader = segment.mentions[0]
        change = None if leader.is_left else _change(text, segment, fit, before=end)
        start = change.start if change else segment.start
        if end < start:
            pieces.append(Piece(text[end:start], start=end))
        pieces.append(Piece(change.inserted if change else segment.text, leader.mention))
        changes += [change] if change else []
        end = segment.end
    if end < len(text):
        pieces.append(Piece(text[end:], start=end))
    undecided = sum(leader.chosen is None for leader in leaders)
    return Rendered(document, tuple(pieces), tuple(changes), undecided)


def fitted(text: str, mention: NamedSpan, chosen: str, fit: Fitter, *, before: int) -> ReplacedSpan:
    """Fit a choice into its sentence, in which no word before a place changes with it.

    What is left as it is stands there bare.
    """
    if chosen == mention.span_text:
        return ReplacedSpan(mention.start, mention.end, chosen, has_brackets=False)
    span = fit(text, mention, chosen)
    return replace(span, start=mention.start, lead="") if span.start < before else span


def generalized_text_of(document: Document, fit: Fitter = as_chosen) -> str | None:
    """Render a document; None while a leading mention has no choice, and without layers."""
    whole = rendered(document, fit)
    return whole.text if document.layers and not whole.undecided else None


def leading_mentions(document: Document) -> Iterator[Mention]:
    """Yield the mentions that need a choice, with the borders of all that they lead.

    Each layer has its own; all come in text order.
    """
    return (leader.stretch for leader in _leaders(document))


def rendered_mentions(document: Document) -> Iterator[Mention]:
    """Yield the leading mentions whose choices stand in the generalized text.

    Where layers differ, a span that one leaves as it is says nothing of what another hides in it.
    """
    return (leader.stretch for leader in _rendered_leaders(document))


def hidden_mentions(document: Document) -> Sequence[Mention]:
    """Return the mentions of which nothing may be read, in text order: masked, and not left.

    Left are those that lead a stretch which stays as it is, and are no person's name: what they
    lead was marked for itself, and nobody chose for it.
    """
    left = {
        id(leader.mention)
        for leader in _leaders(document)
        if leader.is_left and leader.mention.entity_type is not SemanticType.PERSON
    }
    masked = (mention for mention in document.iter_mentions() if mention.is_masked)
    hidden = (mention for mention in masked if id(mention) not in left)
    return sorted(hidden, key=lambda mention: (mention.start, mention.end))


def chosen_text(mention: Mention) -> str | None:
    """Return the choice by which a mention of a decided document goes out, None for none."""
    return majority(mention.replacement.selection) if mention.replacement else None


def hidden_characters(text: str, spans: Iterable[MaskableSpan]) -> bytearray:
    """Return a byte for each code point of a text: 1 where a span hides it."""
    hidden = bytearray(len(text))
    for span in spans:
        if span.is_masked:
            hidden[span.start : span.end] = b"\1" * (span.end - span.start)
    return hidden


def overlap(one: Span, other: Span) -> bool:
    """Whether two spans speak of the same text."""
    return one.start < other.end and other.start < one.end


@dataclass(frozen=True, slots=True)
class _Leader:
    """A mention that leads a stretch of its layer, as it is marked and with all of the stretch."""

    mention: Mention
    stretch: Mention

    @classmethod
    def of(cls, segment: Segment[Mention]) -> Self:
        mention, start, end = segment.mentions[0], segment.start, segment.end
        return cls(mention, replace(mention, start=start, end=end, span_text=segment.text))

    @property
    def start(self) -> int:
        """First code point of the stretch."""
        return self.stretch.start

    @property
    def end(self) -> int:
        """Code point after its last."""
        return self.stretch.end

    @property
    def chosen(self) -> str | None:
        """The choice by which it goes out."""
        return chosen_text(self.mention)

    @property
    def is_left(self) -> bool:
        """True where the stretch stays as it is."""
        return self.chosen == self.stretch.span_text


def _leaders(document: Document) -> Sequence[_Leader]:
    leaders = (
        _Leader.of(stretch)
        for layer in document.layers
        for stretch in stretches(document.text, layer.mentions)
    )
    return sorted(leaders, key=lambda leader: (leader.start, leader.end))


def _rendered_leaders(document: Document) -> Iterator[_Leader]:
    leaders = _leaders(document)
    hidden = [leader for leader in leaders if not leader.is_left]
    for leader in leaders:
        if not (leader.is_left and any(overlap(leader, other) for other in hidden)):
            yield leader


def _change(text: str, segment: Segment[_Leader], fit: Fitter, *, before: int) -> Change:
    """Return the change of a segment by its leader's choice; words of other spans stay hidden."""
    leader = segment.mentions[0]
    before = before if leader.start == segment.start else leader.start
    chosen = MASK if leader.chosen is None else leader.chosen
    span = fitted(text, leader.stretch, chosen, fit, before=before)
    return Change(min(span.start, segment.start), segment.end, span.rendered, span.lead)


def _iter_segments(text: str, spans: Sequence[_Span]) -> Iterator[Segment[_Span]]:
    position = 0
    for cluster in clusters(spans):
        start = min(span.start for span in cluster)
        end = max(span.end for span in cluster)
        if position < start:
            yield Segment(position, text[position:start])
        yield Segment(start, text[start:end], tuple(cluster))
        position = end
    if position < len(text):
        yield Segment(position, text[position:])


def clusters(spans: Sequence[_Span]) -> Iterator[list[_Span]]:
    """Group spans that overlap, directly or through others, each group's leading one first."""
    cluster: list[_Span] = []
    end = 0
    for span in sorted(spans, key=lambda span: (span.start, span.end)):
        if cluster and span.start >= end:
            yield _leading_first(cluster)
            cluster = []
        cluster.append(span)
        end = max(end, span.end)
    if cluster:
        yield _leading_first(cluster)


def _leading_first(cluster: Sequence[_Span]) -> list[_Span]:
    return sorted(cluster, key=lambda span: (span.start - span.end, span.start))
