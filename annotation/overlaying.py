"""What annotators changed of suggested spans: each has a layer of their own over the shared ones.

Where spans of one's own and shared ones speak of the same text, one's own count: a span there is
another one than was suggested, or one more, and one marked NO_MASK says that nothing is to be
hidden. All that an own layer does not touch stands as it is suggested.

Some annotators are blind: they mark without what this program suggests, so that one sees how far
suggestions sway people. Nothing that it suggests holds for them, see `holds_for`; what people
gave, or another program, is shared by all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from annotation.correcting import only_for
from annotation.records import Document, Json, Layer, Layout, Mention
from annotation.rendering import MaskableSpan, Span, clusters, leading_mentions, overlap
from annotation.types import EditType

SUGGESTIONS = "palimpsest"
"""The name of a layer that nobody made: what this program suggests to hide."""

DOES_NOT_READ_AS = "does_not_read_as"
"""The key of such a layer that names the language in which the text does not seem to be written.

What suggests reads no other.
"""

CORRECTS = "corrects"
"""The key of a layer in a record that names the layers which it changes."""

ANNOTATOR = "annotator"
"""The key that says whose such a layer is, where it can't have the name of its annotator."""

_Span = TypeVar("_Span", bound=MaskableSpan)


def untouched(shared: Sequence[_Span], own: Sequence[Span]) -> Iterator[_Span]:
    """Yield the shared spans that none of one's own changes, in their order.

    Hidden spans that overlap are one stretch, see rendering: whoever changes a part of it, changes
    all of it.
    """
    changed = {
        id(span)
        for cluster in clusters([span for span in shared if span.is_masked])
        if any(overlap(span, each) for span in cluster for each in own)
        for span in cluster
    }
    for span in shared:
        is_changed = (
            id(span) in changed if span.is_masked else any(overlap(span, each) for each in own)
        )
        if not is_changed:
            yield span


def corrects_others(layer: Layer) -> bool:
    """Whether a layer holds what one annotator changed of others."""
    return isinstance(layer.layout.extra.get(CORRECTS), list)


def layout_over(shared: Iterable[str], *, is_blind: bool) -> Layout:
    """Return the layout of an annotator's own layer over the shared ones of these names."""
    named: list[Json] = [name for name in shared if not (is_blind and name == SUGGESTIONS)]
    return Layout(("entity_mentions", CORRECTS), {CORRECTS: named})


def free_name(annotator: str, taken: Collection[str]) -> str:
    """Return a name for an annotator's own layer: theirs, where no other layer has it."""
    name = annotator
    while name in taken:
        name += "'"
    return name


def holds_for(shared: Layer, own: Iterable[Layer]) -> bool:
    """Whether the annotator of these own layers has what a shared one says.

    What this program suggests is not theirs where a layer of theirs does not name it.
    """
    return shared.name != SUGGESTIONS or all(SUGGESTIONS in _corrected(layer) for layer in own)


def is_blind(document: Document, annotator: str) -> bool:
    """Whether something was suggested in a document, and its annotator marked without it."""
    own = _own_layers(document, annotator)
    return any(
        not corrects_others(layer) and not holds_for(layer, own) for layer in document.layers
    )


def annotator_of(layer: Layer) -> str:
    """Name whose layer it is: it has the annotator's name, unless another layer had that."""
    named = layer.layout.extra.get(ANNOTATOR) if corrects_others(layer) else None
    return named if isinstance(named, str) and named else layer.name


def in_name_of(layer: Layer, annotator: str) -> Layer:
    """Return an annotator's own layer so that it says whose it is."""
    if layer.name == annotator:
        return layer
    keys = layer.layout.keys
    keys = keys if ANNOTATOR in keys else (*keys, ANNOTATOR)
    return replace(layer, layout=Layout(keys, {**layer.layout.extra, ANNOTATOR: annotator}))


def as_marked_by(document: Document, annotator: str) -> Document:
    """Return a document with the spans of one annotator: the shared ones as they changed them."""
    own = _own_layers(document, annotator)
    shared = (
        replace(layer, mentions=_standing(layer, own))
        for layer in document.layers
        if not corrects_others(layer)
    )
    return replace(document, layers=(*shared, *own))


def as_marked(document: Document, annotators: Collection[str]) -> Document:
    """Return a document without the shared spans that stand for none of the annotators.

    What any of them would hide is hidden. Without annotators nobody has read it yet.
    """
    own = [_own_layers(document, annotator) for annotator in annotators]
    if not any(own):
        return document
    layers = (
        layer if corrects_others(layer) else replace(layer, mentions=_backed(layer, own))
        for layer in document.layers
    )
    return replace(document, layers=tuple(layers))


def layers_of_each(document: Document) -> Iterator[Layer]:
    """Yield a layer for each annotator with all spans as they see them, in order of name.

    Annotators are those who chose something or changed something; a suggested span that one of them
    left as it was is one that they checked.
    """
    names = {annotator_of(layer) for layer in document.layers if corrects_others(layer)}
    for mention in document.iter_mentions():
        if mention.replacement:
            names.update(*mention.replacement.selection.values())
    for name in sorted(names):
        yield layer_of(document, name)


def layer_of(document: Document, annotator: str) -> Layer:
    """Return a layer of all that one annotator marks, as TAB has it: what is hidden, and what not.

    What they left as it was suggested they have checked. What was suggested not to be hidden they
    have not seen: it is left out.
    """
    seen = as_marked_by(document, annotator)
    mentions = sorted(
        (
            mention
            for layer in seen.layers
            for mention in layer.mentions
            if mention.is_masked or corrects_others(layer)
        ),
        key=_place,
    )
    names = [mention.mention_id for mention in mentions]
    if len(set(names)) < len(names):  # they are unique in their own layers only
        names = [str(number) for number in range(1, len(names) + 1)]
    checked = (
        replace(
            only_for(each, annotator),
            mention_id=name,
            edit_type=each.edit_type or EditType.CHECK,
        )
        for name, each in zip(names, mentions, strict=True)
    )
    return Layer(annotator, tuple(checked))


def _place(mention: Mention) -> tuple[int, int]:
    return mention.start, mention.end


def count_of(document: Document, annotator: str) -> tuple[int, int]:
    """Count the spans for which one annotator chooses, and those for which they have chosen."""
    leading = list(leading_mentions(as_marked_by(document, annotator)))
    return len(leading), sum(_has_chosen(annotator, mention) for mention in leading)


def _has_chosen(annotator: str, mention: Mention) -> bool:
    selection = mention.replacement.selection if mention.replacement else {}
    return any(annotator in names for names in selection.values())


def _corrected(layer: Layer) -> Sequence[Json]:
    named = layer.layout.extra.get(CORRECTS)
    return named if isinstance(named, list) else ()


def _own_layers(document: Document, annotator: str) -> list[Layer]:
    return [
        layer
        for layer in document.layers
        if corrects_others(layer) and annotator_of(layer) == annotator
    ]


def _standing(shared: Layer, own: Sequence[Layer]) -> tuple[Mention, ...]:
    """Return what stands of a shared layer for the annotator of these own ones."""
    if not holds_for(shared, own):
        return ()
    return tuple(untouched(shared.mentions, [each for layer in own for each in layer.mentions]))


def _backed(shared: Layer, own: Iterable[Sequence[Layer]]) -> tuple[Mention, ...]:
    backed = {mention.mention_id for layers in own for mention in _standing(shared, layers)}
    return tuple(mention for mention in shared.mentions if mention.mention_id in backed)
