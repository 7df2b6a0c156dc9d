"""Layers of annotators who chose for the same spans, as one layer.

Other tools have a layer for each annotator, also where all were shown the same spans and only
chose what goes out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from annotation.records import MASK, Generalizations, Layer, Mention, Replacement
from annotation.sources import ListSource


def joined(layers: Sequence[Layer], name: str) -> Layer | None:
    """Return one layer of this name with all choices; None where the layers say different things.

    So they do if their spans or what they call them differ, or the lists, or one's choices.
    """
    in_order = [sorted(layer.mentions, key=_key) for layer in layers]
    keys = [[_key(mention) for mention in mentions] for mentions in in_order]
    if any(each != keys[0] for each in keys):
        return None
    mentions = [_joined(same) for same in zip(*in_order, strict=True)]
    found = [mention for mention in mentions if mention is not None]
    return Layer(name, tuple(found)) if len(found) == len(mentions) else None


def _key(mention: Mention) -> tuple[int, int, str, str]:
    return mention.start, mention.end, mention.entity_type, mention.identifier_type


def _joined(same: Sequence[Mention]) -> Mention | None:
    given = [mention.replacement for mention in same if mention.replacement]
    if not given:
        return same[0]
    offered = [lists for each in given if (lists := _offered(each))]
    selection: dict[str, tuple[str, ...]] = {}
    for each in given:
        for text, names in each.selection.items():
            selection[text] = tuple(dict.fromkeys((*selection.get(text, ()), *names)))
    chosen = [name for names in selection.values() for name in names]
    is_corrected = any(each.corrections for each in given)
    if is_corrected or any(each != offered[0] for each in offered):
        return None
    if len(set(chosen)) < len(chosen):
        return None
    written = (text for each in given for text in _written(each))
    listed = Replacement(offered[0] if offered else {ListSource.WRITTEN: [MASK]})
    whole = listed.admitting([*written, *selection])
    kept = next((each for each in given if _offered(each)), given[0])
    whole = replace(kept, generalizations=whole.generalizations, selection=selection)
    return replace(same[0], replacement=whole)


def _offered(replacement: Replacement) -> Generalizations:
    lists = replacement.generalizations
    return {source: lists[source] for source in lists if source != ListSource.WRITTEN}


def _written(replacement: Replacement) -> Sequence[str]:
    texts = replacement.generalizations.get(ListSource.WRITTEN, ())
    return list(texts)
