"""What is kept of what a text told: all by the original, nothing by `***`, ever less upwards."""

from __future__ import annotations

from itertools import pairwise
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy.meaning import kept_along, kept_in_document


def test_a_text_keeps_the_bits_that_it_tells():
    assert kept_along([1.0, 10.0, 100.0, 1_000.0], 1_000.0) == pytest.approx([1, 2 / 3, 1 / 3, 0])


def test_what_is_unknown_lies_evenly_between_its_neighbours():
    kept = kept_along([10.0, None, None, 10_000.0], 10_000.0)
    assert kept == pytest.approx([3 / 4, 2 / 4, 1 / 4, 0])
    assert kept_along([None, 100.0], 100.0) == pytest.approx([1 / 2, 0])
    assert kept_along([10.0, None], 1_000.0) == pytest.approx([2 / 3, 1 / 3])


def test_where_all_is_one_nothing_is_told():
    assert kept_along([1.0, None], 1.0) == [0.0, 0.0]


SIZES = st.lists(st.one_of(st.none(), st.floats(0, 1e12)), max_size=8)


@given(SIZES, st.floats(0, 1e9))
def test_what_is_kept_is_a_share_that_never_rises(sizes, total):
    kept = kept_along(sizes, total)
    assert len(kept) == len(sizes)
    assert all(0 <= share <= 1 for share in kept)
    assert all(before >= after for before, after in pairwise(kept))


def test_a_document_keeps_the_mean_of_its_spans_by_what_they_tell():
    assert kept_in_document([(1.0, log(100)), (0.0, log(10))]) == pytest.approx(2 / 3)


@pytest.mark.parametrize("unknown", [None, 0.0])
def test_a_span_of_which_nothing_is_known_counts_as_one(unknown):
    assert kept_in_document([(1.0, unknown), (0.0, 3.0)]) == pytest.approx(1 / 4)


def test_of_a_document_without_spans_nobody_knows_what_it_keeps():
    assert kept_in_document([]) is None
