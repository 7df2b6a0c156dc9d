"""A document as it may go out: as it is, with one candidate or another, all masked."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from annotation.correcting import as_corrected
from annotation.options import options_of
from annotation.records import MASK, Document, Mention
from annotation.rendering import (
    ReplacedSpan,
    generalized_text_of,
    render_generalized,
    rendered_mentions,
)

Pick = Callable[[Mention], str]
"""Picks what goes into the place of a mention."""


class Rendering(StrEnum):
    """What stands in the place of each span that is hidden."""

    ORIGINAL = "original"
    FIRST = "first candidates"
    CHOSEN = "chosen"
    GENERAL = "most general"
    MASKED = "masked"


def render(document: Document, rendering: Rendering) -> str | None:
    """Return a document's text so rendered, None for `CHOSEN` where a choice is missing."""
    if rendering is Rendering.ORIGINAL:
        return document.text
    if rendering is Rendering.CHOSEN:
        return generalized_text_of(document)
    pick: dict[Rendering, Pick] = {
        Rendering.FIRST: lambda mention: candidates_of(mention)[0],
        Rendering.GENERAL: lambda mention: _most_general(candidates_of(mention)),
        Rendering.MASKED: lambda _mention: MASK,
    }
    return render_with(document, pick[rendering])


def render_with(document: Document, pick: Pick) -> str:
    """Return a document's text with what is picked for each mention."""
    spans = [
        ReplacedSpan(mention.start, mention.end, pick(mention))
        for mention in rendered_mentions(as_corrected(document))
    ]
    return render_generalized(document.text, spans)


def candidates_of(mention: Mention) -> tuple[str, ...]:
    """Return what a mention may be replaced by, most specific first, `***` last."""
    return tuple(option.text for option in options_of(mention.replacement))


def _most_general(candidates: tuple[str, ...]) -> str:
    return candidates[-2] if len(candidates) > 1 else MASK
