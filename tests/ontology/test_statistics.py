"""The figures of the thesis' table 3.3, on an index small enough to count by hand."""

from __future__ import annotations

import pytest

from ontology.entries import Entry, Kind
from ontology.index.reading import Index
from ontology.index.writing import write_index
from ontology.statistics import measure

PLACES = [
    Entry(("Oslo", "Christiania"), ("city in Norway", "city", "place"), Kind.SETTLEMENT),
    Entry(("Bergen",), ("city in Norway", "city", "place"), Kind.SETTLEMENT),
    Entry(("Norway",), ("country",), Kind.COUNTRY),
    Entry(("Earth",), (), Kind.PLACE),
]
WORDS = [Entry(("norway",), ("tree", "place"), Kind.LIVING)]


@pytest.fixture
def statistics(tmp_path):
    write_index(tmp_path, {"places": PLACES, "words": WORDS}, {})
    return measure(Index(tmp_path))


def test_each_source_is_counted_for_itself(statistics):
    places, words = statistics.rows
    assert (places.source, places.concepts, places.terms) == ("places", 4, 5)
    assert (places.generalizations, places.distinct, places.used) == (7, 4, 3)
    assert places.average == pytest.approx(7 / 3)
    assert (words.concepts, words.terms, words.generalizations) == (1, 1, 2)


def test_the_total_counts_nothing_twice(statistics):
    total = statistics.total
    assert (total.concepts, total.terms, total.distinct) == (5, 5, 5)
    assert (total.generalizations, total.used) == (9, 4)
    assert statistics.shared_terms == 1


def test_an_empty_index_has_nothing_to_count(tmp_path):
    write_index(tmp_path, {"nothing": []}, {})
    (row,) = measure(Index(tmp_path)).rows
    assert (row.concepts, row.terms, row.average) == (0, 0, 0.0)
