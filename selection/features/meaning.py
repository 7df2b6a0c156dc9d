"""What the encoder's vectors say of span, candidate and what the ontology offers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from annotation.records import MASK
from annotation.types import SemanticType
from learning.encoding import Encoder, Vectors
from selection.examples import ExampleDocument, Floats
from selection.similarity import Units

COMPONENTS = 16
_TYPES = tuple(SemanticType)
_MASK_WORDS = "something"
"""What stands for `***`: its own signs mean nothing to the encoder."""


def meaning_of(text: str) -> str:
    """Return what the encoder reads for a candidate."""
    return _MASK_WORDS if text == MASK else text


@dataclass(frozen=True, slots=True)
class Components:
    """The leading principal components of some vectors: mean and directions."""

    mean: Floats
    directions: Floats
    """Shape (dimensions, components)."""

    @classmethod
    def of(cls, vectors: Vectors, count: int = COMPONENTS) -> Components:
        """Find the leading components; fewer where there are fewer vectors, filled with zeros."""
        mean = vectors.mean(axis=0).astype(np.float64)
        _, _, rows = np.linalg.svd(vectors - mean, full_matrices=False)
        directions = np.zeros((vectors.shape[1], count))
        directions[:, : len(rows[:count])] = rows[:count].T
        signs = np.sign(directions[np.abs(directions).argmax(axis=0), np.arange(count)])
        return cls(mean, directions * np.where(signs == 0, 1, signs))

    def project(self, vectors: Vectors) -> Floats:
        """Return the components of vectors, shape (vectors, components)."""
        found: Floats = (vectors - self.mean) @ self.directions
        return found


@dataclass(frozen=True, slots=True)
class Meanings:
    """The vectors of a document's mentions, a row each candidate.

    `agreeing` is the largest cosine of a candidate and a text that the ontology offers for the
    span, shape (candidates,): 0 for `***`, and where nothing is offered.
    """

    spans: Vectors
    candidates: Vectors
    agreeing: Floats
    sizes: Sequence[int]


def encode_document(document: ExampleDocument, encoder: Encoder) -> Meanings:
    """Encode spans, candidates and what the ontology offers of a document."""
    sizes = [len(example.options) for example in document.examples]
    offered = [text for example in document.examples for text in example.proposed]
    spans, candidates, proposed = _encoded(encoder, *_texts_of(document), offered)
    return Meanings(
        np.repeat(spans, sizes, axis=0),
        candidates,
        _agreeing(document, candidates, proposed),
        sizes,
    )


def _agreeing(document: ExampleDocument, candidates: Vectors, proposed: Vectors) -> Floats:
    found = np.zeros(len(candidates))
    first = first_proposed = 0
    for example in document.examples:
        last, last_proposed = first + len(example.options), first_proposed + len(example.proposed)
        if example.proposed:
            cosines = candidates[first:last] @ proposed[first_proposed:last_proposed].T
            is_text = [not option.is_mask for option in example.options]
            found[first:last] = cosines.max(axis=1) * is_text
        first, first_proposed = last, last_proposed
    return found


def units_of(document: ExampleDocument, encoder: Encoder) -> Units:
    """Describe a document's mentions as kernels compare them, in the encoder's vectors."""
    examples = document.examples
    spans, texts = _encoded(encoder, *_texts_of(document))
    return Units.of(
        spans,
        texts,
        np.array([len(each.options) for each in examples], dtype=np.int64),
        [_TYPES.index(each.entity_type) for each in examples],
        np.array([each.is_mask for example in examples for each in example.options], dtype=bool),
    )


def _texts_of(document: ExampleDocument) -> tuple[list[str], list[str]]:
    """Return the spans of a document, and the candidates of all its lists."""
    candidates = (text for example in document.examples for text in example.candidates)
    return [example.span_text for example in document.examples], list(map(meaning_of, candidates))


def _encoded(encoder: Encoder, *groups: Sequence[str]) -> list[Vectors]:
    """Encode all groups at once, which takes less than one by one."""
    vectors = encoder.encode([text for group in groups for text in group])
    return np.split(vectors, np.cumsum([len(group) for group in groups])[:-1])


def similarity_columns(meanings: Meanings) -> dict[str, Floats]:
    """Return cosines between span, candidate, neighbours in the list and the ontology's list."""
    spans, candidates = meanings.spans, meanings.candidates
    sizes = np.array(meanings.sizes, dtype=np.int64)
    starts = np.cumsum(sizes) - sizes
    rows, first = np.arange(len(candidates)), np.repeat(starts, sizes)
    previous = np.maximum(rows - 1, first)
    following = np.minimum(rows + 1, first + np.repeat(sizes, sizes) - 1)
    surest = np.maximum.reduceat(meanings.agreeing, starts)
    return {
        "similarity/span and candidate": _cosines(spans, candidates),
        "similarity/previous candidate": _cosines(candidates[previous], candidates),
        "similarity/next candidate": _cosines(candidates[following], candidates),
        "similarity/first candidate": _cosines(candidates[first], candidates),
        "similarity/span and first candidate": _cosines(candidates[first], spans),
        "agreement/candidate": meanings.agreeing,
        "agreement/list": np.repeat(surest, sizes),
    }


def _cosines(one: Vectors, other: Vectors) -> Floats:
    found: Floats = (one.astype(np.float64) * other).sum(axis=1)
    return found
