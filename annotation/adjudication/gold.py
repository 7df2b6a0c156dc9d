"""The gold layer of a document: what was settled, beside what the annotators marked and chose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from annotation.adjudication.rows import Part, Reading
from annotation.entities import entities_across
from annotation.overlaying import free_name, layer_of
from annotation.records import (
    MASK,
    Document,
    Generalizations,
    Layer,
    Layout,
    Mention,
    Replacement,
)
from annotation.rendering import generalized_text_of
from annotation.sources import ListSource

GOLD = "gold"
"""The name of a gold layer, and the key of a layer that says it is one."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What somebody settled for a row, and who."""

    reading: Reading
    adjudicator: str


GOLD_LAYOUT = Layout(("entity_mentions", GOLD), {GOLD: True})
"""How a gold layer is told from the layers of annotators, in records, too."""


def is_gold(layer: Layer) -> bool:
    """Whether a layer was adjudicated; as what no annotator made it counts in no agreement."""
    return layer.layout.extra.get(GOLD) is True


def without_gold(document: Document) -> Document:
    """Return a document with the layers of its annotators alone, if it has any."""
    kept = tuple(layer for layer in document.layers if not is_gold(layer))
    return replace(document, layers=kept) if kept else document


def layers_of(
    document: Document, annotators: Iterable[str], owners: Mapping[str, str] | None = None
) -> list[Layer]:
    """Return a layer for each annotator with all that they mark, by the names of these.

    Without owners they choose for shared spans, or change them. Else each has a layer with all
    spans, as in a masking project; `owners` says whose a layer of another name is. Whoever has none
    marked nothing.
    """
    if owners is None:
        return [layer_of(document, name) for name in annotators]
    own = {owners.get(layer.name, layer.name): layer.mentions for layer in document.layers}
    return [Layer(name, own.get(name, ())) for name in annotators]


def with_gold(
    document: Document,
    layers: Sequence[Layer],
    settled: Iterable[Settled],
    *,
    is_alone: bool,
) -> Document:
    """Return a document with its gold layer, or with that alone; its text reads as that has it.

    `layers` are those of its annotators, from which lists and entities are taken.
    """
    gold = _layer(document, layers, settled)
    alone = replace(document, layers=(gold,), generalized_text=None)
    text = generalized_text_of(alone) if _is_replaced(gold) else None
    if is_alone:
        return replace(alone, generalized_text=text, quality_checked=None)
    return replace(
        document,
        layers=(*document.layers, gold),
        generalized_text=text or document.generalized_text,
    )


def _is_replaced(gold: Layer) -> bool:
    return any(mention.replacement for mention in gold.mentions)


def _layer(document: Document, layers: Sequence[Layer], settled: Iterable[Settled]) -> Layer:
    name = free_name(GOLD, [layer.name for layer in document.layers])
    numbered = [(number, each) for number, layer in enumerate(layers) for each in layer.mentions]
    found = _Found(_by_place(numbered), entities_across(numbered))
    parts = sorted(
        ((part, each.adjudicator) for each in settled for part in each.reading),
        key=lambda pair: pair[0].borders,
    )
    mentions = tuple(_mentions(document, parts, found))
    return Layer(name, mentions, GOLD_LAYOUT)


_Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Found:
    """What the annotators marked: mentions by place with the numbers of their layers, entities."""

    at: Mapping[_Place, Sequence[tuple[int, Mention]]]
    entities: Mapping[tuple[int, str], str]


def _by_place(
    numbered: Iterable[tuple[int, Mention]],
) -> dict[_Place, list[tuple[int, Mention]]]:
    places: dict[_Place, list[tuple[int, Mention]]] = {}
    for number, mention in numbered:
        places.setdefault((mention.start, mention.end), []).append((number, mention))
    return places


def _mentions(
    document: Document, parts: Collection[tuple[Part, str]], found: _Found
) -> Iterator[Mention]:
    for number, (part, adjudicator) in enumerate(parts, start=1):
        there = found.at.get(part.borders, ())
        known = next((found.entities[layer, each.entity_id] for layer, each in there), None)
        statuses = Counter(each.confidential_status for _, each in there)
        yield Mention(
            mention_id=f"{GOLD}{number}",
            entity_type=part.entity_type,
            start=part.start,
            end=part.end,
            span_text=document.text[part.start : part.end],
            identifier_type=part.identifier_type,
            entity_id=known or f"{GOLD}{number}",
            confidential_status=statuses.most_common(1)[0][0] if statuses else None,
            replacement=_replacement(part.text, [each for _, each in there], adjudicator),
        )


def _replacement(text: str | None, there: Iterable[Mention], who: str) -> Replacement | None:
    if text is None:
        return None
    bare: Generalizations = {ListSource.RULES: [MASK]}
    lists = (each.replacement.generalizations for each in there if each.replacement)
    return Replacement(next(lists, bare), {text: (who,)}).admitting([text])
