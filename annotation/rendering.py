"""From a text and its mentions to what people read: generalized text, segments of a page.

Spans may overlap (TAB's annotators nested some). Overlapping spans are taken together as one
stretch of text, led by the longest of them (the first, if several are as long), so that no part
of a span that must be hidden stays readable. The leading mention carries the choice; those that it
leads need none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from annotation.correcting import as_corrected
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
    for segment in replaced_segments(text, spans):
        if segment.mentions:
            leading = segment.mentions[0]
            yield leading.lead + leading.rendered, leading
        else:
            yield segment.text, None


def replaced_segments(text: str, spans: Iterable[ReplacedSpan]) -> Iterator[Segment[ReplacedSpan]]:
    """Cut a text at what is replaced; the first span of a segment stands for all of it."""
    return _iter_segments(text, list(spans))


def generalized_text_of(document: Document, fit: Fitter = as_chosen) -> str | None:
    """Render a document by its majority choices; None while a leading mention has no choice.

    What reviewers corrected goes before all choices.
    """
    document = as_corrected(document)
    spans = []
    for leader in rendered_mentions(document):
        chosen = chosen_text(leader)
        if chosen is None:
            return None
        spans.append(fit(document.text, leader, chosen))
    return render_generalized(document.text, spans) if document.layers else None


def leading_mentions(document: Document) -> Iterator[Mention]:
    """Yield the mentions that need a choice, with the borders of all that they lead.

    Each layer has its own; all come in text order.
    """
    leading = (
        replace(stretch.mentions[0], start=stretch.start, end=stretch.end, span_text=stretch.text)
        for layer in document.layers
        for stretch in stretches(document.text, layer.mentions)
    )
    yield from sorted(leading, key=lambda mention: (mention.start, mention.end))


def rendered_mentions(document: Document) -> Iterator[Mention]:
    """Yield the leading mentions whose choices stand in the generalized text.

    Where layers differ, a span that one leaves as it is says nothing of what another hides in it.
    """
    leading = list(leading_mentions(document))
    hidden = [mention for mention in leading if chosen_text(mention) != mention.span_text]
    for mention in leading:
        is_left = chosen_text(mention) == mention.span_text
        if not (is_left and any(overlap(mention, other) for other in hidden)):
            yield mention


def chosen_text(mention: Mention) -> str | None:
    """Return the majority's choice, None while there is none."""
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
