"""Combining the risk indicators: at least k of n, or a learned, calibrated probability.

The learned combination is a logistic regression over the indicators' logits. It is fitted to their
probabilities for documents they were not trained on, so that it trusts each as far as it deserves;
an indicator that has no probability counts as undecided.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from annotation.records import Document, Mention
from learning.errors import TrainingError, VersionError
from learning.folds import split
from masking.operating_points import FittedPoint
from research.masking.indicators import (
    Assessment,
    Assessor,
    Floats,
    Indicator,
    IndicatorKind,
    Resources,
    indicator_kind,
    sigmoid,
)
from research.masking.indicators.decisions import DecidedLayer, decided_layers, decisions_of
from research.masking.threshold_fitting import fit_operating_points

FOLDS = 5
"""Parts of the training documents, of which each is assessed by indicators of the others."""
RISKY = 0.5
"""The probability from which on an indicator holds a mention for a risk."""
_FARTHEST = 4.0
"""Logits beyond count as this: no single indicator may outvote all others by being sure."""
_FILE = "combination.json"
_SHAPE = 2


class Combination(Protocol):
    """A way to bring the indicators' probabilities together."""

    def combine(self, probabilities: Floats) -> Floats:
        """Return the probability of each mention: (mentions, indicators) → (mentions,).

        NaN stands for an indicator without a probability.
        """
        ...


@dataclass(frozen=True, slots=True)
class AtLeast:
    """Masks what at least `votes` indicators hold for a risk."""

    votes: int

    def combine(self, probabilities: Floats) -> Floats:
        """Return scores from 0.5 on where enough indicators agree, the more the higher."""
        agreeing = (probabilities >= RISKY).sum(axis=1)  # NaN is not
        found: Floats = 0.5 + (agreeing - self.votes + 0.5) / (2 * probabilities.shape[1] + 1)
        return found


@dataclass(frozen=True, slots=True)
class LearnedCombination:
    """Weights over logits."""

    weights: tuple[float, ...]
    missing: tuple[float, ...]
    """Added where an indicator has no probability; one an indicator, like `weights`."""
    shift: float

    @classmethod
    def fit(cls, probabilities: Floats, decisions: NDArray[np.bool_]) -> LearnedCombination:
        """Fit weights to decisions, of which both kinds must occur."""
        from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - heavy

        regression = LogisticRegression(C=1.0).fit(_logits(probabilities), decisions)
        weights, missing = np.split(regression.coef_[0], _SHAPE)
        shift = float(regression.intercept_[0])
        return cls(tuple(weights.tolist()), tuple(missing.tolist()), shift)

    def combine(self, probabilities: Floats) -> Floats:
        """Return calibrated probabilities."""
        weights = np.array([*self.weights, *self.missing])
        return sigmoid(_logits(probabilities) @ weights + self.shift)


def _logits(probabilities: Floats) -> Floats:
    """Return logits, 0 where a probability is missing, and beside them columns of where it is."""
    is_missing = np.isnan(probabilities)
    known = np.clip(np.where(is_missing, 0.5, probabilities), 1e-9, 1 - 1e-9)
    logits = np.clip(np.log(known / (1 - known)), -_FARTHEST, _FARTHEST)
    return np.hstack([logits, is_missing.astype(np.float64)])


@dataclass(frozen=True, slots=True)
class CombinedAssessment:
    """The assessments of a mention by all indicators, and their combined probability."""

    probability: float
    assessments: Mapping[str, Assessment]
    """By the name of the indicator."""


class CombinedIndicators:
    """Trained indicators and their learned combination."""

    def __init__(
        self,
        indicators: Mapping[str, Indicator],
        combination: LearnedCombination,
        points: Sequence[FittedPoint],
    ) -> None:
        self.indicators = dict(indicators)
        self.combination = combination
        self.points = tuple(points)
        """From privacy to utility."""

    def assess(self, document: Document, mentions: Sequence[Mention]) -> list[CombinedAssessment]:
        """Return the combined assessment of each mention, in the order given."""
        found = {name: each.assess(document, mentions) for name, each in self.indicators.items()}
        combined = self.combination.combine(_matrix(list(found.values()), len(mentions)))
        return [
            CombinedAssessment(
                float(probability), {name: each[row] for name, each in found.items()}
            )
            for row, probability in enumerate(combined)
        ]

    def save(self, folder: Path) -> None:
        """Write each indicator into a folder of its own, the combination as JSON."""
        for name, indicator in self.indicators.items():
            (folder / name).mkdir()
            indicator.save(folder / name)
        settings = {
            "indicators": list(self.indicators),
            "weights": self.combination.weights,
            "missing": self.combination.missing,
            "shift": self.combination.shift,
            "operating_points": [point.as_json() for point in self.points],
        }
        (folder / _FILE).write_text(json.dumps(settings), encoding="utf-8")

    @classmethod
    def load(cls, folder: Path, resources: Resources) -> CombinedIndicators:
        """Open what `save` wrote; raises VersionError, IndicatorError."""
        try:
            settings = json.loads((folder / _FILE).read_text(encoding="utf-8"))
            names = [str(name) for name in settings["indicators"]]
            kinds = [indicator_kind(name) for name in names]
            weights, missing = (tuple(settings[key]) for key in ("weights", "missing"))
            combination = LearnedCombination(weights, missing, float(settings["shift"]))
            points = [FittedPoint(**point) for point in settings["operating_points"]]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise VersionError(f"{folder} holds no combined indicators: {error!r}") from error
        if not len(weights) == len(missing) == len(names):
            raise VersionError(f"{folder} holds a combination of other indicators.")
        indicators = {kind.name: kind.load(folder / kind.name, resources) for kind in kinds}
        return cls(indicators, combination, points)


def fit_combined(
    documents: Sequence[Document],
    kinds: Sequence[IndicatorKind],
    resources: Resources,
    *,
    folds: int = FOLDS,
) -> CombinedIndicators:
    """Train indicators and their combination, with operating points.

    The combination is fitted on documents that no indicator was trained on; the expected metrics of
    a point are counted on documents that the combination was not trained on either. Raises
    TrainingError for fewer than two documents, and what the kinds raise.
    """
    texts = len({document.text for document in documents})
    if texts < _SHAPE or not kinds:
        raise TrainingError(
            "A combination is learnt from at least two annotated documents and one indicator."
        )
    layers, probabilities, numbers = _out_of_fold(documents, kinds, resources, min(folds, texts))
    decisions = decisions_of(layers)
    if decisions.all() or not decisions.any():
        raise TrainingError("All mentions are masked, or none is: there is nothing to learn.")
    expected = _cross_fitted(probabilities, decisions, numbers)
    return CombinedIndicators(
        {kind.name: kind.fit(documents, resources) for kind in kinds},
        LearnedCombination.fit(probabilities, decisions),
        fit_operating_points(layers, expected),
    )


def assessed(indicators: Sequence[Assessor], layers: Sequence[DecidedLayer]) -> Floats:
    """Return the indicators' probabilities for mentions of layers, shape (mentions, indicators).

    The indicators see nothing of what was decided.
    """
    found = []
    for layer in layers:
        document, mentions = layer.undecided
        columns = [each.assess(document, mentions) for each in indicators]
        found.append(_matrix(columns, len(mentions)))
    return np.vstack(found)


def _matrix(assessments: Sequence[Sequence[Assessment]], mentions: int) -> Floats:
    """Return probabilities, NaN for None, shape (mentions, indicators)."""
    values = [[each.probability for each in column] for column in assessments]
    return np.array(values, dtype=np.float64).reshape(len(assessments), mentions).T


def _out_of_fold(
    documents: Sequence[Document],
    kinds: Sequence[IndicatorKind],
    resources: Resources,
    folds: int,
) -> tuple[list[DecidedLayer], Floats, NDArray[np.int64]]:
    """Return layers, out-of-fold probabilities of the indicators, and the numbers of the folds."""
    layers: list[DecidedLayer] = []
    rows, numbers = [], []
    for number, fold in enumerate(split(documents, folds, resources.seed)):
        tested = list(decided_layers(fold.test))
        if not tested:
            continue
        rows.append(assessed([kind.fit(fold.train, resources) for kind in kinds], tested))
        numbers.append(np.full(len(rows[-1]), number))
        layers += tested
    if not layers:
        raise TrainingError("There is no annotated document to learn from: annotate one first.")
    return layers, np.vstack(rows), np.concatenate(numbers)


def _cross_fitted(
    probabilities: Floats, decisions: NDArray[np.bool_], numbers: NDArray[np.int64]
) -> Floats:
    """Return the probabilities that combinations fitted without a fold give for it."""
    found = np.empty(len(decisions))
    for number in np.unique(numbers):
        is_out = numbers == number
        others = decisions[~is_out]
        if others.all() or not others.any():
            found[is_out] = decisions.mean()
            continue
        combination = LearnedCombination.fit(probabilities[~is_out], others)
        found[is_out] = combination.combine(probabilities[is_out])
    return found
