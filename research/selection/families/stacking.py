"""Three ensembles of trees and the logistic regression over them: fitted, asked, saved, read.

The random forest is XGBoost's, which has a file format of its own; scikit-learn's is saved as
pickle only.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import catboost
import numpy as np
import xgboost
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from selection.examples import Floats
from selection.families import Training

FOLDS = 5
"""Parts of the documents, each predicted from the others, that the stack learns from."""
_FOREST = {
    "num_parallel_tree": 100,
    "learning_rate": 1.0,
    "subsample": 0.63,
    "colsample_bynode": 0.8,
    "max_depth": 12,
    "min_child_weight": 0.5,
    "reg_lambda": 0.1,
}
_BOOSTED = {"learning_rate": 0.1, "subsample": 0.8, "colsample_bytree": 0.8, "max_depth": 6}
_BOOSTED_ROUNDS = 100
_CATBOOST = {"iterations": 100, "depth": 4, "learning_rate": 0.3, "loss_function": "MultiClass"}
_THREADS = 1
"""More cores gain nothing on so few rows, and threads that wait for each other lose much."""
_LEAST = 1e-3
"""What a probability counts as at least before its logarithm is taken."""

Trees = Mapping[str, Any]
"""Name → ensemble; empty where there is nothing to tell levels apart by."""
Stack = tuple[Floats, Floats]
"""Weights, shape (ensembles × levels, levels), and shifts, shape (levels,)."""


@dataclass(frozen=True, slots=True)
class Rows:
    """What the trees learn from: a row for each level that somebody chose of an example."""

    features: csr_matrix
    levels: NDArray[np.int64]
    """The place of the level among those known, shape (rows,)."""
    weights: Floats
    """The share of the votes."""
    documents: NDArray[np.int64]
    """The number of the document."""

    def where(self, rows: NDArray[np.bool_]) -> Rows:
        """Return some of the rows."""
        numbers = np.flatnonzero(rows)
        return Rows(
            self.features[numbers],
            self.levels[numbers],
            self.weights[numbers],
            self.documents[numbers],
        )


def fit_trees(rows: Rows, levels: int, seed: int) -> Trees:
    """Fit the ensembles; none where all rows have one level or the same features."""
    dense_range = rows.features.max(axis=0) - rows.features.min(axis=0)
    if len(set(rows.levels)) == 1 or not dense_range.nnz:
        return {}
    data = xgboost.DMatrix(rows.features, label=rows.levels, weight=rows.weights)
    shared = {"objective": "multi:softprob", "num_class": levels, "tree_method": "hist"}
    shared |= {"seed": seed, "nthread": _THREADS}
    cat = catboost.CatBoostClassifier(
        **_CATBOOST,
        classes_count=levels,
        thread_count=_THREADS,
        random_seed=seed,
        verbose=False,
        allow_writing_files=False,
    )
    cat.fit(
        rows.features,
        rows.levels,
        sample_weight=rows.weights,
        log_cout=io.StringIO(),  # it says on stdout which levels are missing, whatever `verbose`
        log_cerr=io.StringIO(),
    )
    return {
        "forest": xgboost.train(shared | _FOREST, data, 1),
        "xgboost": xgboost.train(shared | _BOOSTED, data, _BOOSTED_ROUNDS),
        "catboost": cat,
    }


def ask_trees(trees: Trees, features: csr_matrix) -> Floats:
    """Return the logarithms of their probabilities side by side, (rows, ensembles × levels)."""
    parts = [np.zeros((features.shape[0], 0))]
    for model in trees.values():
        if isinstance(model, xgboost.Booster):
            found = model.predict(xgboost.DMatrix(features))
        else:
            found = model.predict_proba(features)
        parts.append(np.log(np.maximum(found, _LEAST)))
    return np.hstack(parts)


def fit_stack(rows: Rows, levels: int, trees: Trees, training: Training) -> Stack:
    """Learn how far to trust each ensemble from documents that it was not trained on.

    The regression maximises the likelihood of the choices there, which makes its probabilities
    true. Without ensembles it is left with the shares of the levels, and where no documents can be
    held back the ensembles are averaged.
    """
    if not trees:
        return np.zeros((0, levels)), np.log(_shares(rows, levels))
    order = np.random.default_rng(training.seed).permutation(np.unique(rows.documents))
    predicted = np.zeros((len(rows.levels), len(trees) * levels))
    for fold in range(min(FOLDS, len(order))):
        training.on_progress((fold + 1) / (FOLDS + 2), f"documents held back, part {fold + 1}")
        held = np.isin(rows.documents, order[fold::FOLDS])
        others = fit_trees(rows.where(~held), levels, training.seed) if not held.all() else {}
        if not others:
            average = np.tile(np.eye(levels), (len(trees), 1)) / len(trees)
            return average, np.zeros(levels)
        predicted[held] = ask_trees(others, rows.features[np.flatnonzero(held)])
    return _regress(predicted, rows, levels)


def ask_stack(stack: Stack, logarithms: Floats) -> Floats:
    """Return probabilities, shape (rows, levels)."""
    weights, shifts = stack
    logits = logarithms @ weights + shifts
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    found: Floats = powers / powers.sum(axis=1, keepdims=True)
    return found


def save_trees(trees: Trees, folder: Path) -> None:
    """Write each ensemble in its own format."""
    for name, model in trees.items():
        model.save_model(str(folder / f"{name}.json"), **_format(name))


def load_trees(folder: Path, names: Iterable[str]) -> Trees:
    """Read ensembles; raises XGBoostError or CatBoostError."""
    trees: dict[str, Any] = {}
    for name in names:
        trees[name] = catboost.CatBoostClassifier() if name == "catboost" else xgboost.Booster()
        trees[name].load_model(str(folder / f"{name}.json"), **_format(name))
    return trees


def _format(name: str) -> dict[str, str]:
    return {"format": "json"} if name == "catboost" else {}


def _shares(rows: Rows, levels: int) -> Floats:
    counts = np.bincount(rows.levels, weights=rows.weights, minlength=levels)
    shares: Floats = np.maximum(counts / counts.sum(), _LEAST)
    return shares


def _regress(predicted: Floats, rows: Rows, levels: int) -> Stack:
    regression = LogisticRegression(C=0.1, solver="newton-cholesky", max_iter=200)
    regression.fit(predicted, rows.levels, sample_weight=rows.weights)
    weights, shifts = regression.coef_, regression.intercept_
    if levels == len((False, True)):  # of two levels it keeps the logit of the second alone
        weights, shifts = np.vstack([0 * weights, weights]), np.array([0.0, shifts[0]])
    return np.ascontiguousarray(weights.T), shifts


def spread(levels: Sequence[int], offered: Sequence[int], row: Floats) -> Floats:
    """Give the levels that an example offers their probabilities, next to 0 to one unknown."""
    known = dict(zip(levels, row.tolist(), strict=True))
    probabilities = np.array([known.get(level, 0.0) for level in offered]) + _LEAST / len(offered)
    spread_out: Floats = probabilities / probabilities.sum()
    return spread_out
