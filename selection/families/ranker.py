"""Ours: boosted trees over all candidates, each mention's figures fitted to its shares of votes.

LightGBM with a listwise objective: the scores of a mention's candidates go through a softmax, and
its cross-entropy with the shares of the annotators' votes is made small (Cao et al., 2007).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from selection.calibration import apply_temperature, fit_temperature
from selection.encoding import Encoder
from selection.errors import MissingLibraryError, TrainingError, VersionError
from selection.examples import ExampleDocument, Floats, annotated
from selection.families import Family, Training
from selection.features.describing import GROUPS, Describer, Table

try:
    import lightgbm
except ImportError as error:
    raise MissingLibraryError("The ranker needs lightgbm, which is not installed.") from error

ROUNDS = 150
SETTINGS: dict[str, Any] = {
    "learning_rate": 0.05,
    "num_leaves": 15,
    "min_data_in_leaf": 10,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    "num_threads": 1,
    "deterministic": True,
    "force_row_wise": True,
    "verbosity": -1,
}
FOLDS = 5


class RankerModel:
    """Trees, what describes a candidate to them, and the temperature of their figures."""

    def __init__(
        self,
        describer: Describer,
        booster: lightgbm.Booster,
        without: frozenset[str],
        temperature: float = 1.0,
    ) -> None:
        self.describer = describer
        self.booster = booster
        self.without = without
        self.temperature = temperature

    def rank(self, document: ExampleDocument) -> list[Floats]:
        """Return how likely each candidate of each mention is chosen."""
        if not document.examples:
            return []
        table = self.describer.describe(document).without(self.without)
        scores = self.booster.predict(table.values, num_threads=1)
        return [
            apply_temperature(each, self.temperature)
            for each in _softmax_lists(np.asarray(scores), document)
        ]

    def importance(self) -> dict[str, float]:
        """Return each feature's share of the gain, the largest first."""
        gains = self.booster.feature_importance("gain")
        total = float(gains.sum()) or 1.0
        found = zip(self.booster.feature_name(), gains, strict=True)
        named = {name.replace("_", " "): float(gain) / total for name, gain in found}
        return dict(sorted(named.items(), key=lambda each: -each[1]))

    def save(self, folder: Path) -> None:
        """Write the trees as LightGBM's text, the rest as JSON and .npy."""
        self.describer.save(folder)
        trees = self.booster.model_to_string()
        (folder / "trees.txt").write_text(trees, encoding="utf-8")
        settings = {"temperature": self.temperature, "without": sorted(self.without)}
        (folder / "ranker.json").write_text(json.dumps(settings), encoding="utf-8")


class RankerFamily:
    """LightGBM over span–candidate pairs."""

    groups: tuple[str, ...] = GROUPS

    def fit(self, documents: Sequence[ExampleDocument], training: Training) -> RankerModel:
        """Fit trees to the shares of votes, and a temperature to documents left out of them."""
        known = annotated(documents)
        if not known:
            raise TrainingError("There is no annotated document to learn from: annotate one first.")
        temperature = fit_temperature(*_left_out(known, training))
        return _fitted(known, training, temperature)

    def load(self, folder: Path, encoder: Encoder) -> RankerModel:
        """Open what `save` wrote; raises VersionError."""
        try:
            settings = json.loads((folder / "ranker.json").read_text(encoding="utf-8"))
            booster = lightgbm.Booster(model_str=(folder / "trees.txt").read_text("utf-8"))
            describer = Describer.load(folder, encoder)
            without = frozenset(settings["without"])
            return RankerModel(describer, booster, without, float(settings["temperature"]))
        except (OSError, ValueError, KeyError, lightgbm.basic.LightGBMError) as error:
            raise VersionError(f"{folder} holds no ranker: {error}") from error


def out_of_fold(
    documents: Sequence[ExampleDocument], training: Training, folds: int = FOLDS
) -> list[list[Floats]]:
    """Return each document's figures by a ranker that has not learnt from it.

    The documents are dealt out over the folds by the seed; with a single document there is nothing
    to learn from, and its figures are alike for all candidates of a mention.
    """
    order = np.random.default_rng(training.seed).permutation(len(documents))
    figures: dict[int, list[Floats]] = {}
    for fold in range(min(folds, len(documents))):
        out = set(order[fold::folds].tolist())
        rest = annotated(document for i, document in enumerate(documents) if i not in out)
        model = _fitted(rest, training, 1.0) if rest else None
        figures |= {i: model.rank(documents[i]) if model else _even(documents[i]) for i in out}
    return [figures[i] for i in range(len(documents))]


def _left_out(
    documents: Sequence[ExampleDocument], training: Training
) -> tuple[list[Floats], list[Floats]]:
    figures = [each for found in out_of_fold(documents, training) for each in found]
    return figures, [example.votes for each in documents for example in each.examples]


def _even(document: ExampleDocument) -> list[Floats]:
    return [np.full(len(each.options), 1 / len(each.options)) for each in document.examples]


def _fitted(
    documents: Sequence[ExampleDocument], training: Training, temperature: float
) -> RankerModel:
    describer = Describer.of(documents, training.encoder)
    tables = [
        describer.describe(each, leave_out=True).without(training.without) for each in documents
    ]
    booster = _boost(tables, documents, training.seed)
    return RankerModel(describer, booster, training.without, temperature)


def _boost(
    tables: Sequence[Table], documents: Sequence[ExampleDocument], seed: int
) -> lightgbm.Booster:
    examples = [example for document in documents for example in document.examples]
    sizes = np.array([len(example.options) for example in examples])
    votes = [example.votes for example in examples]
    shares = np.concatenate([each / (each.sum() or 1.0) for each in votes])
    weights = np.repeat([float(each.sum() > 0) for each in votes], sizes)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])

    def objective(scores: Floats, _data: lightgbm.Dataset) -> tuple[Floats, Floats]:
        top = np.repeat(np.maximum.reduceat(scores, starts), sizes)
        powers = np.exp(scores - top)
        figures = powers / np.repeat(np.add.reduceat(powers, starts), sizes)
        hessian = np.maximum(figures * (1 - figures), 1e-6)
        return (figures - shares) * weights, 2 * hessian * weights

    data = lightgbm.Dataset(
        np.vstack([table.values for table in tables]),
        label=shares,
        feature_name=[name.replace(" ", "_") for name in tables[0].names],
        params={"verbosity": -1},
    )
    settings = SETTINGS | {"objective": objective, "seed": seed}
    return lightgbm.train(settings, data, num_boost_round=ROUNDS)


def _softmax_lists(scores: Floats, document: ExampleDocument) -> list[Floats]:
    sizes = [len(example.options) for example in document.examples]
    lists = np.split(scores, np.cumsum(sizes)[:-1])
    powers = [np.exp(each - each.max()) for each in lists]
    return [each / each.sum() for each in powers]


FAMILY: Family = RankerFamily()
