"""Fitting the probability from which on a token is masked, for each operating point."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from masking.operating_points import OperatingPoint
from masking.tagging.tokens import Floats

LEAST_PRECISION = {OperatingPoint.PRIVACY: 0.8, OperatingPoint.UTILITY: 0.92}
"""These points take the best recall at a precision; the balanced one takes the best F1."""


def fit_thresholds(
    probabilities: Floats, is_masked: NDArray[np.bool_]
) -> dict[OperatingPoint, float]:
    """Return the threshold of each operating point, from tokens that were not trained on.

    A precision out of reach is answered with the highest that there is. At least one token must
    be masked.
    """
    thresholds, precision, recall = precision_and_recall(probabilities, is_masked)
    f1 = 2 * precision * recall / np.maximum(precision + recall, np.finfo(float).tiny)
    places = {OperatingPoint.BALANCED: int(f1.argmax())}
    for point, least in LEAST_PRECISION.items():
        reached = np.flatnonzero(precision >= least)
        places[point] = int(reached[-1]) if len(reached) else int(precision.argmax())
    return {point: float(thresholds[places[point]]) for point in OperatingPoint}


def precision_and_recall(
    probabilities: Floats, is_masked: NDArray[np.bool_]
) -> tuple[Floats, Floats, Floats]:
    """Return thresholds from high to low, with precision and recall at each; shapes alike."""
    order = np.argsort(-probabilities, kind="stable")
    ranked = probabilities[order]
    hits = np.cumsum(is_masked[order])
    last = np.flatnonzero(np.append(ranked[1:] != ranked[:-1], True))
    return ranked[last], hits[last] / (last + 1), hits[last] / hits[-1]
