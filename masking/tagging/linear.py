"""Two linear models over the same features of a token: must it be masked, and what type is it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import safetensors.numpy
from numpy.typing import NDArray
from safetensors import SafetensorError

from annotation.types import SemanticType
from learning.errors import VersionError
from masking.tagging.tokens import Floats, is_masked
from masking.tagging.vectors import Matrix

STRENGTH = 1e-3
"""Inverse of the L2 penalty: chosen among a few on folds of 70 documents of WikiReplace."""
_STEPS = 300
_LEAST_DEVIATION = 0.05
"""Added to every deviation, so that features that hardly differ are not blown up."""
_TYPES = tuple(SemanticType)
_NEVER = -1e9


@dataclass(frozen=True, slots=True)
class LinearTagger:
    """Weights over standardised features."""

    means: Matrix
    deviations: Matrix
    mask_weights: Matrix
    """(features,)"""
    mask_bias: Matrix
    type_weights: Matrix
    """(types, features)"""
    type_bias: Matrix

    @classmethod
    def fit(
        cls,
        matrices: Sequence[Matrix],
        labels: Sequence[Sequence[str]],
        types: Sequence[Sequence[SemanticType | None]],
    ) -> LinearTagger:
        """Train on rows of features; masks on all tokens, types on those of mentions.

        Some tokens must be masked and others not.
        """
        rows = np.concatenate(matrices)
        masked = np.concatenate([is_masked(each) for each in labels])
        kinds = np.array([_number(kind) for each in types for kind in each])
        means = rows.mean(axis=0)
        deviations = rows.std(axis=0) + np.float32(_LEAST_DEVIATION)
        rows = (rows - means) / deviations
        mask_weights, mask_bias = _regress(rows, masked.astype(np.int64))
        is_typed = kinds >= 0
        type_weights, type_bias = _regress_types(rows[is_typed], kinds[is_typed])
        return cls(means, deviations, mask_weights[1], mask_bias[1:], type_weights, type_bias)

    @classmethod
    def open(cls, path: Path) -> LinearTagger:
        """Open what `save` wrote; raises VersionError."""
        try:
            arrays = safetensors.numpy.load_file(path)
            return cls(**{field.name: arrays[field.name] for field in fields(cls)})
        except (OSError, SafetensorError, KeyError) as error:
            raise VersionError(f"{path} holds no linear model: {error!r}.") from error

    def save(self, path: Path) -> None:
        """Write the weights."""
        arrays = {field.name: getattr(self, field.name) for field in fields(self)}
        safetensors.numpy.save_file(arrays, path)

    @property
    def width(self) -> int:
        """The number of features of a token."""
        return len(self.means)

    def probabilities(self, matrix: Matrix) -> Floats:
        """Return per token that it must be masked: (tokens, features) → (tokens,)."""
        scores = self._standardised(matrix) @ self.mask_weights + self.mask_bias
        found: Floats = 1 / (1 + np.exp(-scores.astype(np.float64)))
        return found

    def types(self, matrix: Matrix) -> Floats:
        """Return per token the log-odds of each semantic type: (tokens, types)."""
        scores = self._standardised(matrix) @ self.type_weights.T + self.type_bias
        return scores.astype(np.float64)

    def _standardised(self, matrix: Matrix) -> Matrix:
        return (matrix - self.means) / self.deviations


def _number(kind: SemanticType | None) -> int:
    return -1 if kind is None else _TYPES.index(kind)


def _regress(rows: Matrix, classes: NDArray[np.int64]) -> tuple[Matrix, Matrix]:
    """Return weights (classes, features) and biases (classes,) of a logistic regression.

    With two classes the first has zeros, and the other's score is its log-odds.
    """
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - heavy

    model: Any = LogisticRegression(C=STRENGTH, max_iter=_STEPS).fit(rows, classes)
    weights = model.coef_.astype(np.float32)
    bias = model.intercept_.astype(np.float32)
    if len(weights) == 1:
        weights = np.concatenate([np.zeros_like(weights), weights])
        bias = np.concatenate([np.zeros_like(bias), bias])
    return weights, bias


def _regress_types(rows: Matrix, kinds: NDArray[np.int64]) -> tuple[Matrix, Matrix]:
    """Return the same for all types, (types, features); absent types are never predicted."""
    known = np.unique(kinds)
    weights = np.zeros((len(_TYPES), rows.shape[1]), dtype=np.float32)
    bias = np.full(len(_TYPES), _NEVER, dtype=np.float32)
    bias[known] = 0
    if len(known) > 1:
        weights[known], bias[known] = _regress(rows, kinds)
    return weights, bias
