"""Walks of annotators through their documents, and the boosted trees that learn from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import lightgbm
import numpy as np

from selection.examples import ExampleDocument, Floats
from selection.habits import UNKNOWN, Integers, Tally
from selection.suggesting import plain_sheet
from selection.taste import Taste, names, notes_on
from selection.trees import Trees

ROUNDS = 200
BAGS = 2
"""Their mean is steadier than one; each costs milliseconds in the web process."""
SETTINGS: dict[str, Any] = {
    "learning_rate": 0.05,
    "num_leaves": 7,
    "min_data_in_leaf": 20,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    "num_threads": 1,
    "deterministic": True,
    "force_row_wise": True,
    "verbosity": -1,
}
_DATA = {"verbosity": -1, "feature_pre_filter": False}
"""Few choices leave no feature that could be split: trees of one leaf, not an error."""


@dataclass(frozen=True, slots=True)
class Walk:
    """What was known at each choice that an annotator made in a document.

    `features` has a row for each candidate of each choice, `figures` what the impersonal model says
    of it, `sizes` the number of candidates of each choice; `chosen` is 1 for the one taken.
    """

    features: Floats
    figures: Floats
    sizes: Integers
    chosen: Floats
    weight: float


def walk_of(
    document: ExampleDocument,
    likely: Sequence[Floats],
    annotator: str,
    past: Tally,
    *,
    weight: float,
    without: frozenset[str] = frozenset(),
) -> Walk | None:
    """Walk an annotator's choices in text order; None where none is among the candidates.

    `likely` are impersonal figures, `past` the annotator's habits in other documents, `without`
    groups of features that are left empty.
    """
    found = [example.index_of(annotator) for example in document.examples]
    if all(index is None for index in found):
        return None
    sheet = plain_sheet(document, likely)
    taste = Taste(sheet | {"personal": notes_on(document, past)})
    places = taste.places
    so_far = np.full(len(found), UNKNOWN)
    features, rows = [], []
    for number, index in enumerate(found):
        if index is not None:
            rows.append(places.rows(number))
            features.append(taste.features(so_far)[rows[-1]])
            so_far[number] = index
    chosen = np.zeros(len(places.owners))
    taken = np.flatnonzero(so_far != UNKNOWN)
    chosen[places.starts[taken] + so_far[taken]] = 1
    every = np.concatenate(rows)
    matrix = np.vstack(features)
    matrix[:, [name.partition("/")[0] in without for name in names()]] = 0
    return Walk(matrix, places.figures[every], places.sizes[taken], chosen[every], weight)


def boost(walks: Sequence[Walk], seed: int) -> list[str]:
    """Grow trees that move the impersonal figures towards what was chosen; return their texts.

    The scores are added to the logarithms of the figures and go through a softmax over the
    candidates of each choice, whose cross-entropy is made small. Without anything to tell the
    candidates apart there are no trees.
    """
    if not any(np.ptp(np.nan_to_num(walk.features), axis=0).any() for walk in walks):
        return []
    sizes = np.concatenate([walk.sizes for walk in walks])
    chosen = np.concatenate([walk.chosen for walk in walks])
    offsets = np.log(np.concatenate([walk.figures for walk in walks]))
    weights = np.concatenate([np.full(len(walk.chosen), walk.weight) for walk in walks])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])

    def objective(scores: Floats, _data: lightgbm.Dataset) -> tuple[Floats, Floats]:
        figures = _softmax(scores + offsets, starts, sizes)
        hessian = np.maximum(figures * (1 - figures), 1e-6)
        return (figures - chosen) * weights, 2 * hessian * weights

    features = np.vstack([walk.features for walk in walks])
    columns = [name.replace(" ", "_").replace(":", "") for name in names()]
    grown = []
    for bag in range(BAGS):
        data = lightgbm.Dataset(features, chosen, feature_name=columns, params=_DATA)
        settings = SETTINGS | {"objective": objective, "seed": seed * BAGS + bag}
        booster = lightgbm.train(settings, data, num_boost_round=ROUNDS)
        grown.append(booster.model_to_string())
    return grown


def foretell(walk: Walk, trees: Sequence[Trees]) -> list[Floats]:
    """Return the figures of each choice of a walk."""
    scores = sum((each.score(walk.features) for each in trees), np.zeros(len(walk.figures)))
    scores /= max(len(trees), 1)
    starts = np.concatenate([[0], np.cumsum(walk.sizes)[:-1]])
    figures = _softmax(scores + np.log(walk.figures), starts, walk.sizes)
    return np.split(figures, np.cumsum(walk.sizes)[:-1])


def _softmax(scores: Floats, starts: Integers, sizes: Integers) -> Floats:
    powers = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
    figures: Floats = powers / np.repeat(np.add.reduceat(powers, starts), sizes)
    return figures
