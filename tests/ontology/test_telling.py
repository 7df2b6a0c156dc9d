from __future__ import annotations

import pytest

from ontology.entries import Entry, Kind
from ontology.index.writing import write_index
from ontology.layers import Ontology
from ontology.telling import MOST_BITS, Telling


@pytest.fixture(scope="module")
def bits(tmp_path_factory):
    folder = tmp_path_factory.mktemp("index")
    persons = [
        Entry((f"person {number}",), ("scientist", "person") if number < 8 else ("person",), kind)
        for number, kind in enumerate([Kind.ROLE] * 64)
    ]
    towns = [
        Entry((f"town {number}",), ("town in Norway",), Kind.SETTLEMENT) for number in range(64)
    ]
    write_index(folder, {"wordnet": persons, "cities": towns}, {})
    return Telling(Ontology.open(folder)).bits


@pytest.mark.parametrize(
    ("text", "end", "expected"),
    [
        pytest.param("person", "person", 0, id="nothing of its own sort"),
        pytest.param("scientist", "person", 3, id="one of eight"),
        pytest.param("town in Norway", "town in Norway", 1, id="of all there is, off the table"),
        pytest.param("sword swallower", "person", MOST_BITS, id="nothing below it"),
    ],
)
def test_a_text_tells_how_much_it_leaves_of_its_sort(bits, text, end, expected):
    assert bits(text, end) == expected
