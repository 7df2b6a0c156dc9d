"""Choice sequences of annotators, and the boosted trees that learn from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import lightgbm
import numpy as np

from selection.annotator_features import AnnotatorFeatures, names, notes_on
from selection.annotator_rates import UNKNOWN, Counts, Integers
from selection.examples import ExampleDocument, Floats
from selection.payload import SuggestionPayload
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
class ChoiceSequence:
    """What was known at each choice that an annotator made in a document.

    `features` has a row for each candidate of each choice, in text order, `probabilities` its base
    probability, `sizes` the number of candidates of each choice; `chosen` is 1 for the one taken.
    """

    features: Floats
    probabilities: Floats
    sizes: Integers
    chosen: Floats
    weight: float


def choice_sequence(
    document: ExampleDocument,
    base_probabilities: Sequence[Floats],
    annotator: str,
    past: Counts,
    *,
    weight: float,
    ablated: frozenset[str] = frozenset(),
) -> ChoiceSequence | None:
    """Replay an annotator's choices in text order; None where none is among the candidates.

    `past` counts the annotator's choices in other documents, `ablated` names groups of features
    that are left empty.
    """
    found = [example.index_of(annotator) for example in document.examples]
    if all(index is None for index in found):
        return None
    payload = SuggestionPayload.of(document, base_probabilities)
    at_choice = AnnotatorFeatures(payload, notes_on(document, past))
    places = at_choice.places
    so_far = np.full(len(found), UNKNOWN)
    features, rows = [], []
    for number, index in enumerate(found):
        if index is not None:
            rows.append(places.rows(number))
            features.append(at_choice.features(so_far)[rows[-1]])
            so_far[number] = index
    chosen = np.zeros(len(places.owners))
    taken = np.flatnonzero(so_far != UNKNOWN)
    chosen[places.starts[taken] + so_far[taken]] = 1
    every = np.concatenate(rows)
    matrix = np.vstack(features)
    matrix[:, [name.partition("/")[0] in ablated for name in names()]] = 0
    return ChoiceSequence(
        matrix, places.probabilities[every], places.sizes[taken], chosen[every], weight
    )


def fit_trees(sequences: Sequence[ChoiceSequence], seed: int) -> list[str]:
    """Grow trees that move the base probabilities towards what was chosen; return their texts.

    The scores are added to the logarithms of the probabilities and go through a softmax over the
    candidates of each choice, whose cross-entropy is made small. Without anything to tell the
    candidates apart there are no trees.
    """
    if not any(np.ptp(np.nan_to_num(sequence.features), axis=0).any() for sequence in sequences):
        return []
    sizes = np.concatenate([sequence.sizes for sequence in sequences])
    chosen = np.concatenate([sequence.chosen for sequence in sequences])
    offsets = np.log(np.concatenate([sequence.probabilities for sequence in sequences]))
    weights = np.concatenate(
        [np.full(len(sequence.chosen), sequence.weight) for sequence in sequences]
    )
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])

    def objective(scores: Floats, _data: lightgbm.Dataset) -> tuple[Floats, Floats]:
        probabilities = _softmax(scores + offsets, starts, sizes)
        hessian = np.maximum(probabilities * (1 - probabilities), 1e-6)
        return (probabilities - chosen) * weights, 2 * hessian * weights

    features = np.vstack([sequence.features for sequence in sequences])
    columns = [name.replace(" ", "_").replace(":", "") for name in names()]
    grown = []
    for bag in range(BAGS):
        data = lightgbm.Dataset(features, chosen, feature_name=columns, params=_DATA)
        settings = SETTINGS | {"objective": objective, "seed": seed * BAGS + bag}
        booster = lightgbm.train(settings, data, num_boost_round=ROUNDS)
        grown.append(booster.model_to_string())
    return grown


def predict(sequence: ChoiceSequence, trees: Sequence[Trees]) -> list[Floats]:
    """Return the probabilities of the candidates of each choice of a sequence."""
    scores = sum(
        (each.score(sequence.features) for each in trees), np.zeros(len(sequence.probabilities))
    )
    scores /= max(len(trees), 1)
    starts = np.concatenate([[0], np.cumsum(sequence.sizes)[:-1]])
    probabilities = _softmax(scores + np.log(sequence.probabilities), starts, sequence.sizes)
    return np.split(probabilities, np.cumsum(sequence.sizes)[:-1])


def _softmax(scores: Floats, starts: Integers, sizes: Integers) -> Floats:
    powers = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
    probabilities: Floats = powers / np.repeat(np.add.reduceat(powers, starts), sizes)
    return probabilities
