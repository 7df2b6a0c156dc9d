"""LM probabilities: words that a language model can guess identify nobody.

All sub-words of a span are hidden at once; the log-probabilities of the true ones are reduced to
minimum, maximum, median, mean and sum, which with the semantic type decide (Papadopoulou et al.
2023, section 5.1). Two classifiers learn from them: a logistic regression, and boosted trees in
place of the published AutoML.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from annotation.records import Document, Mention
from learning.errors import MissingLibraryError, VersionError
from learning.language_model import LanguageModel
from research.errors import IndicatorError
from research.masking.indicators import (
    Assessment,
    Floats,
    Indicator,
    IndicatorKind,
    Resources,
    sigmoid,
)
from research.masking.indicators.decisions import (
    DecidedLayer,
    decided_layers,
    decisions_of,
    document_numbers,
    require_both,
)
from research.masking.indicators.typed_regression import (
    TYPES,
    Columns,
    TypedRegression,
    fit_typed_regression,
    stack,
)

if TYPE_CHECKING:
    import lightgbm

_GROUP = "log-probabilities"
_MODEL, _FOREST = "language_model.txt", "lm_probability_trees.txt"
ROUNDS = 100
SETTINGS: dict[str, Any] = {
    "objective": "binary",
    "learning_rate": 0.05,
    "num_leaves": 7,
    "min_data_in_leaf": 20,
    "lambda_l2": 5.0,
    "num_threads": 1,
    "deterministic": True,
    "force_row_wise": True,
    "verbosity": -1,
}
_MEAN = 3


def describe(model: LanguageModel, text: str, mentions: Sequence[Mention]) -> Floats:
    """Return minimum, maximum, median, mean and sum for each mention, shape (mentions, 5).

    A span without sub-words has nothing to guess: all zeros.
    """
    found = model.log_probabilities(text, [(mention.start, mention.end) for mention in mentions])
    return np.array(
        [
            [each.min(), each.max(), np.median(each), each.mean(), each.sum()]
            if len(each)
            else [0.0] * 5
            for each in found
        ]
    ).reshape(-1, 5)


class LmProbability:
    """A logistic regression over the log-probabilities of a language model."""

    def __init__(self, regression: TypedRegression, model: LanguageModel) -> None:
        self.regression = regression
        self.model = model

    def assess(self, document: Document, mentions: Sequence[Mention]) -> list[Assessment]:
        """Return the probability of each mention, and how hard it was to guess."""
        if not mentions:
            return []
        columns = _columns(document, mentions, self.model)
        logits = np.sum(list(self.regression.contributions(columns).values()), axis=0)
        return _assessments(logits, columns.groups[_GROUP])

    def save(self, folder: Path) -> None:
        """Write the regression and the identity of the language model."""
        self.regression.save(folder)
        save_identity(folder, self.model)


class LmProbabilityTrees:
    """Boosted trees over the same log-probabilities."""

    def __init__(self, forest: lightgbm.Booster, model: LanguageModel) -> None:
        self.forest = forest
        self.model = model

    def assess(self, document: Document, mentions: Sequence[Mention]) -> list[Assessment]:
        """Return the probability of each mention, and how hard it was to guess."""
        if not mentions:
            return []
        columns = _columns(document, mentions, self.model)
        logits = self.forest.predict(_rows(columns), raw_score=True, num_threads=1)
        return _assessments(np.asarray(logits), columns.groups[_GROUP])

    def save(self, folder: Path) -> None:
        """Write the trees as LightGBM's text."""
        (folder / _FOREST).write_text(self.forest.model_to_string(), encoding="utf-8")
        save_identity(folder, self.model)


class LmProbabilityKind:
    """Trains a regression, with a language model, masked or causal."""

    name = "lm_probability"

    def lacking(self, resources: Resources) -> str | None:
        """Return one sentence where there is no language model."""
        if resources.language_model is None:
            return "LM probabilities need a language model (PALIMPSEST_LANGUAGE_MODEL)."
        return None

    def fit(self, documents: Sequence[Document], resources: Resources) -> Indicator:
        """Train on all layers; raises TrainingError, IndicatorError, LanguageModelError."""
        model = language_model_of(self, resources)
        layers = list(decided_layers(documents))
        require_both(layers)
        columns = stack([_columns(each.document, each.mentions, model) for each in layers])
        return self._learn(columns, layers, model, resources.seed)

    def load(self, folder: Path, resources: Resources) -> Indicator:
        """Open what `save` wrote; raises VersionError for another language model."""
        model = language_model_of(self, resources)
        check_identity(folder, model)
        return self._open(folder, model)

    def _learn(
        self, columns: Columns, layers: Sequence[DecidedLayer], model: LanguageModel, _seed: int
    ) -> Indicator:
        regression = fit_typed_regression(
            columns, decisions_of(layers), document_numbers(layers), {_GROUP: 1.0}
        )
        return LmProbability(regression, model)

    def _open(self, folder: Path, model: LanguageModel) -> Indicator:
        return LmProbability(TypedRegression.load(folder), model)


class LmProbabilityTreesKind(LmProbabilityKind):
    """Trains trees in place of a regression."""

    name = "lm_probability_trees"

    def _learn(
        self, columns: Columns, layers: Sequence[DecidedLayer], model: LanguageModel, seed: int
    ) -> Indicator:
        library = _lightgbm()
        rows = _rows(columns)
        labels = decisions_of(layers).astype(float)
        few = {"min_data_in_leaf": max(1, min(20, len(rows) // 10)), "min_data_in_bin": 1}
        settings = SETTINGS | few | {"seed": seed}
        data = library.Dataset(
            rows, label=labels, categorical_feature=[rows.shape[1] - 1], params=settings
        )
        return LmProbabilityTrees(library.train(settings, data, ROUNDS), model)

    def _open(self, folder: Path, model: LanguageModel) -> Indicator:
        library = _lightgbm()
        try:
            text = (folder / _FOREST).read_text(encoding="utf-8")
            return LmProbabilityTrees(library.Booster(model_str=text), model)
        except (OSError, ValueError, library.basic.LightGBMError) as error:
            raise VersionError(f"{folder} holds no trees that LightGBM reads: {error}") from error


def language_model_of(kind: IndicatorKind, resources: Resources) -> LanguageModel:
    """Return the language model; raises IndicatorError where it or another thing is lacking."""
    lacking = kind.lacking(resources)
    if lacking or resources.language_model is None:
        raise IndicatorError(lacking or "There is no language model.")
    return resources.language_model


def save_identity(folder: Path, model: LanguageModel) -> None:
    """Write the identity of the language model that an indicator was trained with."""
    (folder / _MODEL).write_text(model.identity, encoding="utf-8")


def check_identity(folder: Path, model: LanguageModel) -> None:
    """Refuse an indicator that was trained with another language model; raises VersionError."""
    try:
        identity = (folder / _MODEL).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise VersionError(f"{folder} holds no indicator by a language model: {error}") from error
    if identity != model.identity:
        raise VersionError(
            f"What {folder} holds was trained with another language model: train it anew."
        )


def _columns(document: Document, mentions: Sequence[Mention], model: LanguageModel) -> Columns:
    described = describe(model, document.text, mentions)
    return Columns({_GROUP: described}, [mention.entity_type for mention in mentions])


def _rows(columns: Columns) -> Floats:
    """Return the rows for the trees: the columns and the number of the type."""
    types = np.array([[TYPES.index(each)] for each in columns.types], dtype=np.float64)
    found: Floats = np.hstack([columns.values, types])
    return found


def _assessments(logits: Floats, described: Floats) -> list[Assessment]:
    return [
        Assessment(probability, f"the language model guesses its parts with p = {guess:.2g}")
        for probability, guess in zip(
            sigmoid(logits).tolist(), np.exp(described[:, _MEAN]).tolist(), strict=True
        )
    ]


def _lightgbm() -> Any:  # noqa: ANN401 - the module itself, which may not be installed
    try:
        import lightgbm  # noqa: PLC0415 - loads scikit-learn
    except ImportError as error:
        raise MissingLibraryError("These trees need lightgbm, which is not installed.") from error
    return lightgbm


KINDS: dict[str, IndicatorKind] = {
    kind.name: kind for kind in (LmProbabilityKind(), LmProbabilityTreesKind())
}
