"""Kernels between mentions and candidates, and what is taken of them."""

from __future__ import annotations

import numpy as np
import pytest

from selection.similarity import (
    FADING,
    Units,
    compare_candidates,
    compare_mentions,
    compare_neighbours,
    lengthened,
)

SIZES = np.array([3, 1, 2])


def units(seed: int = 0, sizes: np.ndarray = SIZES) -> Units:
    draw = np.random.default_rng(seed)
    count = int(sizes.sum())
    ends = np.cumsum(sizes) - 1
    masks = np.isin(np.arange(count), ends)
    spans, texts = (lengthened(draw.normal(size=(n, 8))) for n in (len(sizes), count))
    return Units.of(spans, texts, sizes, [0, 1, 0][: len(sizes)], masks)


def test_what_is_the_same_is_alike_and_nothing_is_more_alike():
    one = units()
    for kernels in (compare_mentions(one, one), compare_candidates(one, one)):
        assert kernels.max() <= 1 + 1e-5
        assert kernels.min() >= 0
    assert np.allclose([np.diag(each) for each in compare_mentions(one, one)], 1, atol=1e-5)
    texts = ~one.masks
    for each in compare_candidates(one, one):
        assert np.allclose(np.diag(each)[texts], 1, atol=1e-5)
        assert not each[one.masks].any()
        assert not each[:, one.masks].any()


def test_kernels_do_not_ask_which_comes_first():
    one, other = units(1), units(2)
    for compare in (compare_mentions, compare_neighbours, compare_candidates):
        there, back = compare(one, other), compare(other, one)
        assert np.allclose(there, back.transpose(0, 2, 1), atol=1e-6)


def test_near_fades_with_each_mention_between_and_asks_for_the_type():
    of_type, of_kind = compare_neighbours(units(), units())
    assert of_type[0, 2] == pytest.approx(FADING**2)
    assert of_type[0, 1] == 0
    assert of_kind[0, 0] == pytest.approx(1, abs=1e-5)
    assert 0 < of_kind[0, 1] < FADING


def test_of_the_mentions_taken_everything_is_as_it_was():
    whole = units()
    part = whole.take(np.array([2, 0]))
    rows = whole.rows(np.array([2, 0]))
    assert rows.tolist() == [4, 5, 0, 1, 2]
    assert part.owners.tolist() == [0, 0, 1, 1, 1]
    assert part.numbers.tolist() == [2, 0]
    kept = compare_candidates(whole, whole)[np.ix_(range(5), rows, rows)]
    assert np.allclose(compare_candidates(part, part), kept, atol=1e-6)
    assert len(whole.take(np.array([], dtype=np.int64)).texts) == 0


def test_documents_together_compare_as_each_does():
    one, others = units(1), [units(2), units(3)]
    joined = Units.together(others)
    assert joined.owners.tolist() == [0, 0, 0, 1, 2, 2, 3, 3, 3, 4, 5, 5]
    for compare in (compare_mentions, compare_candidates):
        apart = np.concatenate([compare(one, each) for each in others], axis=2)
        assert np.allclose(compare(one, joined), apart, atol=1e-6)
