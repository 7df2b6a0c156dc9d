"""How well indicators and combinations decide which of the marked spans must be masked.

Spans are those that people marked, NO_MASK included, so that nothing but the decision is measured:
accuracy, macro-F1 at probability 0.5, and the area under the ROC curve.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from annotation.records import Document, Json, Mention
from annotation.types import SemanticType
from learning.errors import TrainingError
from masking.operating_points import FittedPoint
from research.masking.combining import AtLeast, Combination, assessed, fit_combined
from research.masking.indicators import (
    NAMES,
    Assessment,
    Floats,
    Resources,
    indicator_kind,
)
from research.masking.indicators.decisions import decided_layers, decisions_of
from research.masking.plans import Plan
from research.masking.recognizing import deviations_of, means_of

TYPE_MAJORITY = "type_majority"
LEARNED = "learned"
_UNDECIDED = 0.5
"""Stands for the missing probability of an indicator."""

Measured = Mapping[str, Mapping[str, float | None]]
"""Accuracy, macro-F1 and AUC by name."""


class TypeMajority:
    """The baseline: the majority decision for mentions of the same type."""

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


@dataclass(frozen=True, slots=True)
class IndicatorReport:
    """Metrics of indicators and of combinations, by name."""

    indicators: Measured
    combinations: Measured
    points: tuple[tuple[FittedPoint, ...], ...]
    """The operating points of the learned combination, for each fold."""
    lacking: Mapping[str, str]
    """Of each indicator that could not work a sentence on what it lacks."""


def evaluate_indicators(
    plan: Plan, resources: Resources, seed: int, *, names: Sequence[str] = NAMES
) -> IndicatorReport:
    """Measure with one seed; everything is trained within its fold.

    Raises LearningError where no indicator can work.
    """
    resources = replace(resources, seed=seed)
    kinds = [indicator_kind(name) for name in names]
    lacking = {kind.name: why for kind in kinds if (why := kind.lacking(resources))}
    working = [kind for kind in kinds if kind.name not in lacking]
    if not working:
        raise TrainingError("No indicator can work: " + " ".join(lacking.values()))
    votes: dict[str, Combination] = {
        f"at_least_{count}": AtLeast(count) for count in range(1, len(working) + 1)
    }
    decided, predicted, points = [], [], []
    for fold in plan.split(seed):
        layers = list(decided_layers(fold.test))
        if not layers:
            continue
        trained = fit_combined(fold.train, working, resources)
        of_indicators = assessed(list(trained.indicators.values()), layers)
        of_types = assessed([TypeMajority(fold.train)], layers)
        combined = [each.combine(of_indicators) for each in votes.values()]
        combined.append(trained.combination.combine(of_indicators))
        decided.append(decisions_of(layers))
        predicted.append(np.column_stack([of_types, of_indicators, *combined]))
        points.append(tuple(trained.points))
    indicators, combinations = _measured(
        np.concatenate(decided), np.vstack(predicted), [kind.name for kind in working], list(votes)
    )
    return IndicatorReport(indicators, combinations, tuple(points), lacking)


def _measured(
    decisions: NDArray[np.bool_], predicted: Floats, indicators: Sequence[str], votes: Sequence[str]
) -> tuple[Measured, Measured]:
    columns = np.where(np.isnan(predicted), _UNDECIDED, predicted).T
    measured = [measure(decisions, column) for column in columns]
    first = [TYPE_MAJORITY, *indicators]
    return (
        dict(zip(first, measured[: len(first)], strict=True)),
        dict(zip([*votes, LEARNED], measured[len(first) :], strict=True)),
    )


def averaged(runs: Sequence[Measured]) -> dict[str, Mapping[str, Json]]:
    """Return means over the seeds, and over several seeds standard deviations as well."""
    found: dict[str, Mapping[str, Json]] = {}
    for name in runs[0]:
        metrics = [run[name] for run in runs]
        means: dict[str, Json] = {**means_of(metrics)}
        if len(runs) > 1:
            means["deviations"] = {**deviations_of(metrics)}
        found[name] = means
    return found
