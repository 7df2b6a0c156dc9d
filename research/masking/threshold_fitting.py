"""Fitting the operating points of the combined indicators.

The threshold of a point is the highest that still reaches the recall that it promises on documents
not trained on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from annotation.records import Layer
from masking.evaluation.gold import masked_entities
from masking.operating_points import FittedPoint, OperatingPoint
from research.masking.indicators import Floats
from research.masking.indicators.decisions import DecidedLayer, decisions_of

RECALLS: Mapping[OperatingPoint, float] = {
    OperatingPoint.PRIVACY: 0.98,
    OperatingPoint.BALANCED: 0.90,
    OperatingPoint.UTILITY: 0.80,
}
"""Of all mentions that must be masked, the share that a point promises to mask."""


def fit_operating_points(
    layers: Sequence[DecidedLayer], probabilities: Floats
) -> list[FittedPoint]:
    """Return the points from privacy to utility, with the metrics to be expected at each.

    `probabilities`, shape (mentions of all layers,), must come from models that were not trained on
    these layers; at least one mention must be masked.
    """
    decisions = decisions_of(layers)
    risky = np.sort(probabilities[decisions])[::-1]
    points = []
    for name, recall in RECALLS.items():
        threshold = float(risky[int(np.ceil(recall * len(risky))) - 1])
        points.append(_point(name, threshold, layers, probabilities))
    return points


def _point(
    name: str, threshold: float, layers: Sequence[DecidedLayer], probabilities: Floats
) -> FittedPoint:
    decisions = decisions_of(layers)
    masked = probabilities >= threshold
    right = int((masked & decisions).sum())
    entities = _entities(layers, masked.tolist())
    return FittedPoint(
        name,
        threshold,
        recall=right / int(decisions.sum()),
        precision=right / int(masked.sum()) if masked.any() else None,
        er_di=_share(hidden for is_direct, hidden in entities if is_direct),
        er_qi=_share(hidden for is_direct, hidden in entities if not is_direct),
    )


def _entities(layers: Sequence[DecidedLayer], masked: Sequence[bool]) -> list[tuple[bool, bool]]:
    """Return for each entity whether it is direct, and whether all its mentions are masked."""
    found = []
    start = 0
    for layer in layers:
        own = masked[start : start + len(layer.mentions)]
        hidden = {each.mention_id: is_so for each, is_so in zip(layer.mentions, own, strict=True)}
        start += len(own)
        for entity in masked_entities(Layer("", layer.mentions)):
            is_hidden = all(hidden[each.mention_id] for each in entity.masked_mentions)
            found.append((entity.is_direct, is_hidden))
    return found


def _share(answers: Iterable[bool]) -> float | None:
    counted = list(answers)
    return sum(counted) / len(counted) if counted else None
