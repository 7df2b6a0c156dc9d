"""The conditional logit against what it must be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from selection.conditional_logit import Choosing, fit, log_softmax


def drawn(weights: np.ndarray, lists: int = 3000, seed: int = 0) -> Choosing:
    """Choices that somebody with these weights made."""
    draw = np.random.default_rng(seed)
    sizes = draw.integers(2, 6, size=lists)
    features = draw.normal(size=(int(sizes.sum()), len(weights)))
    chances = np.exp(log_softmax(features @ weights, sizes))
    taken = [draw.multinomial(1, each) for each in np.split(chances, np.cumsum(sizes)[:-1])]
    rows = len(features)
    return Choosing(features, sizes, np.concatenate(taken) * 1.0, np.zeros(rows), np.ones(rows))


def test_the_weights_by_which_was_chosen_are_found():
    true = np.array([1.5, -0.7, 0.0, 0.3])
    assert fit(drawn(true), ridge=1.0) == pytest.approx(true, abs=0.1)


def test_lists_of_two_are_a_logistic_regression():
    draw = np.random.default_rng(1)
    features = draw.normal(size=(400, 3)) * [1, 1, 1]
    features /= features.std(axis=0)
    pairs = features.reshape(200, 2, 3)
    first = draw.random(200) < 1 / (1 + np.exp(-(pairs[:, 0] - pairs[:, 1]) @ [1, 0, -1]))
    chosen = np.column_stack([first, ~first]).ravel() * 1.0
    ours = fit(Choosing(features, np.full(200, 2), chosen, np.zeros(400), np.ones(400)), ridge=2.0)
    theirs = LogisticRegression(C=1 / 2.0, fit_intercept=False, tol=1e-8)
    theirs.fit(pairs[:, 0] - pairs[:, 1], first)
    assert ours == pytest.approx(theirs.coef_[0], abs=1e-3)


def test_what_the_offsets_know_is_not_learnt_again():
    true = np.array([1.0, -1.0])
    choices = drawn(true)
    known = replace(choices, offsets=choices.features @ true)
    assert fit(known, ridge=1.0) == pytest.approx([0, 0], abs=0.1)


def test_a_feature_that_never_differs_weighs_nothing_and_a_ridge_makes_weights_small():
    choices = drawn(np.array([1.0]), lists=50)
    constant = np.ones((len(choices.features), 1))
    both = replace(choices, features=np.hstack([choices.features, constant]))
    loose, tight = fit(both, ridge=0.1), fit(both, ridge=1000.0)
    assert loose[1] == tight[1] == 0
    assert 0 < tight[0] < loose[0]


def test_choices_that_weigh_nothing_teach_nothing():
    one, other = drawn(np.array([1.0]), seed=1), drawn(np.array([-2.0]), seed=2)
    names = Choosing.__slots__
    joined = Choosing(*(np.concatenate([getattr(one, n), getattr(other, n)]) for n in names))
    weights = np.repeat([1.0, 0.0], [len(one.weights), len(other.weights)])
    assert fit(replace(joined, weights=weights), ridge=1.0) == pytest.approx([1.0], abs=0.1)


def test_probabilities_of_each_list_sum_to_one_whatever_the_scores():
    logs = log_softmax(np.array([1000.0, 0.0, -1000.0, 5.0]), np.array([3, 1]))
    assert np.exp(logs).tolist() == [1.0, 0.0, 0.0, 1.0]
