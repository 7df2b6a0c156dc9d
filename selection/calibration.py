"""Making a confidence of 80 % right four times in five, by one temperature.

p is replaced by p^(1/T) / Σ p^(1/T) within the example (Guo et al., 2017, "On calibration of modern
neural networks"). The order of the candidates stays. T is fitted on probabilities for documents
that the model was not trained on.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from selection.examples import Floats

COLDEST, HOTTEST = 0.1, 10.0
"""Between these a temperature is sought; beyond them the probabilities would be all or nothing."""
_FLOOR = 1e-9
"""What a probability counts as at least: a sure mistake must not weigh without limit."""
_NOWHERE = -1e6
"""The logarithm of the probability of what only fills up a row: e to this power is exactly 0."""
_CLOSE_ENOUGH = 1e-8
"""How exactly the logarithm of a temperature is sought."""


def fit_temperature(probabilities: Sequence[Floats], votes: Sequence[Floats]) -> float:
    """Return the temperature that predicts the votes best: least mean negative log-likelihood.

    Both hold one array an example, shape (candidates,). Each example counts once, whatever the
    number of its votes; examples without votes or without probabilities are left out, and where
    nothing is left the temperature is 1.
    """
    pairs = [
        (np.log(np.maximum(each, _FLOOR)), given / given.sum())
        for each, given in zip(probabilities, votes, strict=True)
        if len(each) > 1 and given.sum() > 0 and each.sum() > 0
    ]
    if not pairs:
        return 1.0
    logs = np.full((len(pairs), max(len(each) for each, _ in pairs)), _NOWHERE)
    shares = np.zeros(logs.shape)
    for row, (each, share) in enumerate(pairs):
        logs[row, : len(each)] = each
        shares[row, : len(share)] = share
    return float(np.exp(_minimum(logs, shares)))


def apply_temperature(probabilities: Floats, temperature: float) -> Floats:
    """Return the probabilities of one example at a temperature; all zeros (no answer) stay so."""
    if probabilities.sum() <= 0:
        return probabilities
    logs = np.log(np.maximum(probabilities, _FLOOR)) / temperature
    powers = np.exp(logs - logs.max())
    scaled: Floats = powers / powers.sum()
    return scaled


def _loss(logs: Floats, shares: Floats, log_temperature: float) -> float:
    scaled = logs / np.exp(log_temperature)
    top = scaled.max(axis=1, keepdims=True)
    normaliser = top[:, 0] + np.log(np.exp(scaled - top).sum(axis=1))
    expected = (shares * scaled).sum(axis=1)
    return float((normaliser - expected).mean())


def _minimum(logs: Floats, shares: Floats) -> float:
    """Return the logarithm of the best temperature; the loss has one valley in 1/T."""
    from scipy.optimize import minimize_scalar  # noqa: PLC0415 - heavy

    found = minimize_scalar(
        lambda log_temperature: _loss(logs, shares, log_temperature),
        bounds=(np.log(COLDEST), np.log(HOTTEST)),
        method="bounded",
        options={"xatol": _CLOSE_ENOUGH},
    )
    return float(found.x)
