"""What an annotator's choices tell of the next one: features of candidates, one row each.

A choice's *surplus* is what was chosen less what was to be expected of anybody. For each kernel
(`selection.similarity`) a feature is the mean surplus where it was alike: in this document, and
pooled with the annotator's other documents, whose sums stand in the payload. Training and the web
process share this code, and both start from the payload, rounded as it is.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotation.records import MASK
from annotation.types import SemanticType
from selection.examples import Floats, Integers
from selection.payload import AnnotatorNotes, SuggestionPayload
from selection.similarity import (
    NEAR,
    OF_CANDIDATES,
    OF_MENTIONS,
    Singles,
    Units,
    compare_candidates,
    compare_mentions,
    compare_neighbours,
    lengthened,
)

UNKNOWN = -1
"""The index of a choice that is open, or that is not among the candidates."""
PRIORS = {
    "string": 0.5,
    "list": 0.5,
    "near of type": 1.0,
    "near of kind": 1.0,
    "text": 1.0,
    "text in list": 1.0,
    "text for string": 1.0,
    "depth": 5.0,
    "depth in type": 3.0,
}
"""How many cases without a surplus a mean starts from, by kernel."""
REMEMBERED = 100
"""The annotator's other documents that are looked at, the last ones: each costs time."""
PAST_SHARE = 0.3
"""What a case of another document counts for beside one of this document."""
GROUPS = ("expected", "here", "pooled")
"""Of features: what is expected of anybody; choices in this document; these with the others'."""
FEATURES = (
    "expected/log probability",
    "expected/mask",
    "expected/mask log probability",
    *(f"here/{name}" for name in (*OF_MENTIONS, *NEAR)),
    *(f"pooled/{name}" for name in OF_MENTIONS),
    *(f"here/{name}" for name in OF_CANDIDATES),
    *(f"pooled/{name}" for name in OF_CANDIDATES),
)
DIMENSIONS = 32
"""Of the vectors in a payload: a document's texts lie in few directions."""
_FLOOR = 1e-4
_STEPS = 127
"""Vectors are stored as whole numbers up to this."""


class Expectations:
    """The candidates of a document's mentions as one column, and what is expected of each.

    `sizes` holds the number of candidates of each mention. Mentions without base probabilities
    count as if all were alike.
    """

    def __init__(self, payload: SuggestionPayload) -> None:
        texts, probabilities = payload.texts, payload.probabilities
        self.masks = np.array([text == MASK for each in texts for text in each], dtype=bool)
        self.sizes = np.array([len(each) for each in texts], dtype=np.int64)
        self.starts = np.cumsum(self.sizes) - self.sizes
        flat = np.array([each for some in probabilities for each in some], dtype=np.float64)
        flat = np.maximum(flat, _FLOOR)
        self.probabilities = flat / np.repeat(self._sums(flat), self.sizes)
        self.masking = self._sums(self.probabilities * self.masks)

    def surpluses(self, chosen: Integers) -> tuple[Floats, Floats]:
        """Return by how much `***` was chosen, a mention each, and each candidate.

        `chosen` holds an index for each mention, or UNKNOWN: what is said of those means nothing.
        """
        taken = np.zeros(len(self.masks))
        known = chosen != UNKNOWN
        taken[self.starts[known] + chosen[known]] = 1
        return self._sums(taken * self.masks) - self.masking, taken - self.probabilities

    def _sums(self, values: Floats) -> Floats:
        total: Floats = np.add.reduceat(values, self.starts) if len(self.sizes) else values
        return total


@dataclass(frozen=True, slots=True)
class Choices:
    """What an annotator chose: mentions with their candidates, and the surpluses of both."""

    units: Units
    masked: Floats
    taken: Floats

    @classmethod
    def of(cls, units: Units, expected: Expectations, chosen: Integers) -> Choices:
        """Keep the mentions of a document that are chosen for; `chosen` as for `surpluses`."""
        known = np.flatnonzero(chosen != UNKNOWN)
        masked, taken = expected.surpluses(chosen)
        return cls(units.take(known), masked[known], taken[units.rows(known)])

    @classmethod
    def together(cls, several: Sequence[Choices]) -> Choices:
        """Join the choices in several documents, at least one."""
        return cls(
            Units.together([each.units for each in several]),
            np.concatenate([each.masked for each in several]),
            np.concatenate([each.taken for each in several]),
        )


def notes_on(
    types: Sequence[SemanticType],
    texts: Sequence[Sequence[str]],
    units: Units,
    past: Choices | None,
) -> AnnotatorNotes:
    """Return what a payload holds of an annotator, who chose `past` in other documents.

    `texts` are the lists of the document's mentions, `units` has them in the encoder's vectors.
    """
    flat = [text for each in texts for text in each]
    first = dict(zip(reversed(flat), reversed(range(len(flat))), strict=True))
    rows = [first[text] for text in dict.fromkeys(flat)]
    vectors = np.vstack([units.spans, units.texts[rows]])
    sums = [] if past is None else [_of_mentions(units, past), _of_candidates(units, past)]
    return AnnotatorNotes(
        types,
        _pack(_lowered(vectors), np.dtype(np.int8)),
        _pack(np.concatenate([each.ravel() for each in sums]), _PAST) if sums else "",
    )


_PAST = np.dtype("<f2")


class AnnotatorFeatures:
    """The features of a payload for the choices made so far."""

    def __init__(self, payload: SuggestionPayload, notes: AnnotatorNotes) -> None:
        self.expected = Expectations(payload)
        flat = [text for each in payload.texts for text in each]
        numbers = {text: number for number, text in enumerate(dict.fromkeys(flat))}
        count = len(payload.texts)
        packed = _unpack(notes.vectors, np.dtype(np.int8)).reshape(count + len(numbers), -1)
        vectors = lengthened(packed.astype(np.float32))
        rows = [count + numbers[text] for text in flat]
        types = [_TYPES.index(each) for each in notes.types]
        expected = self.expected
        self.units = Units.of(vectors[:count], vectors[rows], expected.sizes, types, expected.masks)
        self._past = _past_of(_unpack(notes.past, _PAST), count, len(flat))

    def features(self, chosen: Integers, wanted: Integers) -> Floats:
        """Return a row for each candidate of the mentions wanted, shape (candidates, FEATURES).

        `chosen` holds an index for each mention of the document, or UNKNOWN; the mentions wanted
        are open.
        """
        so_far = Choices.of(self.units, self.expected, chosen)
        asked, rows = self.units.take(wanted), self.units.rows(wanted)
        of_mentions = _of_mentions(asked, so_far)
        near = _sums(compare_neighbours(asked, so_far.units), so_far.masked)
        of_candidates = _of_candidates(asked, so_far)
        past_of_mentions, past_of_candidates = self._past
        logs, masks = np.log(self.expected.probabilities[rows]), self.expected.masks[rows]
        masking = [
            _means(np.concatenate([of_mentions, near]), (*OF_MENTIONS, *NEAR)),
            _means(of_mentions + PAST_SHARE * past_of_mentions[:, wanted], OF_MENTIONS),
        ]
        taking = [
            _means(of_candidates, OF_CANDIDATES),
            _means(of_candidates + PAST_SHARE * past_of_candidates[:, rows], OF_CANDIDATES),
        ]
        return np.column_stack(
            [
                logs,
                masks,
                logs * masks,
                *(each[:, asked.owners].T * masks[:, None] for each in masking),
                *(each.T for each in taking),
            ]
        )


_TYPES = tuple(SemanticType)


def _of_mentions(units: Units, choices: Choices) -> Floats:
    return _sums(compare_mentions(units, choices.units), choices.masked)


def _of_candidates(units: Units, choices: Choices) -> Floats:
    return _sums(compare_candidates(units, choices.units), choices.taken)


def _sums(kernels: Singles, surpluses: Floats) -> Floats:
    """Return sums of surpluses and of cases, weighted by kernels: shape (kernels, units, 2)."""
    return np.stack([kernels @ surpluses, kernels.sum(axis=2)], axis=2)


def _means(sums: Floats, kernels: Sequence[str]) -> Floats:
    """Return mean surpluses, shape (kernels, units)."""
    priors = np.array([PRIORS[name] for name in kernels])[:, None]
    found: Floats = sums[..., 0] / (sums[..., 1] + priors)
    return found


def _past_of(flat: Floats, mentions: int, candidates: int) -> tuple[Floats, Floats]:
    """Return the sums over other documents of mentions and of candidates; zeros without any."""
    shapes = (len(OF_MENTIONS), mentions, 2), (len(OF_CANDIDATES), candidates, 2)
    if not len(flat):
        return np.zeros(shapes[0]), np.zeros(shapes[1])
    border = len(OF_MENTIONS) * mentions * 2
    return flat[:border].reshape(shapes[0]), flat[border:].reshape(shapes[1])


def _lowered(vectors: Singles) -> Singles:
    """Return vectors in the directions in which these lie, as whole numbers: angles stay."""
    _, _, directions = np.linalg.svd(vectors, full_matrices=False)
    found: Singles = np.round(lengthened(vectors @ directions[:DIMENSIONS].T) * _STEPS)
    return found


def _pack(values: NDArray[np.floating], kind: np.dtype[np.generic]) -> str:
    return b64encode(values.astype(kind).tobytes()).decode("ascii")


def _unpack(packed: str, kind: np.dtype[np.generic]) -> Floats:
    return np.frombuffer(b64decode(packed, validate=True), dtype=kind).astype(np.float64)
