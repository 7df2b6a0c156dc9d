"""Several indexes asked as one: a Wikidata dump's over the embedded one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Protocol

from ontology.entries import Covered, Sense
from ontology.index.layout import MANIFEST
from ontology.index.reading import Index
from ontology.lexicon import Lexicon

WIKIDATA = "wikidata"
"""The folder, within that of the embedded index, of the layer over it."""


class Layer(Protocol):
    """What answers for a name."""

    def lookup(self, name: str) -> list[Sense]:
        """Return the senses of a name, the most likely first."""

    def count_below(self, generalization: str) -> int:
        """Return how many entries have this text among their generalizations."""


class LiveLayer(Layer, Protocol):
    """A layer elsewhere: where it fails it answers nothing, and counts."""

    failures: int
    last_failure: str


class Ontology:
    """What is known of names; the first layer is asked first, and all of them answer.

    `live` is asked last, for a span that no other step of linking could read, and only there.
    """

    def __init__(self, layers: Sequence[Layer], *, live: LiveLayer | None = None) -> None:
        self.layers = tuple(layers)
        self.live = live

    @classmethod
    def open(cls, *folders: Path, live: LiveLayer | None = None) -> Ontology:
        """Open the indexes in some folders, each under its layer; raises MissingIndexError."""
        return cls([index for folder in folders for index in _layered(folder)], live=live)

    def lookup(self, name: str) -> list[Sense]:
        """Return the senses of a name, those of the first layer first."""
        return [sense for layer in self.layers for sense in layer.lookup(name)]

    def lookup_key(self, key: str) -> list[Sense]:
        """Return the senses of a folded name, as `near` gives it."""
        return [sense for index in self._indexes for sense in index.lookup_key(key)]

    def near(self, name: str) -> list[tuple[str, int]]:
        """Return the folded terms within 15 % of the characters with their distances, best first.

        Only compiled indexes answer: nothing else has all its terms at hand.
        """
        found = dict(near for index in self._indexes for near in index.near(name))
        return sorted(found.items(), key=lambda near: (near[1], near[0]))

    def count_below(self, generalization: str) -> int:
        """Return how many entries of a layer have this text among their generalizations, at most.

        Layers count the same things in words of their own, so that their counts are not added.
        """
        counts: Counter[str] = Counter()
        for number, layer in enumerate(self.layers):
            counts[_vocabulary(layer) or str(number)] += layer.count_below(generalization)
        return max(counts.values(), default=0)

    def covered(self, text: str) -> Covered | None:
        """Return what a text covers, of the layer that has most; None where no index knows it.

        Of several parts of a layer it is the sum.
        """
        found: dict[str, list[Covered]] = {}
        for index in self._indexes:
            if covered := index.covered(text):
                found.setdefault(_vocabulary(index), []).append(covered)
        if not found:
            return None
        return Covered(
            max(sum(part.count for part in parts) for parts in found.values()),
            max(sum(part.inhabitants for part in parts) for parts in found.values()),
            max(sum(part.weight for part in parts) for parts in found.values()),
        )

    def count_entries(self) -> int:
        """Return how many entries the layer with most has."""
        counts: Counter[str] = Counter()
        for index in self._indexes:
            counts[_vocabulary(index)] += index.manifest["entries"]
        return max(counts.values(), default=0)

    @cached_property
    def lexicon(self) -> Lexicon:
        """What the layers know of words."""
        return Lexicon(self.layers)

    def licences(self) -> dict[str, str]:
        """Return whose data answers, by label: under which licence it is."""
        manifests = [index.manifest for index in self._indexes]
        origins = [origin for each in manifests for origin in each.get("origins", {}).values()]
        return {each["label"]: each["licence"] for each in manifests + origins if "licence" in each}

    @property
    def _indexes(self) -> list[Index]:
        return [layer for layer in self.layers if isinstance(layer, Index)]


def _vocabulary(layer: Layer) -> str:
    """Return the folder of the whole layer that an index is a part of."""
    if not isinstance(layer, Index):
        return ""
    folder = layer.folder
    return str(folder.parent if folder.parent.name == WIKIDATA else folder)


def _layered(folder: Path) -> Iterator[Index]:
    """Yield the indexes of a folder, the uppermost first; one of the two must be there."""
    if (folder / WIKIDATA / MANIFEST).exists():
        layer = Index(folder / WIKIDATA)
        yield layer
        yield from (Index(layer.folder / part) for part in layer.manifest.get("parts", ()))
        if not (folder / MANIFEST).exists():
            return
    yield Index(folder)
