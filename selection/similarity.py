"""How alike mentions are, and their candidates: kernels over the encoder's vectors, 0…1.

A kernel is 1 between what is the same and falls with the cosine of two vectors, or with the
distance of two places. Sums that are weighted by it count what was chosen where it was alike
(Nadaraya, 1964, "On estimating regression").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from selection.examples import Integers

Singles = NDArray[np.float32]

SAME = 30.0
"""How fast a kernel falls with the cosine: by half at 0.98, so that only the same text counts."""
LIKE = 8.0
"""By half at a cosine of 0.91: "town" is like "city"."""
KINDRED = 6.0
"""By half at 0.88: lists, and strings, of the same kind."""
APART = 5.0
"""How fast it falls with the distance between two places in a list, from 0 at its head to 1."""
FADING = 0.8
"""How much less a mention counts for each that lies between."""

OF_MENTIONS = ("string", "list")
NEAR = ("near of type", "near of kind")
"""Kernels of mentions in one document, where some are near."""
OF_CANDIDATES = ("text", "text in list", "text for string", "depth", "depth in type")


@dataclass(frozen=True, slots=True)
class Units:
    """Mentions and their candidates, as kernels compare them.

    Vectors have length 1: `spans` and `lists` (the mean of a list's candidates), shape (mentions,
    dimensions), `texts`, shape (candidates, dimensions). `types` numbers semantic types, `numbers`
    the mentions of their document; `depths` runs from 0 for the first candidate of a list to 1.
    """

    spans: Singles
    lists: Singles
    types: Integers
    numbers: Integers
    texts: Singles
    owners: Integers
    """The mention of each candidate, shape (candidates,)."""
    depths: Singles
    masks: NDArray[np.bool_]

    @classmethod
    def of(
        cls,
        spans: Singles,
        texts: Singles,
        sizes: Integers,
        types: Sequence[int],
        masks: NDArray[np.bool_],
    ) -> Units:
        """Describe the mentions of a document, `sizes` their numbers of candidates."""
        owners = np.repeat(np.arange(len(sizes)), sizes)
        starts = np.cumsum(sizes) - sizes
        sums = np.add.reduceat(texts, starts, axis=0) if len(sizes) else texts
        places = np.arange(len(owners)) - starts[owners]
        return cls(
            spans,
            lengthened(sums),
            np.array(types, dtype=np.int64),
            np.arange(len(sizes)),
            texts,
            owners,
            (places / np.maximum(sizes - 1, 1)[owners]).astype(np.float32),
            masks,
        )

    def take(self, mentions: Integers) -> Units:
        """Return some of the mentions, in the order given, with their candidates."""
        rows = self.rows(mentions)
        renumbered = np.zeros(len(self.types), dtype=np.int64)
        renumbered[mentions] = np.arange(len(mentions))
        return Units(
            self.spans[mentions],
            self.lists[mentions],
            self.types[mentions],
            self.numbers[mentions],
            self.texts[rows],
            renumbered[self.owners[rows]],
            self.depths[rows],
            self.masks[rows],
        )

    def rows(self, mentions: Integers) -> Integers:
        """Return where the candidates of some mentions stand, those of each one together."""
        starts = np.searchsorted(self.owners, mentions, side="left")
        ends = np.searchsorted(self.owners, mentions, side="right")
        none = np.zeros(0, dtype=np.int64)
        return np.concatenate([none, *map(np.arange, starts, ends)])

    @classmethod
    def together(cls, several: Sequence[Units]) -> Units:
        """Join the mentions of several documents."""
        counts = np.cumsum([len(each.types) for each in several])
        owners = [each.owners + shift for each, shift in zip(several, [0, *counts], strict=False)]
        joined = {
            name: np.concatenate([getattr(each, name) for each in several])
            for name in cls.__slots__
        }
        return cls(**joined | {"owners": np.concatenate(owners)})


def compare_mentions(one: Units, other: Units) -> Singles:
    """Return the kernels of `OF_MENTIONS`, shape (kernels, mentions, mentions of the other)."""
    return np.stack([_kernel(one.spans, other.spans, SAME), _kernel(one.lists, other.lists, SAME)])


def compare_neighbours(one: Units, other: Units) -> Singles:
    """Return the kernels of `NEAR` between mentions of one document, of the same shape."""
    near = FADING ** np.abs(one.numbers[:, None] - other.numbers[None, :]).astype(np.float32)
    alike = one.types[:, None] == other.types[None, :]
    return np.stack([near * alike, near * _kernel(one.lists, other.lists, KINDRED)])


def compare_candidates(one: Units, other: Units) -> Singles:
    """Return the kernels of `OF_CANDIDATES`, shape (kernels, candidates, those of the other).

    `***` is like no text, nor like itself: what is masked is a matter of mentions.
    """
    across = np.ix_(one.owners, other.owners)
    texts = ~one.masks[:, None] & ~other.masks[None, :]
    alike = _kernel(one.texts, other.texts, LIKE) * texts
    depth = np.exp(-APART * np.abs(one.depths[:, None] - other.depths[None, :])) * texts
    return np.stack(
        [
            alike,
            alike * _kernel(one.lists, other.lists, KINDRED)[across],
            alike * _kernel(one.spans, other.spans, KINDRED)[across],
            depth,
            depth * (one.types[:, None] == other.types[None, :])[across],
        ]
    )


def lengthened(vectors: Singles) -> Singles:
    """Return vectors at length 1, shape (vectors, dimensions)."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    found: Singles = (vectors / np.maximum(lengths, 1e-9)).astype(np.float32)
    return found


def _kernel(one: Singles, other: Singles, fall: float) -> Singles:
    found: Singles = np.exp(fall * (one @ other.T - 1))
    return found
