"""Settling what several annotators hide: one layer of the spans that enough of them do.

A span counts for whoever hides all of it, in one span or in several. Of spans within one another
the outer one is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from annotation.entities import entities_across
from annotation.records import Document, Layer, Mention
from annotation.rendering import hidden_characters
from annotation.types import LabelledEnum

SETTLED = "settled"
"""The name of a layer of what several annotators hide."""


class Settling(LabelledEnum):
    """The rule for how many of a document's annotators must hide a span."""

    ANY = "any", "Whatever one of them hides", "Where they differ, the more is hidden."
    MOST = "most", "What most of them hide", "More than half; of two annotators both."
    ALL = "all", "What all of them hide", "Where they differ, the less is hidden."

    def suffices(self, hiding: int, annotators: int) -> bool:
        """Whether so many of the annotators are enough."""
        if self is Settling.ANY:
            return hiding > 0
        return hiding == annotators if self is Settling.ALL else 2 * hiding > annotators


def settled(document: Document, settling: Settling) -> Document:
    """Return a document with one layer of masked spans, without replacements or choices.

    Mentions are of one entity where some annotator says so, and the same spans of several are.
    """
    kept = list(_outermost(_hidden_by_enough(document, settling)))
    entities = entities_across(kept)
    first, *others = document.layers or (Layer(SETTLED, ()),)
    mentions = (
        replace(
            mention,
            mention_id=f"m{number}",
            entity_id=entities[layer, mention.entity_id],
            edit_type=None,
            related_mentions=None,
            replacement=None,
        )
        for number, (layer, mention) in enumerate(_one_each(kept), start=1)
    )
    layer = Layer(SETTLED if others else first.name, tuple(mentions))
    return replace(document, layers=(layer,), generalized_text=None)


def _hidden_by_enough(document: Document, settling: Settling) -> list[tuple[int, Mention]]:
    masks = [hidden_characters(document.text, layer.mentions) for layer in document.layers]
    return [
        (number, mention)
        for number, layer in enumerate(document.layers)
        for mention in layer.mentions
        if mention.is_masked
        and settling.suffices(
            sum(all(mask[mention.start : mention.end]) for mask in masks), len(masks)
        )
    ]


def _outermost(spans: Sequence[tuple[int, Mention]]) -> Iterator[tuple[int, Mention]]:
    """Yield in text order what stands in no other span; the same span of several stays of all."""
    end = borders = None
    for number, mention in sorted(spans, key=lambda each: (each[1].start, -each[1].end)):
        if end is None or mention.end > end or (mention.start, mention.end) == borders:
            end, borders = mention.end, (mention.start, mention.end)
            yield number, mention


def _one_each(spans: Sequence[tuple[int, Mention]]) -> Iterator[tuple[int, Mention]]:
    """Yield one mention for each place, of the type that most annotators gave it."""
    places: dict[tuple[int, int], list[tuple[int, Mention]]] = {}
    for number, mention in spans:
        places.setdefault((mention.start, mention.end), []).append((number, mention))
    for same in places.values():
        types = [(mention.entity_type, mention.identifier_type) for _, mention in same]
        yield same[types.index(max(types, key=types.count))]
