"""Ours: boosted trees over all candidates, fitted to the shares of votes in each mention.

LightGBM with a listwise objective: the scores of a mention's candidates go through a softmax, and
its cross-entropy with the shares of the annotators' votes is made small (Cao et al., 2007).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from learning.encoding import Encoder
from learning.errors import MissingLibraryError, TrainingError, VersionError
from selection.calibration import apply_temperature, fit_temperature
from selection.examples import ExampleDocument, Floats, annotated
from selection.families import Family, Training
from selection.features.describing import GROUPS, Describer, Facts, Table, facts_of

try:
    import lightgbm
except ImportError as error:
    raise MissingLibraryError("The ranker needs lightgbm, which is not installed.") from error

ROUNDS = 150
BAGS = 2
"""Forests whose scores are averaged; they differ by the rows and features that each tree saw."""
SETTINGS: dict[str, Any] = {
    "learning_rate": 0.05,
    "num_leaves": 15,
    "min_data_in_leaf": 10,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.5,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    "num_threads": 1,
    "deterministic": True,
    "force_row_wise": True,
    "verbosity": -1,
}
FEWEST_DRAWN = 100
FEW_ROWS: dict[str, Any] = {"bagging_fraction": 1.0, "min_data_in_bin": 1}
"""With fewer rows every tree sees all: of a handful, LightGBM may draw none and give up."""
FOLDS = 5
"""Parts of the training documents, of which each is predicted from the others."""
SETTINGS_FILE = "ranker.json"
_LEAST_CURVATURE = 1e-6

Known = tuple[ExampleDocument, Facts]
"""A document with what is known of it, whoever learns from it."""


class RankerModel:
    """Trees, what describes a candidate to them, and the temperature of their probabilities."""

    def __init__(
        self,
        describer: Describer,
        forests: Sequence[lightgbm.Booster],
        ablated: frozenset[str],
        temperature: float = 1.0,
    ) -> None:
        self.describer = describer
        self.forests = tuple(forests)
        self.ablated = ablated
        self.temperature = temperature

    def rank(self, document: ExampleDocument) -> list[Floats]:
        """Return how likely each candidate of each mention is chosen; raises VersionError."""
        return self.rank_known(document, None)

    def rank_known(self, document: ExampleDocument, facts: Facts | None) -> list[Floats]:
        """Rank a document of which the facts may be known already."""
        if not document.examples:
            return []
        table = self.describer.describe(document, facts).without(self.ablated)
        self._check(table)
        scores = np.zeros(len(table.values))
        for forest in self.forests:
            scores += np.asarray(forest.predict(table.values, num_threads=1)) / len(self.forests)
        return [
            apply_temperature(each, self.temperature) for each in _softmax_lists(scores, document)
        ]

    def _check(self, table: Table) -> None:
        """Refuse trees that ask for other features than there are: an earlier program's."""
        if any(forest.feature_name() != _names(table) for forest in self.forests):
            raise VersionError("The ranker was trained by an earlier program. Train anew.")

    def importance(self) -> dict[str, float]:
        """Return each feature's share of the gain, the largest first."""
        if not self.forests:
            return {}
        gains = np.sum([each.feature_importance("gain") for each in self.forests], axis=0)
        total = float(gains.sum()) or 1.0
        found = zip(self.forests[0].feature_name(), gains, strict=True)
        named = {name.replace("_", " "): float(gain) / total for name, gain in found}
        return dict(sorted(named.items(), key=lambda each: -each[1]))

    def save(self, folder: Path) -> None:
        """Write the trees as LightGBM's text, the rest as JSON and .npy."""
        self.describer.save(folder)
        for number, forest in enumerate(self.forests):
            trees = forest.model_to_string()
            (folder / f"forest-{number}.txt").write_text(trees, encoding="utf-8")
        settings = {
            "forests": len(self.forests),
            "temperature": self.temperature,
            "without": sorted(self.ablated),
        }
        (folder / SETTINGS_FILE).write_text(json.dumps(settings), encoding="utf-8")


class RankerFamily:
    """LightGBM over span–candidate pairs."""

    groups: tuple[str, ...] = GROUPS

    def fit(self, documents: Sequence[ExampleDocument], training: Training) -> RankerModel:
        """Fit trees to the shares of votes, and a temperature to documents left out of them."""
        return fit_with_left_out(documents, training)[0]

    def load(self, folder: Path, encoder: Encoder) -> RankerModel:
        """Open what `save` wrote; raises VersionError."""
        try:
            settings = json.loads((folder / SETTINGS_FILE).read_text(encoding="utf-8"))
            forests = [
                lightgbm.Booster(model_str=(folder / f"forest-{number}.txt").read_text("utf-8"))
                for number in range(int(settings["forests"]))
            ]
            describer = Describer.load(folder, encoder)
            without = frozenset(settings["without"])
            return RankerModel(describer, forests, without, float(settings["temperature"]))
        except (OSError, ValueError, KeyError, TypeError, lightgbm.basic.LightGBMError) as error:
            raise VersionError(f"{folder} holds no ranker: {error}") from error


def fit_with_left_out(
    documents: Sequence[ExampleDocument], training: Training
) -> tuple[RankerModel, list[list[Floats]]]:
    """Fit a ranker, and return with it what others of its kind say of the documents left out.

    The probabilities, one list a document in the order given, are as calibrated as the ranker's
    own: what is learnt on top of it can be learnt from them. Raises TrainingError.
    """
    if not annotated(documents):
        raise TrainingError("There is no annotated document to learn from: annotate one first.")
    known = _known(documents, training)
    raw = _out_of_fold(known, training, FOLDS)
    temperature = fit_temperature(
        [each for probabilities in raw for each in probabilities],
        [example.votes for document in documents for example in document.examples],
    )
    left_out = [
        [apply_temperature(each, temperature) for each in probabilities] for probabilities in raw
    ]
    training.on_progress(FOLDS / (FOLDS + 1), "fitting the ranker to all documents")
    model = _fitted(_annotated(known), training, temperature)
    training.on_progress(1.0, "fitted the ranker")
    return model, left_out


def out_of_fold(
    documents: Sequence[ExampleDocument], training: Training, folds: int = FOLDS
) -> list[list[Floats]]:
    """Return each document's probabilities by a ranker that has not learnt from it.

    The documents are dealt out over the folds by the seed; with a single document there is nothing
    to learn from, and its probabilities are alike for all candidates of a mention.
    """
    return _out_of_fold(_known(documents, training), training, folds)


def _known(documents: Sequence[ExampleDocument], training: Training) -> list[Known]:
    return [(each, facts_of(each, training.encoder)) for each in documents]


def _annotated(known: Iterable[Known]) -> list[Known]:
    return [(document, facts) for document, facts in known if document.is_annotated]


def _out_of_fold(known: Sequence[Known], training: Training, folds: int) -> list[list[Floats]]:
    order = np.random.default_rng(training.seed).permutation(len(known))
    probabilities: dict[int, list[Floats]] = {}
    for fold in range(min(folds, len(known))):
        training.on_progress(fold / (FOLDS + 1), f"fitting the ranker without part {fold + 1}")
        out = set(order[fold::folds].tolist())
        rest = _annotated(each for i, each in enumerate(known) if i not in out)
        model = _fitted(rest, training, 1.0) if rest else None
        probabilities |= {
            i: model.rank_known(*known[i]) if model else _even(known[i][0]) for i in out
        }
    return [probabilities[i] for i in range(len(known))]


def _even(document: ExampleDocument) -> list[Floats]:
    return [np.full(len(each.options), 1 / len(each.options)) for each in document.examples]


def _fitted(known: Sequence[Known], training: Training, temperature: float) -> RankerModel:
    documents = [document for document, _ in known]
    describer = Describer.of(documents, training.encoder)
    tables = [
        describer.describe(document, facts, leave_out=True).without(training.ablated)
        for document, facts in known
    ]
    return RankerModel(
        describer, _forests(tables, documents, training.seed), training.ablated, temperature
    )


def _forests(
    tables: Sequence[Table], documents: Sequence[ExampleDocument], seed: int
) -> list[lightgbm.Booster]:
    """Return the forests; none where all candidates look the same, as in lists of one."""
    if not tables[0].names:
        raise TrainingError("All groups of features are left out: keep one to learn from.")
    rows = np.vstack([table.values for table in tables])
    if not np.ptp(rows, axis=0).any():
        return []
    settings = SETTINGS | {"objective": _objective(documents)}
    if len(rows) < FEWEST_DRAWN:
        settings |= FEW_ROWS | {"min_data_in_leaf": max(1, len(rows) // 10)}
    data = lightgbm.Dataset(
        rows,
        label=np.zeros(len(rows)),
        feature_name=_names(tables[0]),
        params={key: value for key, value in settings.items() if key != "objective"},
        free_raw_data=False,
    )
    return [
        lightgbm.train(settings | {"seed": seed * BAGS + bag}, data, num_boost_round=ROUNDS)
        for bag in range(BAGS)
    ]


def _names(table: Table) -> list[str]:
    """Name features as LightGBM does, which knows no spaces."""
    return [name.replace(" ", "_") for name in table.names]


def _objective(documents: Sequence[ExampleDocument]) -> Callable[..., tuple[Floats, Floats]]:
    """Return the slope and curvature of the cross-entropy; mentions without votes have none."""
    examples = [example for document in documents for example in document.examples]
    sizes = np.array([len(example.options) for example in examples])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    votes = [example.votes for example in examples]
    shares = np.concatenate([each / (each.sum() or 1.0) for each in votes])
    weights = np.repeat([float(each.sum() > 0) for each in votes], sizes)

    def objective(scores: Floats, _data: lightgbm.Dataset) -> tuple[Floats, Floats]:
        top = np.repeat(np.maximum.reduceat(scores, starts), sizes)
        powers = np.exp(scores - top)
        probabilities = powers / np.repeat(np.add.reduceat(powers, starts), sizes)
        curvature = 2 * np.maximum(probabilities * (1 - probabilities), _LEAST_CURVATURE)
        return (probabilities - shares) * weights, curvature * weights

    return objective


def _softmax_lists(scores: Floats, document: ExampleDocument) -> list[Floats]:
    sizes = [len(example.options) for example in document.examples]
    lists = np.split(scores, np.cumsum(sizes)[:-1])
    powers = [np.exp(each - each.max()) for each in lists]
    return [each / each.sum() for each in powers]


FAMILY: Family = RankerFamily()
