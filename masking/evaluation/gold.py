"""Gold entities: what annotators masked, with the mentions that must not be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from annotation.records import Document, Layer, Mention
from annotation.types import IdentifierType, SemanticType


@dataclass(frozen=True, slots=True)
class GoldEntity:
    """An entity that one annotator masked."""

    annotator: str
    entity_type: SemanticType
    """The type of its first mention."""
    is_direct: bool
    """Whether its first mention is a direct identifier; otherwise the entity is a quasi one."""
    mentions: tuple[Mention, ...]
    """All mentions, of which at least one must be masked."""

    @property
    def masked_mentions(self) -> list[Mention]:
        """The mentions that must be masked."""
        return [mention for mention in self.mentions if mention.is_masked]


def masked_entities(layer: Layer) -> list[GoldEntity]:
    """Return the entities of a layer with a mention that must be masked.

    The first mention in the stored order says which kind of identifier the entity is, as in TAB's
    evaluation script: one that turns DIRECT only later counts among the quasi-identifiers.
    """
    grouped: dict[str, list[Mention]] = {}
    for mention in layer.mentions:
        grouped.setdefault(mention.entity_id, []).append(mention)
    return [
        GoldEntity(
            annotator=layer.name,
            entity_type=mentions[0].entity_type,
            is_direct=mentions[0].identifier_type is IdentifierType.DIRECT,
            mentions=tuple(mentions),
        )
        for mentions in grouped.values()
        if any(mention.is_masked for mention in mentions)
    ]


class GoldDocument:
    """A document with the entities that each of its annotators masked."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.annotators = len(document.layers)
        self.entities = [entity for layer in document.layers for entity in masked_entities(layer)]

    def count_agreeing(self, start: int, end: int) -> int:
        """Return how many annotators have one mention, to be masked, that holds all of a span."""
        return sum(bool(reach[start] >= end) for reach in self._reaches)

    @cached_property
    def _reaches(self) -> list[NDArray[np.int64]]:
        length = len(self.document.text)
        return [_reach(layer.mentions, length) for layer in self.document.layers]


def _reach(mentions: Sequence[Mention], length: int) -> NDArray[np.int64]:
    """Return for every place how far the mentions go that begin there or before."""
    ends = np.zeros(length + 1, dtype=np.int64)
    for mention in mentions:
        if mention.is_masked:
            ends[mention.start] = max(int(ends[mention.start]), mention.end)
    return np.maximum.accumulate(ends)
