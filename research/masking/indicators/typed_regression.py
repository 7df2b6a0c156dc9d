"""A logistic regression for each semantic type, held close to one for all.

The columns come in groups. Each column is standardised, each group weighs as much as its scale
says. The regression sees the columns, the type, and for each type the leading principal components
of the columns: the weights of a single type cost the penalty twice, so types with few mentions
follow the rest. For use, all this folds into one row of weights a type. Statistics, components,
strength of the penalty and weights come from the training documents alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load_file, save_file

from annotation.types import SemanticType
from learning.errors import VersionError
from research.masking.indicators import Floats

if TYPE_CHECKING:
    from sklearn.linear_model import LogisticRegression

TYPES = tuple(SemanticType)
COMPONENTS = 30
INNER_FOLDS = 5
STRENGTHS = (0.25, 0.5, 1.0)
"""Inverse strengths of the penalty (scikit-learn's C); inner folds by document choose."""
_FARTHEST = 4.0
"""Standard deviations: what lies beyond counts as this far."""
_ARRAYS, _SETTINGS = "regression.safetensors", "regression.json"


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of some mentions in groups, their semantic types, and where they stand."""

    groups: Mapping[str, Floats]
    """Name → shape (mentions, columns of the group)."""
    types: Sequence[SemanticType]

    @property
    def values(self) -> Floats:
        """All groups side by side, shape (mentions, columns)."""
        return np.hstack(list(self.groups.values()))

    @property
    def widths(self) -> dict[str, int]:
        """How many columns each group has."""
        return {name: values.shape[1] for name, values in self.groups.items()}

    @property
    def indicators(self) -> Floats:
        """The types as 0 and 1, shape (mentions, types)."""
        places = [TYPES.index(each) for each in self.types]
        found: Floats = np.eye(len(TYPES))[places]
        return found


def stack(parts: Sequence[Columns]) -> Columns:
    """Put the mentions of several documents one below the other."""
    groups = {name: np.vstack([part.groups[name] for part in parts]) for name in parts[0].groups}
    return Columns(groups, [each for part in parts for each in part.types])


@dataclass(frozen=True, slots=True)
class TypedRegression:
    """The fitted regression: one row of weights a type."""

    widths: Mapping[str, int]
    means: Floats
    deviations: Floats
    """What columns are standardised by, shape (columns,)."""
    weights: Floats
    """Shape (types, columns)."""
    shifts: Floats
    """Shape (types,)."""

    def contributions(self, columns: Columns) -> dict[str, Floats]:
        """Return what each group adds to the logits, shape (mentions,) each; "type" is the shift.

        Their sum is the logit. Raises ValueError for other columns than it was trained on.
        """
        if columns.widths != dict(self.widths):
            raise ValueError(f"other columns than those trained on: {columns.widths}")
        places = [TYPES.index(each) for each in columns.types]
        added = _standardised(columns.values, self.means, self.deviations) * self.weights[places]
        found = {"type": self.shifts[places]}
        start = 0
        for name, width in self.widths.items():
            found[name] = added[:, start : start + width].sum(axis=1)
            start += width
        return found

    def save(self, folder: Path) -> None:
        """Write the arrays as safetensors, the groups as JSON."""
        arrays = {"means": self.means, "deviations": self.deviations}
        arrays |= {"weights": self.weights, "shifts": self.shifts}
        save_file({name: np.ascontiguousarray(v) for name, v in arrays.items()}, folder / _ARRAYS)
        settings = {"types": TYPES, "widths": dict(self.widths)}
        (folder / _SETTINGS).write_text(json.dumps(settings), encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> TypedRegression:
        """Open what `save` wrote; raises VersionError."""
        try:
            settings = json.loads((folder / _SETTINGS).read_text(encoding="utf-8"))
            arrays = load_file(folder / _ARRAYS)
            found = cls(settings["widths"], **arrays)
            shape = (len(TYPES), sum(found.widths.values()))
        except (OSError, ValueError, KeyError, TypeError, SafetensorError) as error:
            raise VersionError(f"{folder} holds no regression by type: {error!r}") from error
        if tuple(settings["types"]) != TYPES or found.weights.shape != shape:
            raise VersionError(f"{folder} holds a regression of another version.")
        return found


def fit_typed_regression(
    columns: Columns,
    decisions: NDArray[np.bool_],
    documents: NDArray[np.int64],
    group_scales: Mapping[str, float],
) -> TypedRegression:
    """Fit weights to decisions; both kinds of decision must occur.

    `documents` numbers the document of each mention, for the inner folds; `group_scales` says what
    the standardised columns of a group are multiplied by.
    """
    values = columns.values
    means, deviations = values.mean(axis=0), values.std(axis=0)
    # A column that is always the same says nothing: what would divide by zero counts for nothing.
    deviations[deviations == 0] = np.inf
    scales = np.concatenate(
        [np.full(width, group_scales[name]) for name, width in columns.widths.items()]
    )
    scaled = _standardised(values, means, deviations) * scales
    centre, directions = _components(scaled)
    rows = _rows(scaled, columns.indicators, (scaled - centre) @ directions)
    regression = _fit(rows, decisions, _strength(rows, decisions, documents))
    common, shifts, own = np.split(regression.coef_[0], [len(scales), len(scales) + len(TYPES)])
    of_types = own.reshape(len(TYPES), -1) @ directions.T
    return TypedRegression(
        columns.widths,
        means,
        deviations,
        (common + of_types) * scales,
        shifts + regression.intercept_ - of_types @ centre,
    )


def _standardised(values: Floats, means: Floats, deviations: Floats) -> Floats:
    found: Floats = np.clip((values - means) / deviations, -_FARTHEST, _FARTHEST)
    return found


def _rows(scaled: Floats, types: Floats, components: Floats) -> Floats:
    """Return the rows for the regression: columns, type, components of each type."""
    typed = (types[:, :, None] * components[:, None, :]).reshape(len(types), -1)
    found: Floats = np.hstack([scaled, types, typed])
    return found


def _components(scaled: Floats) -> tuple[Floats, Floats]:
    """Return the mean and the leading directions, shape (columns, at most COMPONENTS)."""
    centre = scaled.mean(axis=0)
    _, _, rows = np.linalg.svd(scaled - centre, full_matrices=False)
    return centre, rows[:COMPONENTS].T


def _strength(rows: Floats, decisions: NDArray[np.bool_], documents: NDArray[np.int64]) -> float:
    """Return the strength that decides best for documents left out; the middle one for few."""
    from sklearn.metrics import log_loss  # noqa: PLC0415 - heavy
    from sklearn.model_selection import GroupKFold  # noqa: PLC0415 - heavy

    middle = STRENGTHS[len(STRENGTHS) // 2]
    if len(np.unique(documents)) < INNER_FOLDS:
        return middle
    losses = np.zeros(len(STRENGTHS))
    for train, test in GroupKFold(INNER_FOLDS).split(rows, groups=documents):
        if len(np.unique(decisions[train])) == 1:
            return middle
        for number, strength in enumerate(STRENGTHS):
            found = _fit(rows[train], decisions[train], strength).predict_proba(rows[test])
            losses[number] += log_loss(decisions[test], found, labels=[False, True]) * len(test)
    return STRENGTHS[int(losses.argmin())]


def _fit(rows: Floats, decisions: NDArray[np.bool_], strength: float) -> LogisticRegression:
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - heavy

    return LogisticRegression(C=strength, max_iter=3000).fit(rows, decisions)
