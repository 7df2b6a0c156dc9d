"""The words that lead to a person, against trying all ways to leave words out."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from names.words import stems_of, words_of
from privacy.giving_away import MOST, find_leading, without_words


def first(person: int):
    return lambda scores: int((scores >= scores[person]).sum()) == 1


@pytest.mark.parametrize("seed", range(20))
def test_without_the_words_the_person_is_not_first_any_more(seed):
    weights = np.random.default_rng(seed).random((8, 4)).astype(np.float32)
    weights[:, 1] += 0.2
    is_found = first(1)
    leading = [row for row, _ in find_leading(weights, 1, is_found, most=len(weights))]
    assert not is_found(np.delete(weights, leading, axis=0).sum(axis=0))
    fewest = next(
        count
        for count in range(len(weights) + 1)
        for rows in combinations(range(len(weights)), count)
        if not is_found(np.delete(weights, rows, axis=0).sum(axis=0))
    )
    assert fewest <= len(leading) <= fewest + 2


def test_each_weight_is_what_the_lead_loses():
    weights = np.array([[5, 0], [2, 1], [1, 0], [0, 3]], np.float32)
    assert find_leading(weights, 0, first(0)) == [(0, 5.0)]
    assert find_leading(weights, 0, lambda _scores: True) == [(0, 5.0), (1, 1.0), (2, 1.0)]


def test_who_is_not_found_is_not_given_away():
    weights = np.array([[1, 2], [1, 2]], np.float32)
    assert find_leading(weights, 0, first(0)) == []
    assert find_leading(np.zeros((0, 2), np.float32), 0, first(0)) == []


def test_at_most_five_words_are_named():
    weights = np.tile(np.array([1, 0], np.float32), (20, 1))
    assert len(find_leading(weights, 0, first(0))) == MOST


def test_a_word_is_hidden_in_all_its_forms_and_nothing_else_is():
    stems = stems_of(words_of("clock Zürich"))
    hidden = without_words("Clocks in Zurich: a clock's hand, by Zürich.", stems)
    assert hidden == "*** in ***: a ***'s hand, by ***."
    assert without_words("Nothing of it.", stems) == "Nothing of it."
