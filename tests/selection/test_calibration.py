"""One temperature makes confidences true, and changes nothing else."""

import numpy as np
import pytest

from selection.calibration import COLDEST, HOTTEST, apply_temperature, fit_temperature


def _drawn(temperature: float, count: int = 4000):
    """True probabilities, votes drawn from them, and probabilities off by a temperature."""
    rng = np.random.default_rng(5)
    true = [rng.dirichlet(np.ones(rng.integers(2, 6))) for _ in range(count)]
    votes = [np.eye(len(each))[rng.choice(len(each), p=each)] for each in true]
    return true, votes, [apply_temperature(each, temperature) for each in true]


@pytest.mark.parametrize("temperature", [0.4, 1.0, 2.5])
def test_what_made_figures_too_sure_or_too_unsure_is_found_and_undone(temperature: float):
    true, votes, distorted = _drawn(temperature)
    found = fit_temperature(distorted, votes)
    assert found == pytest.approx(1 / temperature, rel=0.1)
    undone = [apply_temperature(each, found) for each in distorted]
    assert np.abs(np.concatenate(undone) - np.concatenate(true)).mean() < 0.02


def test_the_order_of_the_candidates_stays():
    probabilities = np.array([0.5, 0.2, 0.2, 0.1])
    assert list(np.argsort(-apply_temperature(probabilities, 3.0), kind="stable")) == [0, 1, 2, 3]
    assert apply_temperature(probabilities, 3.0).sum() == pytest.approx(1)
    assert apply_temperature(probabilities, 1.0) == pytest.approx(probabilities)


def test_a_model_that_is_always_right_or_always_wrong_stays_within_bounds():
    sure = [np.array([0.9, 0.1])] * 5
    assert fit_temperature(sure, [np.array([1.0, 0.0])] * 5) == pytest.approx(COLDEST)
    assert fit_temperature(sure, [np.array([0.0, 3.0])] * 5) == pytest.approx(HOTTEST)


def test_an_example_counts_once_whatever_the_number_of_its_votes():
    probabilities = [np.array([0.9, 0.1]), np.array([0.9, 0.1])]
    once = fit_temperature(probabilities, [np.array([1.0, 0.0]), np.array([0.0, 1.0])])
    assert fit_temperature(probabilities, [np.array([9.0, 0.0]), np.array([0.0, 1.0])]) == once


def test_without_anything_to_go_by_the_temperature_is_one():
    assert fit_temperature([], []) == 1
    assert fit_temperature([np.array([1.0])], [np.array([2.0])]) == 1
    assert fit_temperature([np.array([0.6, 0.4])], [np.zeros(2)]) == 1
    assert fit_temperature([np.zeros(2)], [np.array([1.0, 0.0])]) == 1


def test_no_answer_stays_no_answer_and_impossible_stays_all_but_impossible():
    assert list(apply_temperature(np.zeros(3), 2.0)) == [0, 0, 0]
    warm = apply_temperature(np.array([1.0, 0.0]), 2.0)
    assert 0 < warm[1] < 0.001
