"""The conditional logit: which of the candidates of a list is chosen (McFadden, 1974).

Each candidate has a score, linear in its features; the chance that it is chosen is the softmax of
the scores of its list.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from selection.examples import Floats, Integers


@dataclass(frozen=True, slots=True)
class Choosing:
    """Choices from lists: a row for each candidate, the lists one after the other.

    `features` has shape (candidates, features), `sizes` the number of candidates of each list,
    `chosen` is 1 for the candidate taken, `offsets` are scores known before, `weights` say what
    each row counts for.
    """

    features: Floats
    sizes: Integers
    chosen: Floats
    offsets: Floats
    weights: Floats


def fit(choices: Choosing, ridge: float) -> Floats:
    """Return the weights of the features that make the choices likeliest.

    The likelihood is penalized by `ridge` times half the squared weights, of features at a standard
    deviation of 1. A feature that never differs weighs nothing.
    """
    from scipy.optimize import minimize  # noqa: PLC0415 - heavy

    spread = choices.features.std(axis=0)
    scale = np.where(spread > 0, 1 / np.where(spread > 0, spread, 1), 0)
    features = choices.features * scale

    def loss(weights: Floats) -> tuple[float, Floats]:
        logs = log_softmax(features @ weights + choices.offsets, choices.sizes)
        slope = features.T @ (choices.weights * (np.exp(logs) - choices.chosen))
        surprise = -float(choices.weights @ (choices.chosen * logs))
        return surprise + ridge * float(weights @ weights) / 2, slope + ridge * weights

    start = np.zeros(features.shape[1])
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 500})
    weights: Floats = found.x * scale
    return weights


def log_softmax(scores: Floats, sizes: Integers) -> Floats:
    """Return the logarithms of the probabilities in lists that stand one after the other."""
    starts = np.cumsum(sizes) - sizes
    shifted = scores - np.repeat(np.maximum.reduceat(scores, starts), sizes)
    totals = np.add.reduceat(np.exp(shifted), starts)
    found: Floats = shifted - np.repeat(np.log(totals), sizes)
    return found
