"""Numbers in the place of people's names: who is who stays with whoever makes a dataset.

What annotators and reviewers are called in a record is renamed; what a file held that we do not
know (`meta`, unknown keys) is kept as it came.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from annotation.adjudication import is_gold
from annotation.overlaying import (
    CORRECTS,
    SUGGESTIONS,
    annotator_of,
    corrects_others,
    free_name,
    in_name_of,
    layers_of_each,
)
from annotation.records import Corrections, Document, Json, Layer, Layout, Mention, Replacement


@dataclass
class Pseudonyms:
    """The pseudonyms of one dataset, given in the order in which people come up in it."""

    _given: dict[str, dict[str, str]] = field(default_factory=dict)

    def of(self, name: str, role: str = "annotator") -> str:
        """Return somebody's pseudonym, the same each time: "annotator 1"."""
        known = self._given.setdefault(role, {})
        return known.setdefault(name, f"{role} {len(known) + 1}")

    def rename(self, document: Document) -> Document:
        """Return a document without names of those who worked on it."""
        annotators = {layer.name for layer in layers_of_each(document)} or {
            layer.name for layer in document.layers
        }
        renamed: dict[str, Layer] = {}
        for layer in document.layers:
            new = self._layer(layer, annotators, {each.name for each in renamed.values()})
            renamed[layer.name] = new
        names = {old: new.name for old, new in renamed.items()}
        checked = document.quality_checked
        return replace(
            document,
            layers=tuple(_correcting(layer, names) for layer in renamed.values()),
            quality_checked=None
            if checked is None
            else tuple(names.get(name) or self.of(name) for name in checked),
        )

    def _layer(self, layer: Layer, annotators: Collection[str], taken: Collection[str]) -> Layer:
        role = "adjudicator" if is_gold(layer) else "annotator"
        mentions = tuple(self._mention(mention, role) for mention in layer.mentions)
        if layer.name == SUGGESTIONS or is_gold(layer):
            return replace(layer, mentions=mentions)
        is_theirs = corrects_others(layer) or layer.name in annotators
        name = self.of(annotator_of(layer)) if is_theirs else f"layer {len(taken) + 1}"
        new = replace(layer, name=free_name(name, taken), mentions=mentions)
        return in_name_of(new, name) if corrects_others(layer) else new

    def _mention(self, mention: Mention, role: str) -> Mention:
        return replace(
            mention,
            replacement=mention.replacement and self._replacement(mention.replacement, role),
            corrections=self._corrections(mention.corrections),
        )

    def _replacement(self, replacement: Replacement, role: str) -> Replacement:
        selection = {
            text: tuple(self.of(name, role) for name in names)
            for text, names in replacement.selection.items()
        }
        corrections = self._corrections(replacement.corrections)
        return replace(replacement, selection=selection, corrections=corrections)

    def _corrections(self, corrections: Corrections) -> Corrections:
        return {
            text: {
                self.of(reviewer, "reviewer"): tuple(map(self.of, names))
                for reviewer, names in by.items()
            }
            for text, by in corrections.items()
        }


def _correcting(layer: Layer, names: Mapping[str, str]) -> Layer:
    """Let an annotator's own layer name those that it changes as they are called now."""
    named = layer.layout.extra.get(CORRECTS)
    if not corrects_others(layer) or not isinstance(named, list):
        return layer
    new: list[Json] = [names.get(name, name) if isinstance(name, str) else name for name in named]
    return replace(layer, layout=Layout(layer.layout.keys, {**layer.layout.extra, CORRECTS: new}))
