"""Making a record fit a replacement project: one shared layer, whose masked spans stand apart.

Court cases (TAB) come with a layer of spans for every annotator, some of them inside others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from annotation.errors import RecordError
from annotation.records import Document, Layer, Mention
from annotation.types import IdentifierType


@dataclass(frozen=True, slots=True)
class Adapted:
    """A document as the project takes it, and what that cost."""

    document: Document
    layers_left_out: int = 0
    spans_joined: int = 0
    """Masked spans that went into one that they overlapped."""


def adapt(document: Document) -> Adapted:
    """Take one layer and join the masked spans that overlap in it; raises RecordError.

    What has replacement lists stays as it is or is refused: choices may hang on it.
    """
    if not document.layers:
        return Adapted(document)
    layer = _chosen_layer(document)
    joined = replace(layer, mentions=tuple(_iter_joined(document.text, layer.mentions)))
    return Adapted(
        replace(document, layers=(joined,)),
        layers_left_out=len(document.layers) - 1,
        spans_joined=len(layer.mentions) - len(joined.mentions),
    )


def _chosen_layer(document: Document) -> Layer:
    """Choose the first layer that was checked for quality, else the first."""
    if len(document.layers) > 1 and any(each.replacement for each in document.iter_mentions()):
        raise RecordError(
            f"it has {len(document.layers)} layers of spans with replacement lists; a replacement "
            "project takes one: import the file into a masking project"
        )
    checked = document.quality_checked or ()
    in_order = sorted(document.layers, key=lambda layer: layer.name not in checked)
    return in_order[0]


def _iter_joined(text: str, mentions: Sequence[Mention]) -> Iterator[Mention]:
    """Yield the mentions in their order, each group of overlapping masked ones as one."""
    leaders = {id(mention): mention for mention in mentions if not mention.is_masked}
    for group in _overlapping([mention for mention in mentions if mention.is_masked]):
        leader = max(group, key=lambda mention: (mention.end - mention.start, -mention.start))
        leaders[id(leader)] = leader if len(group) == 1 else _joined(text, leader, group)
    for mention in mentions:
        if id(mention) in leaders:
            yield leaders[id(mention)]


def _overlapping(masked: Sequence[Mention]) -> Iterator[list[Mention]]:
    group: list[Mention] = []
    for mention in sorted(masked, key=lambda mention: (mention.start, mention.end)):
        if group and mention.start >= max(member.end for member in group):
            yield group
            group = []
        group.append(mention)
    if group:
        yield group


def _joined(text: str, leader: Mention, group: Sequence[Mention]) -> Mention:
    """Stretch the longest span over all of its group, so that nothing of it stays readable."""
    if any(mention.replacement for mention in group):
        inner = next(mention for mention in group if mention is not leader)
        raise RecordError(
            "the span overlaps another one that must be replaced", mention_id=inner.mention_id
        )
    start, end = group[0].start, max(mention.end for mention in group)
    is_direct = any(mention.identifier_type is IdentifierType.DIRECT for mention in group)
    return replace(
        leader,
        start=start,
        end=end,
        span_text=text[start:end],
        identifier_type=IdentifierType.DIRECT if is_direct else IdentifierType.QUASI,
    )
