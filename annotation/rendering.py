"""From a text and its mentions to what people read: generalized text, segments of a page.

Spans may overlap (TAB's annotators nested some). Overlapping spans are taken together as one
stretch of text, led by the longest of them (the first, if several are as long), so that no part
of a span that must be hidden stays readable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from annotation.records import MASK, Document
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

    @property
    def rendered(self) -> str:
        """The replacement in brackets, unless it is `***`."""
        return self.replacement if self.replacement == MASK else f"[{self.replacement}]"


class NamedSpan(Span, Protocol):
    """A span that knows its text and its semantic type."""

    @property
    def span_text(self) -> str:
        """The text of the span."""
        ...

    @property
    def entity_type(self) -> SemanticType:
        """What kind of personal information it carries."""
        ...


Fitter = Callable[[str, NamedSpan, str], ReplacedSpan]
"""Fits a replacement into its sentence: from text, mention and chosen text to what stands there."""


def as_chosen(_text: str, mention: NamedSpan, chosen: str) -> ReplacedSpan:
    """Put the bare choice in the place of the mention, as WikiReplace does."""
    return ReplacedSpan(mention.start, mention.end, chosen)


@dataclass(frozen=True, slots=True)
class Segment(Generic[_Span]):
    """A stretch of a text: plain if it has no mentions, else the leading mention comes first."""

    start: int
    text: str
    mentions: tuple[_Span, ...] = ()


def segments(text: str, mentions: Iterable[_Maskable]) -> tuple[Segment[_Maskable], ...]:
    """Cut a text at its masked mentions; the segments' texts put together are the text.

    Each masked mention is in one segment; mentions that stay as they are are plain text.
    """
    return tuple(_iter_segments(text, [mention for mention in mentions if mention.is_masked]))


def render_generalized(text: str, spans: Iterable[ReplacedSpan]) -> str:
    """Put each replacement in the place of its span, in brackets unless it is `***`."""
    return "".join(
        segment.mentions[0].lead + segment.mentions[0].rendered
        if segment.mentions
        else segment.text
        for segment in _iter_segments(text, list(spans))
    )


def generalized_text_of(document: Document, fit: Fitter = as_chosen) -> str | None:
    """Render a document by its majority choices; None while a masked mention has no choice."""
    spans = []
    for mention in document.iter_mentions():
        if mention.is_masked:
            chosen = majority(mention.replacement.selection) if mention.replacement else None
            if chosen is None:
                return None
            spans.append(fit(document.text, mention, chosen))
    return render_generalized(document.text, spans) if document.layers else None


def _iter_segments(text: str, spans: Sequence[_Span]) -> Iterator[Segment[_Span]]:
    position = 0
    for cluster in _clusters(spans):
        start = min(span.start for span in cluster)
        end = max(span.end for span in cluster)
        if position < start:
            yield Segment(position, text[position:start])
        leading_first = sorted(cluster, key=lambda span: (span.start - span.end, span.start))
        yield Segment(start, text[start:end], tuple(leading_first))
        position = end
    if position < len(text):
        yield Segment(position, text[position:])


def _clusters(spans: Sequence[_Span]) -> Iterator[list[_Span]]:
    """Group spans that overlap, directly or through others, in the order of the text."""
    cluster: list[_Span] = []
    end = 0
    for span in sorted(spans, key=lambda span: (span.start, span.end)):
        if cluster and span.start >= end:
            yield cluster
            cluster = []
        cluster.append(span)
        end = max(end, span.end)
    if cluster:
        yield cluster
