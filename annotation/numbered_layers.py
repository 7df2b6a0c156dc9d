"""The layers of a document as numbers, types and choices: nothing in them says whose they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from annotation.correcting import kept_choices
from annotation.options import level_of
from annotation.overlaying import annotator_of
from annotation.records import Document, Json, Layer, Mention

_OFFSETS = ("start_offset", "end_offset")

Places = Mapping[int, tuple[int, int]]
"""Where what replaces a mention stands in the generalized text, by the mention's number."""


@dataclass
class NumberedLayers:
    """Makes the layers of the records of one file, in which each annotator has one number."""

    _annotators: dict[str, int] = field(default_factory=dict)

    def of(self, document: Document, places: Places) -> list[Json]:
        """Return the layers of a document, its mentions numbered throughout."""
        entities: dict[str, int] = {}
        numbers = iter(range(1, 1 + sum(len(layer.mentions) for layer in document.layers)))
        return [self._layer(layer, entities, numbers, places) for layer in document.layers]

    def _layer(
        self,
        layer: Layer,
        entities: dict[str, int],
        numbers: Iterator[int],
        places: Places,
    ) -> Json:
        annotator = _numbered(self._annotators, annotator_of(layer))
        mentions: list[Json] = [
            {
                "mention": number,
                **dict(zip(_OFFSETS, places.get(number, ()), strict=False)),
                "entity": _numbered(entities, mention.entity_id),
                "entity_type": mention.entity_type.value,
                "identifier_type": mention.identifier_type.value,
                "choices": self._choices(mention),
                **_corrections(mention),
            }
            for mention, number in zip(layer.mentions, numbers, strict=False)
        ]
        return {"annotator": annotator, "entity_mentions": mentions}

    def _choices(self, mention: Mention) -> list[Json]:
        selection = kept_choices(mention.replacement) if mention.replacement else {}
        return [
            {
                "text": text,
                "level": level_of(mention.replacement, text),
                "annotators": [_numbered(self._annotators, name) for name in names],
            }
            for text, names in selection.items()
        ]


def _corrections(mention: Mention) -> dict[str, Json]:
    """Return what reviewers put in the place of a choice, without their names."""
    corrections = mention.replacement.corrections if mention.replacement else mention.corrections
    return {"corrections": list(corrections)} if corrections else {}


def _numbered(numbers: dict[str, int], name: str) -> int:
    return numbers.setdefault(name, len(numbers) + 1)
