"""From the choices of several annotators to what goes out: one decision for one entity."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from operator import attrgetter

from annotation.correcting import as_corrected
from annotation.entities import entities_across
from annotation.records import Document, Mention, Replacement

Place = tuple[int, int]
"""The borders of a mention."""
Votes = Mapping[Place, Mapping[str, str]]
"""The choice of each annotator, by place: own layers that hide the same words vote together."""
Weigh = Callable[[str, str], tuple[int, int, int]]
"""Says how much an annotator counts for an entity: from both to what can be compared."""


def as_decided(document: Document) -> Document:
    """Return a document in which each mention has the one choice by which it goes out.

    All mentions of an entity go by one annotator: by whose choices most others agree with there. A
    tie goes to whom reviewers corrected there, then to whom the document names first. Where that
    annotator chose nothing, the next one counts. Corrections come before choices.
    """
    corrected = as_corrected(document)
    votes = _votes(corrected)
    weigh = _weighing(document, votes)

    def decided(mention: Mention) -> Mention:
        there = votes.get(_place(mention))
        if not there or not mention.is_masked:
            return mention
        chosen = there[max(there, key=lambda name: weigh(mention.entity_id, name))]
        names = tuple(name for name, text in there.items() if text == chosen)
        lists = mention.replacement or Replacement({})
        one = replace(lists, selection={chosen: names}, corrections={})
        return replace(mention, replacement=one)

    layers = (
        replace(layer, mentions=tuple(map(decided, layer.mentions))) for layer in corrected.layers
    )
    return replace(corrected, layers=tuple(layers))


def _votes(document: Document) -> Votes:
    votes: defaultdict[Place, dict[str, str]] = defaultdict(dict)
    for mention in filter(attrgetter("is_masked"), document.iter_mentions()):
        for text, names in _selection(mention).items():
            for name in names:
                votes[_place(mention)].setdefault(name, text)
    return votes


def _weighing(document: Document, votes: Votes) -> Weigh:
    mentions = list(document.iter_mentions())
    # Who adds spans to suggested ones names the same entities: an id holds in all layers.
    entities = {each: one for (_, each), one in entities_across([(0, m) for m in mentions]).items()}
    agreement, corrections = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for place, entity in {_place(each): entities[each.entity_id] for each in mentions}.items():
        there = votes.get(place, {})
        alike = Counter(there.values())
        agreement.update({(entity, name): alike[text] for name, text in there.items()})
    for each in mentions:
        names = chain(*_corrected(each))
        corrections.update((entities[each.entity_id], name) for name in names)
    named = dict.fromkeys(chain(*(chain(*_selection(each).values()) for each in mentions)))
    order = {name: -number for number, name in enumerate(named)}

    def weigh(entity_id: str, name: str) -> tuple[int, int, int]:
        key = entities[entity_id], name
        return agreement[key], corrections[key], order.get(name, -len(order))

    return weigh


def _selection(mention: Mention) -> Mapping[str, tuple[str, ...]]:
    return mention.replacement.selection if mention.replacement else {}


def _corrected(mention: Mention) -> Iterator[tuple[str, ...]]:
    """Yield the annotators whose choices reviewers corrected."""
    for reviewers in (mention.replacement.corrections if mention.replacement else {}).values():
        yield from reviewers.values()


def _place(mention: Mention) -> Place:
    return mention.start, mention.end
