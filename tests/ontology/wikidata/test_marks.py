"""A set of numbers in bits is that set."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ontology.wikidata.marks import Marks

NUMBERS = st.lists(st.integers(0, 3000))


@settings(max_examples=60, deadline=None)
@given(st.lists(NUMBERS, max_size=4), NUMBERS)
def test_marks_are_a_set(blocks, asked):
    marks = Marks(np.array(block, np.uint32) for block in blocks)
    expected = {number for block in blocks for number in block}
    assert marks.numbers().tolist() == sorted(expected)
    found = marks.has(np.array(asked, np.uint32)).tolist()
    assert found == [number in expected for number in asked]
