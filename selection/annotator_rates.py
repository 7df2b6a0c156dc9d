"""Annotator rates: how an annotator's choices differ from what was to be expected of anybody.

A *rate* sums, over the mentions or candidates that share a key (all, those of a type, of an
entity, with the same list), by how much the choices surpass the base probabilities: those of a
model that does not know who chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from selection.examples import Example, ExampleDocument, Floats

Integers = NDArray[np.int64]
Counts = dict[tuple[str, Hashable], Floats]
"""(rate, key) → sum of surpluses (chosen less expected), number of cases, sum of the chosen."""

UNKNOWN = -1
"""The index of a choice that is open, or that is not among the candidates."""
_LONG = 4
_FLOOR = 1e-4


@dataclass(frozen=True, slots=True)
class Rate:
    """What is compared, among which mentions or candidates, how many cases its prior counts for."""

    name: str
    measure: str
    prior: float
    key: Callable[[Example, int], Hashable]


def _alike(_example: Example, _index: int) -> Hashable:
    return ""


def _type(example: Example, _index: int) -> Hashable:
    return example.entity_type.value


def _length(example: Example, _index: int) -> Hashable:
    return min(len(example.options), _LONG)


def _string(example: Example, _index: int) -> Hashable:
    return example.span_text.casefold()


def _entity(example: Example, _index: int) -> Hashable:
    return (example.doc_id, example.entity_id)


def _text(example: Example, index: int) -> Hashable:
    return example.options[index].text


def _first(example: Example, _index: int) -> Hashable:
    return example.options[0].text


def _list(example: Example, _index: int) -> Hashable:
    return example.candidates


def _both(
    one: Callable[[Example, int], Hashable], other: Callable[[Example, int], Hashable]
) -> Callable[[Example, int], Hashable]:
    return lambda example, index: (one(example, index), other(example, index))


OF_MENTIONS = (
    Rate("masks", "mask", 5, _alike),
    Rate("masks type", "mask", 3, _type),
    Rate("masks length", "mask", 3, _length),
    Rate("masks type and length", "mask", 2, _both(_type, _length)),
    Rate("masks first", "mask", 1, _first),
    Rate("masks list", "mask", 1, _list),
    Rate("masks string", "mask", 1, _string),
    Rate("masks entity", "mask", 1, _entity),
    Rate("takes first", "first", 5, _alike),
    Rate("takes first of type", "first", 3, _type),
    Rate("depth", "depth", 5, _alike),
    Rate("depth in type", "depth", 3, _type),
    Rate("takes likeliest", "likeliest", 5, _alike),
    Rate("takes likeliest of type", "likeliest", 3, _type),
    Rate("surprise", "surprise", 5, _alike),
)
OF_CANDIDATES = (
    Rate("takes text", "candidate", 1, _text),
    Rate("takes text in type", "candidate", 1, _both(_type, _text)),
    Rate("takes text in list", "candidate", 1, _both(_list, _text)),
    Rate("takes text for string", "candidate", 1, _both(_string, _text)),
    Rate("takes text for entity", "candidate", 1, _both(_entity, _text)),
)


class Places:
    """The candidates of a document's mentions as one column, and what was expected of each.

    `sizes` holds the number of candidates of each mention; `masks` tells the candidates that are
    `***`. Mentions without base probabilities count as if all were alike.
    """

    def __init__(
        self, base_probabilities: Sequence[Sequence[float]], masks: NDArray[np.bool_]
    ) -> None:
        self.masks = masks
        self.sizes = np.array([len(each) for each in base_probabilities], dtype=np.int64)
        self.starts = np.concatenate([[0], np.cumsum(self.sizes)[:-1]]).astype(np.int64)
        self.owners = np.repeat(np.arange(len(self.sizes)), self.sizes)
        self.indices = np.arange(len(self.owners)) - self.starts[self.owners]
        probabilities = np.array(
            [probability for each in base_probabilities for probability in each], dtype=np.float64
        )
        probabilities = np.maximum(probabilities, _FLOOR)
        self.probabilities = probabilities / self.sums(probabilities)[self.owners]
        self.depths = self.indices / np.maximum(self.sizes - 1, 1)[self.owners]
        self.best = np.maximum.reduceat(self.probabilities, self.starts)
        self.entropy = -self.sums(self.probabilities * np.log(self.probabilities))
        self.masking = self.sums(self.probabilities * masks)
        self.likeliest = np.array(
            [
                int(np.argmax(self.probabilities[start : start + size]))
                for start, size in zip(self.starts, self.sizes, strict=True)
            ],
            dtype=np.int64,
        )
        self.expected_depth = self.sums(self.probabilities * self.depths)

    def rows(self, mention: int) -> Integers:
        """Return where the candidates of a mention stand."""
        return np.arange(self.starts[mention], self.starts[mention] + self.sizes[mention])

    def sums(self, values: Floats) -> Floats:
        """Sum over the candidates of each mention: shape (candidates,) → (mentions,)."""
        total: Floats = np.add.reduceat(values, self.starts)
        return total

    def compare(self, chosen: Integers) -> dict[str, tuple[Floats, Floats, Floats]]:
        """Return for each measure what was chosen, what was expected, and where it is known.

        `chosen` holds an index a mention, or UNKNOWN; the measure "candidate" has one probability a
        candidate, the others one a mention.
        """
        known = (chosen >= 0).astype(np.float64)
        rows = self.starts + np.maximum(chosen, 0)
        long = known * (self.sizes > 2)  # noqa: PLR2004 - one text and `***` leave no depth
        first = (chosen == 0) & ~self.masks[rows]
        taken = np.zeros(len(self.owners))
        taken[rows[chosen >= 0]] = 1
        return {
            "mask": (self.masks[rows] * known, self.masking, known),
            "first": (
                first * 1.0,
                self.probabilities[self.starts] * ~self.masks[self.starts],
                long,
            ),
            "depth": (self.depths[rows] * known, self.expected_depth, long),
            "likeliest": ((chosen == self.likeliest) * 1.0, self.best, known),
            "surprise": (-np.log(self.probabilities[rows]), self.entropy, known),
            "candidate": (taken, self.probabilities, known[self.owners]),
        }


def count_choices(
    document: ExampleDocument, base_probabilities: Sequence[Floats], annotator: str
) -> Counts:
    """Count an annotator's choices in a document, compared with its base probabilities."""
    counts: Counts = {}
    if not document.examples:
        return counts
    masks = np.array([each.is_mask for example in document.examples for each in example.options])
    places = Places([list(each) for each in base_probabilities], masks)
    found = (example.index_of(annotator) for example in document.examples)
    chosen = np.array([UNKNOWN if index is None else index for index in found], dtype=np.int64)
    measured = places.compare(chosen)
    for rates, owners, indices in (
        (OF_MENTIONS, np.arange(len(chosen)), np.zeros(len(chosen), dtype=np.int64)),
        (OF_CANDIDATES, places.owners, places.indices),
    ):
        for rate in rates:
            chose, expected, known = measured[rate.measure]
            for row in np.flatnonzero(known):
                key = (rate.name, rate.key(document.examples[owners[row]], int(indices[row])))
                case = np.array([chose[row] - expected[row], 1.0, chose[row]])
                counts[key] = counts[key] + case if key in counts else case
    return counts


def sum_counts(by_document: Iterable[Counts]) -> Counts:
    """Return the sum of the counts of several documents."""
    total: Counts = {}
    for counts in by_document:
        for key, sums in counts.items():
            total[key] = total[key] + sums if key in total else sums
    return total


def subtract_counts(total: Counts, part: Counts) -> Counts:
    """Return a total without a part that it holds; keys without other cases fall away."""
    rest: Counts = {}
    for key, sums in total.items():
        left = sums - part[key] if key in part else sums
        if left[1] > 0:  # cases are whole numbers, which floats subtract exactly
            rest[key] = left
    return rest
