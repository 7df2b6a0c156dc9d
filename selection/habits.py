"""What is known of an annotator's taste: choices compared with what was to be expected.

A *habit* sums, over the mentions or candidates that share a key (all, those of a type, of an
entity, with the same list), by how much the choices surpass the figures of the impersonal model.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotation.types import SemanticType
from selection.examples import Example, ExampleDocument, Floats

Integers = NDArray[np.int64]
Tally = dict[tuple[str, Hashable], Floats]
"""(habit, key) → sum of surpluses (chosen less expected), number of cases, sum of the chosen."""

UNKNOWN = -1
"""The index of a choice that is open, or that is not among the candidates."""
TYPES = list(SemanticType)
_LONG = 4
_FLOOR = 1e-4


@dataclass(frozen=True, slots=True)
class Habit:
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
    Habit("masks", "mask", 5, _alike),
    Habit("masks type", "mask", 3, _type),
    Habit("masks length", "mask", 3, _length),
    Habit("masks type and length", "mask", 2, _both(_type, _length)),
    Habit("masks first", "mask", 1, _first),
    Habit("masks list", "mask", 1, _list),
    Habit("masks string", "mask", 1, _string),
    Habit("masks entity", "mask", 1, _entity),
    Habit("takes first", "first", 5, _alike),
    Habit("takes first of type", "first", 3, _type),
    Habit("depth", "depth", 5, _alike),
    Habit("depth in type", "depth", 3, _type),
    Habit("takes likeliest", "likeliest", 5, _alike),
    Habit("takes likeliest of type", "likeliest", 3, _type),
    Habit("surprise", "surprise", 5, _alike),
)
OF_CANDIDATES = (
    Habit("takes text", "candidate", 1, _text),
    Habit("takes text in type", "candidate", 1, _both(_type, _text)),
    Habit("takes text in list", "candidate", 1, _both(_list, _text)),
    Habit("takes text for string", "candidate", 1, _both(_string, _text)),
    Habit("takes text for entity", "candidate", 1, _both(_entity, _text)),
)


class Places:
    """The candidates of a document's mentions as one column, and what was expected of each.

    `likely` are the impersonal figures, `sizes` the number of candidates of each mention; `masks`
    tells the candidates that are `***`. Mentions without figures count as if all were alike.
    """

    def __init__(self, likely: Sequence[Sequence[float]], masks: NDArray[np.bool_]) -> None:
        self.masks = masks
        self.sizes = np.array([len(each) for each in likely], dtype=np.int64)
        self.starts = np.concatenate([[0], np.cumsum(self.sizes)[:-1]]).astype(np.int64)
        self.owners = np.repeat(np.arange(len(self.sizes)), self.sizes)
        self.indices = np.arange(len(self.owners)) - self.starts[self.owners]
        figures = np.array([figure for each in likely for figure in each], dtype=np.float64)
        figures = np.maximum(figures, _FLOOR)
        self.figures = figures / self.sums(figures)[self.owners]
        self.depths = self.indices / np.maximum(self.sizes - 1, 1)[self.owners]
        self.best = np.maximum.reduceat(self.figures, self.starts)
        self.entropy = -self.sums(self.figures * np.log(self.figures))
        self.masking = self.sums(self.figures * masks)
        self.likeliest = np.array(
            [
                int(np.argmax(self.figures[start : start + size]))
                for start, size in zip(self.starts, self.sizes, strict=True)
            ],
            dtype=np.int64,
        )
        self.expected_depth = self.sums(self.figures * self.depths)

    def rows(self, mention: int) -> Integers:
        """Return where the candidates of a mention stand."""
        return np.arange(self.starts[mention], self.starts[mention] + self.sizes[mention])

    def sums(self, values: Floats) -> Floats:
        """Sum over the candidates of each mention: shape (candidates,) → (mentions,)."""
        total: Floats = np.add.reduceat(values, self.starts)
        return total

    def compare(self, chosen: Integers) -> dict[str, tuple[Floats, Floats, Floats]]:
        """Return for each measure what was chosen, what was expected, and where it is known.

        `chosen` holds an index a mention, or UNKNOWN; the measure "candidate" has one figure a
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
            "first": (first * 1.0, self.figures[self.starts] * ~self.masks[self.starts], long),
            "depth": (self.depths[rows] * known, self.expected_depth, long),
            "likeliest": ((chosen == self.likeliest) * 1.0, self.best, known),
            "surprise": (-np.log(self.figures[rows]), self.entropy, known),
            "candidate": (taken, self.figures, known[self.owners]),
        }


def tally_of(document: ExampleDocument, likely: Sequence[Floats], annotator: str) -> Tally:
    """Sum an annotator's habits over a document whose impersonal figures are given."""
    tally: Tally = {}
    if not document.examples:
        return tally
    masks = np.array([each.is_mask for example in document.examples for each in example.options])
    places = Places([list(each) for each in likely], masks)
    found = (example.index_of(annotator) for example in document.examples)
    chosen = np.array([UNKNOWN if index is None else index for index in found], dtype=np.int64)
    measured = places.compare(chosen)
    for habits, owners, indices in (
        (OF_MENTIONS, np.arange(len(chosen)), np.zeros(len(chosen), dtype=np.int64)),
        (OF_CANDIDATES, places.owners, places.indices),
    ):
        for habit in habits:
            chose, expected, known = measured[habit.measure]
            for row in np.flatnonzero(known):
                key = (habit.name, habit.key(document.examples[owners[row]], int(indices[row])))
                case = np.array([chose[row] - expected[row], 1.0, chose[row]])
                tally[key] = tally[key] + case if key in tally else case
    return tally


def total_of(tallies: Iterable[Tally]) -> Tally:
    """Add tallies up."""
    total: Tally = {}
    for tally in tallies:
        for key, sums in tally.items():
            total[key] = total[key] + sums if key in total else sums
    return total


def less(total: Tally, part: Tally) -> Tally:
    """Take a part out of a total that holds it; keys without other cases fall away."""
    rest: Tally = {}
    for key, sums in total.items():
        left = sums - part[key] if key in part else sums
        if left[1] > 0:  # cases are whole numbers, which floats subtract exactly
            rest[key] = left
    return rest
