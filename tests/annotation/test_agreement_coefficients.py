"""The coefficients against the textbook's formulas and the usual libraries."""

from collections import Counter
from itertools import permutations

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import fleiss_kappa as statsmodels_fleiss_kappa

from annotation.agreement.coefficients import (
    cohen_kappa,
    cohen_kappa_of_counts,
    fleiss_kappa,
    item_agreement,
    nominal_alpha,
    ordinal_alpha,
    raw_agreement,
)

LEVELS = range(1, 6)
levels = st.sampled_from(LEVELS)
pairs = st.lists(st.tuples(levels, levels), min_size=1, max_size=12)
items = st.lists(st.lists(levels, min_size=2, max_size=5), min_size=1, max_size=8)
complete_items = st.integers(2, 5).flatmap(
    lambda raters: st.lists(
        st.lists(levels, min_size=raters, max_size=raters), min_size=1, max_size=8
    )
)


def counted(rows):
    return [Counter(row) for row in rows]


def cohen_by_the_book(rated):
    confusion = np.zeros((len(LEVELS), len(LEVELS)))
    for a, b in rated:
        confusion[a - 1, b - 1] += 1 / len(rated)
    observed = np.trace(confusion)
    by_chance = confusion.sum(axis=0) @ confusion.sum(axis=1)
    return (observed - by_chance) / (1 - by_chance)


def fleiss_by_the_book(rows):
    shares = np.array([[row.count(level) / len(row) for level in LEVELS] for row in rows])
    agreeing = [
        sum(a == b for a, b in permutations(row, 2)) / (len(row) * (len(row) - 1)) for row in rows
    ]
    by_chance = (shares.mean(axis=0) ** 2).sum()
    return (np.mean(agreeing) - by_chance) / (1 - by_chance)


def alpha_by_the_book(rows, *, ordinal):
    """Krippendorff (2011), by the matrices of observed and expected coincidences."""
    coincidences = np.zeros((len(LEVELS), len(LEVELS)))
    for row in rows:
        for a, b in permutations(row, 2):
            coincidences[a - 1, b - 1] += 1 / (len(row) - 1)
    n_c = coincidences.sum(axis=1)
    observed = expected = 0.0
    for c in range(len(LEVELS)):
        for k in range(c + 1, len(LEVELS)):
            distance = (n_c[c : k + 1].sum() - (n_c[c] + n_c[k]) / 2) ** 2 if ordinal else 1
            observed += coincidences[c, k] * distance
            expected += n_c[c] * n_c[k] * distance
    return 1 - (n_c.sum() - 1) * observed / expected


def is_constant(rows):
    return len({level for row in rows for level in row}) == 1


@given(pairs)
def test_cohen_is_the_textbooks_and_scikit_learns(rated):
    assume(not is_constant(rated))
    a, b = zip(*rated, strict=True)
    assert cohen_kappa(rated) == pytest.approx(cohen_by_the_book(rated), abs=1e-9)
    assert cohen_kappa(rated) == pytest.approx(cohen_kappa_score(a, b), abs=1e-9)


@given(items)
def test_fleiss_and_raw_agreement_are_the_textbooks_with_any_numbers_of_raters(rows):
    agreeing = [np.mean([a == b for a, b in permutations(row, 2)]) for row in rows]
    assert [item_agreement(votes) for votes in counted(rows)] == pytest.approx(agreeing)
    assert raw_agreement(counted(rows)) == pytest.approx(np.mean(agreeing))
    assume(not is_constant(rows))
    assert fleiss_kappa(counted(rows)) == pytest.approx(fleiss_by_the_book(rows), abs=1e-9)


@given(complete_items)
def test_fleiss_is_that_of_statsmodels_with_equal_numbers_of_raters(rows):
    assume(not is_constant(rows))
    table = [[row.count(level) for level in LEVELS] for row in rows]
    expected = statsmodels_fleiss_kappa(np.array(table))
    assert fleiss_kappa(counted(rows)) == pytest.approx(expected, abs=1e-9)


@given(items)
def test_alpha_is_the_textbooks_and_the_librarys(rows):
    assume(not is_constant(rows))
    table = [[row.count(level) for level in LEVELS] for row in rows]
    for name, alpha in (("nominal", nominal_alpha), ("ordinal", ordinal_alpha)):
        measured = alpha(counted(rows))
        by_the_book = alpha_by_the_book(rows, ordinal=name == "ordinal")
        by_library = krippendorff.alpha(value_counts=table, level_of_measurement=name)
        assert measured == pytest.approx(by_the_book, abs=1e-9)
        assert measured == pytest.approx(by_library, abs=1e-9)


def test_alpha_is_that_of_krippendorffs_own_example():
    # Computing Krippendorff's alpha-reliability (2011), section C: four observers, twelve units.
    observers = ["123321412000", "123322412503", "033323422510", "123324412510"]
    units = [[int(o[unit]) for o in observers if o[unit] != "0"] for unit in range(12)]
    pairable = counted(unit for unit in units if len(unit) > 1)
    assert nominal_alpha(pairable) == pytest.approx(0.743, abs=5e-4)
    assert ordinal_alpha(pairable) == pytest.approx(0.815, abs=5e-4)


@pytest.mark.parametrize("rows", [[], [[3, 3]], [[3, 3], [3, 3, 3]]])
def test_one_and_the_same_category_throughout_has_no_coefficient(rows):
    votes = counted(rows)
    assert fleiss_kappa(votes) is None
    assert nominal_alpha(votes) is None
    assert ordinal_alpha(votes) is None


@pytest.mark.parametrize("rated", [[], [("city", "city")], [("city", "city")] * 5])
def test_a_pair_with_one_and_the_same_category_has_no_kappa(rated):
    assert cohen_kappa(rated) is None


def test_two_annotators_who_never_agree_though_each_is_constant_have_a_kappa_of_zero():
    assert cohen_kappa([(1, 2), (1, 2)]) == 0


@given(items, st.data())
def test_an_item_that_occurs_several_times_counts_as_often(rows, data):
    several = st.lists(st.integers(1, 3), min_size=len(rows), max_size=len(rows))
    times = data.draw(several)
    repeated = [row for row, count in zip(rows, times, strict=True) for _ in range(count)]
    for coefficient in (raw_agreement, fleiss_kappa, nominal_alpha):
        found, expected = coefficient(counted(rows), times), coefficient(counted(repeated))
        assert found == (expected if expected is None else pytest.approx(expected))


@given(pairs)
def test_cohens_kappa_of_counts_is_that_of_the_items(rated):
    assert cohen_kappa_of_counts(Counter(rated)) == cohen_kappa(rated)
