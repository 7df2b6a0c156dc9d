"""How well indicators and combinations decide which of the marked spans must be masked.

Spans are those that people marked, NO_MASK included, so that nothing but the decision is measured:
accuracy, macro-F1 at probability 0.5, and the area under the ROC curve.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotation.records import Document, Mention
from annotation.types import SemanticType
from learning.errors import TrainingError
from learning.folds import split
from masking.combining import AtLeast, Combination, assessed, fit_combined
from masking.indicators import (
    NAMES,
    Assessment,
    Floats,
    IndicatorKind,
    Resources,
    indicator_kind,
)
from masking.indicators.decisions import decided_layers, decisions_of

TYPE_MAJORITY = "type_majority"
LEARNED = "learned"
_UNDECIDED = 0.5
"""What stands for an indicator that can't tell."""


class TypeMajority:
    """The baseline: what was decided of most mentions of the same type."""

    def __init__(self, documents: Sequence[Document]) -> None:
        counts = Counter(
            (each.entity_type, each.is_masked)
            for layer in decided_layers(documents)
            for each in layer.mentions
        )
        self._shares = {
            kind: (counts[kind, True] + 1) / (counts[kind, True] + counts[kind, False] + 2)
            for kind in SemanticType
        }

    def assess(self, _document: Document, mentions: Sequence[Mention]) -> list[Assessment]:
        """Return the share of masked mentions of the same type."""
        return [Assessment(self._shares[each.entity_type], "its type") for each in mentions]


def measure(decisions: NDArray[np.bool_], probabilities: Floats) -> dict[str, float | None]:
    """Return accuracy, macro-F1 and AUC, 0…1; the AUC is None where all decisions are alike."""
    from sklearn.metrics import accuracy_score, f1_score, roc_auc_score  # noqa: PLC0415 - heavy

    masked = probabilities >= _UNDECIDED
    is_one_sided = decisions.all() or not decisions.any()
    return {
        "accuracy": float(accuracy_score(decisions, masked)),
        "macro_f1": float(f1_score(decisions, masked, average="macro", zero_division=0)),
        "auc": None if is_one_sided else float(roc_auc_score(decisions, probabilities)),
    }


def evaluate_indicators(
    documents: Sequence[Document],
    resources: Resources,
    *,
    folds: int = 5,
    seed: int = 0,
    names: Sequence[str] = NAMES,
) -> dict[str, Any]:
    """Return {"indicators", "combinations", "operating_points", "lacking"}.

    The first two hold {name: {"accuracy", "macro_f1", "auc"}}, "lacking" {name: sentence} of
    indicators that could not work, "operating_points" one list a fold. Everything is trained within
    the fold. Raises LearningError for too few documents.
    """
    resources = replace(resources, seed=seed)
    kinds = [indicator_kind(name) for name in names]
    lacking = {kind.name: why for kind in kinds if (why := kind.lacking(resources))}
    working = [kind for kind in kinds if kind.name not in lacking]
    if not working:
        raise TrainingError("No indicator can work: " + " ".join(lacking.values()))
    combinations: dict[str, Combination] = {
        f"at_least_{votes}": AtLeast(votes) for votes in range(1, len(working) + 1)
    }
    decided, said, points = [], [], []
    for fold in split(documents, folds, seed):
        layers = list(decided_layers(fold.test))
        if not layers:
            continue
        trained = fit_combined(fold.train, working, resources)
        of_indicators = assessed(list(trained.indicators.values()), layers)
        of_types = assessed([TypeMajority(fold.train)], layers)
        combined = [each.combine(of_indicators) for each in combinations.values()]
        combined.append(trained.combination.combine(of_indicators))
        decided.append(decisions_of(layers))
        said.append(np.column_stack([of_types, of_indicators, *combined]))
        points.append([point.as_json() for point in trained.points])
    measured = _measured(np.concatenate(decided), np.vstack(said), working, combinations)
    return {**measured, "operating_points": points, "lacking": lacking}


def _measured(
    decisions: NDArray[np.bool_],
    said: Floats,
    kinds: Sequence[IndicatorKind],
    combinations: Mapping[str, Combination],
) -> dict[str, dict[str, dict[str, float | None]]]:
    indicators = [TYPE_MAJORITY, *(kind.name for kind in kinds)]
    columns = np.where(np.isnan(said), _UNDECIDED, said).T
    measured = [measure(decisions, column) for column in columns]
    split_at = len(indicators)
    return {
        "indicators": dict(zip(indicators, measured[:split_at], strict=True)),
        "combinations": dict(zip([*combinations, LEARNED], measured[split_at:], strict=True)),
    }
