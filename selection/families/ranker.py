"""Ours: boosted trees and a conditional logit over all candidates, half each.

Both are fitted to the shares of votes in each mention: the scores of its candidates go through a
softmax, and its cross-entropy with the shares is made small (Cao et al., 2007), by LightGBM with a
listwise objective, and by `selection.conditional_logit`. The probabilities are the geometric mean
of both: trees find what goes together, the logit is smooth where there are few examples.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learning.encoding import Encoder
from learning.errors import MissingLibraryError, TrainingError, VersionError
from selection.calibration import apply_temperature, fit_temperature
from selection.conditional_logit import Choosing, fit, log_softmax
from selection.examples import ExampleDocument, Floats, Integers, annotated
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
RIDGE = 20.0
"""Of the logit; from 10 to 30 it matters little."""
FOLDS = 5
"""Parts of the training documents, of which each is predicted from the others."""
SETTINGS_FILE = "ranker.json"
LOGIT_FILE = "logit.npy"
_LEAST_CURVATURE = 1e-6


@dataclass(frozen=True, slots=True)
class Votes:
    """What was chosen: the sizes of the lists, and of each candidate its share and its weight.

    Mentions that nobody chose for weigh nothing.
    """

    sizes: Integers
    shares: Floats
    weights: Floats

    @classmethod
    def of(cls, documents: Sequence[ExampleDocument]) -> Votes:
        """Count the votes in documents."""
        examples = [example for document in documents for example in document.examples]
        sizes = np.array([len(example.options) for example in examples], dtype=np.int64)
        votes = [example.votes for example in examples]
        shares = np.concatenate([each / (each.sum() or 1.0) for each in votes])
        return cls(sizes, shares, np.repeat([float(each.sum() > 0) for each in votes], sizes))


@dataclass(frozen=True, slots=True)
class Logit:
    """A weight for each feature, and one that it has for `***` besides; all of shape (features,).

    What is said of the mention moves `***` against the texts. Values are kept between the least and
    the largest that were seen, beyond which a line leads anywhere, and compressed, so that large
    counts and lengths don't rule.
    """

    weights: Floats
    weights_of_mask: Floats
    least: Floats
    largest: Floats

    @classmethod
    def fit(cls, values: Floats, masks: NDArray[np.bool_], votes: Votes) -> Logit:
        """Fit the weights to shares of votes."""
        compressed = _compressed(values)
        features = np.hstack([compressed, compressed * masks[:, None]])
        offsets = np.zeros(len(features))
        weights = fit(Choosing(features, votes.sizes, votes.shares, offsets, votes.weights), RIDGE)
        by_itself, of_mask = np.split(weights, 2)
        return cls(by_itself, of_mask, values.min(axis=0), values.max(axis=0))

    def scores(self, values: Floats, masks: NDArray[np.bool_]) -> Floats:
        """Return the score of each candidate, shape (candidates,)."""
        features = _compressed(np.clip(values, self.least, self.largest))
        scores: Floats = features @ self.weights + masks * (features @ self.weights_of_mask)
        return scores


def _compressed(values: Floats) -> Floats:
    found: Floats = np.sign(values) * np.log1p(np.abs(values))
    return found


Known = tuple[ExampleDocument, Facts]
"""A document with what is known of it, whoever learns from it."""


class RankerModel:
    """Trees and logit, what describes a candidate to them, and the temperature of their mean."""

    def __init__(
        self,
        describer: Describer,
        forests: Sequence[lightgbm.Booster],
        logit: Logit,
        ablated: frozenset[str],
        temperature: float = 1.0,
    ) -> None:
        self.describer = describer
        self.forests = tuple(forests)
        self.logit = logit
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
        scores = self.logit.scores(table.values, _masks([document]))
        for forest in self.forests:
            scores += np.asarray(forest.predict(table.values, num_threads=1)) / len(self.forests)
        sizes = np.array([len(example.options) for example in document.examples])
        probabilities = np.exp(log_softmax(scores / 2, sizes))
        lists = np.split(probabilities, np.cumsum(sizes)[:-1])
        return [apply_temperature(each, self.temperature) for each in lists]

    def _check(self, table: Table) -> None:
        """Refuse what asks for other features than there are: an earlier program's."""
        if len(self.logit.weights) != len(table.names) or any(
            forest.feature_name() != _names(table) for forest in self.forests
        ):
            raise VersionError("The ranker was trained by an earlier program. Train anew.")

    def importance(self) -> dict[str, float]:
        """Return each feature's share of the gain of the trees, the largest first."""
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
        np.save(folder / LOGIT_FILE, np.stack(astuple(self.logit)), allow_pickle=False)
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
    """LightGBM and a conditional logit over span–candidate pairs."""

    groups: tuple[str, ...] = GROUPS

    def fit(self, documents: Sequence[ExampleDocument], training: Training) -> RankerModel:
        """Fit both to the shares of votes, and a temperature to documents left out of them."""
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
            logit = Logit(*np.load(folder / LOGIT_FILE, allow_pickle=False))
            without = frozenset(settings["without"])
            return RankerModel(describer, forests, logit, without, float(settings["temperature"]))
        except (OSError, ValueError, KeyError, TypeError, lightgbm.basic.LightGBMError) as error:
            raise VersionError(f"{folder} holds no ranker: {error}. Train a new one.") from error


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
    if not tables[0].names:
        raise TrainingError("All groups of features are left out: keep one to learn from.")
    table = Table(tables[0].names, np.vstack([each.values for each in tables]))
    votes = Votes.of(documents)
    logit = Logit.fit(table.values, _masks(documents), votes)
    forests = _forests(table, votes, training.seed)
    return RankerModel(describer, forests, logit, training.ablated, temperature)


def _masks(documents: Iterable[ExampleDocument]) -> NDArray[np.bool_]:
    """Return which candidates are `***`."""
    examples = (example for document in documents for example in document.examples)
    return np.array([option.is_mask for each in examples for option in each.options], dtype=bool)


def _forests(table: Table, votes: Votes, seed: int) -> list[lightgbm.Booster]:
    """Return the forests; none where all candidates look the same, as in lists of one."""
    rows = table.values
    if not np.ptp(rows, axis=0).any():
        return []
    settings = SETTINGS | {"objective": _objective(votes)}
    if len(rows) < FEWEST_DRAWN:
        settings |= FEW_ROWS | {"min_data_in_leaf": max(1, len(rows) // 10)}
    data = lightgbm.Dataset(
        rows,
        label=np.zeros(len(rows)),
        feature_name=_names(table),
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


def _objective(votes: Votes) -> Callable[..., tuple[Floats, Floats]]:
    """Return the slope and curvature of the cross-entropy."""

    def objective(scores: Floats, _data: lightgbm.Dataset) -> tuple[Floats, Floats]:
        probabilities = np.exp(log_softmax(scores, votes.sizes))
        curvature = 2 * np.maximum(probabilities * (1 - probabilities), _LEAST_CURVATURE)
        return (probabilities - votes.shares) * votes.weights, curvature * votes.weights

    return objective


FAMILY: Family = RankerFamily()
