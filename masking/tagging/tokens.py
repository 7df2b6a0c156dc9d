"""A parsed text by tokens: what was recognized in it without training, what annotators masked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from annotation.records import Layer
from annotation.types import SemanticType
from masking.spans import RecognizedSpan

if TYPE_CHECKING:
    from spacy.tokens import Doc

Floats = NDArray[np.float64]

OUTSIDE = "O"
BEGIN, INSIDE = "B", "I"
MASK, NO_MASK = "MASK", "NO_MASK"
"""A label is OUTSIDE, or BEGIN or INSIDE with one of these: "B-MASK"."""


@dataclass(frozen=True, slots=True)
class TokenSpan:
    """What a recognizer found, by tokens: start and end are numbers of tokens, half-open."""

    start: int
    end: int
    entity_type: SemanticType
    reason: str


@dataclass(frozen=True, slots=True)
class TokenizedText:
    """A text parsed by a pipeline, and the spans that were recognized in it without training."""

    doc: Doc
    spans: tuple[TokenSpan, ...]

    @classmethod
    def of(cls, doc: Doc, spans: Iterable[RecognizedSpan]) -> TokenizedText:
        """Take spans over; a token that a span cuts belongs to it."""
        found = []
        for span in spans:
            tokens = tokens_of(doc, span.start, span.end)
            if len(tokens):
                token_span = TokenSpan(tokens.start, tokens.stop, span.entity_type, span.reason)
                found.append(token_span)
        return cls(doc, tuple(found))


def tokens_of(doc: Doc, start: int, end: int) -> range:
    """Return the numbers of the tokens that a stretch of text touches, white space left out."""
    span = doc.char_span(start, end, alignment_mode="expand")
    if span is None:
        return range(0)
    numbers = [token.i for token in span if not token.is_space]
    return range(numbers[0], numbers[-1] + 1) if numbers else range(0)


def labels_of(doc: Doc, layer: Layer) -> list[str]:
    """Return the label that an annotator's layer gives each token.

    Where mentions overlap, those that must be masked take precedence, and of these the longest.
    """
    labels = [OUTSIDE] * len(doc)
    for mention in sorted(layer.mentions, key=lambda each: (each.is_masked, each.end - each.start)):
        kind = MASK if mention.is_masked else NO_MASK
        for place, number in enumerate(tokens_of(doc, mention.start, mention.end)):
            labels[number] = f"{INSIDE if place else BEGIN}-{kind}"
    return labels


def types_of(doc: Doc, layer: Layer) -> list[SemanticType | None]:
    """Return the type of the mention that each token stands in; of several that of the longest."""
    types: list[SemanticType | None] = [None] * len(doc)
    for mention in sorted(layer.mentions, key=lambda each: each.end - each.start):
        for number in tokens_of(doc, mention.start, mention.end):
            types[number] = mention.entity_type
    return types


def is_masked(labels: Sequence[str]) -> NDArray[np.bool_]:
    """Return which labels stand for a mask."""
    return np.array([label.endswith(f"-{MASK}") for label in labels], dtype=np.bool_)
