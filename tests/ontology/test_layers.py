"""Several indexes answer as one, the first first."""

from __future__ import annotations

import pytest

from ontology.entries import Entry, Kind
from ontology.errors import MissingIndexError
from ontology.index.writing import write_index
from ontology.layers import WIKIDATA, Ontology

OSLO = Entry(("Oslo",), ("city in Norway", "city"), Kind.SETTLEMENT)
OSLO_OF_WIKIDATA = Entry(("Oslo", "Oslomarka"), ("capital city", "city"), Kind.SETTLEMENT)


@pytest.fixture
def layered(tmp_path):
    write_index(tmp_path, {"cities": [OSLO]}, {})
    write_index(tmp_path / WIKIDATA, {"P31": [OSLO_OF_WIKIDATA]}, {})
    return Ontology.open(tmp_path)


def test_the_layer_over_the_index_answers_first(layered):
    assert [sense.source for sense in layered.lookup("Oslo")] == ["P31", "cities"]
    assert [sense.source for sense in layered.lookup_key("oslo")] == ["P31", "cities"]


def test_what_is_below_a_generalization_is_counted_per_layer(layered):
    assert (layered.count_below("city"), layered.count_below("city in Norway")) == (1, 1)


def test_near_terms_come_from_all_layers_once(layered):
    assert layered.near("Oslomarca") == [("oslomarka", 1)]
    assert layered.near("Oslo") == [("oslo", 0)]


def test_an_index_needs_no_layer(tmp_path):
    write_index(tmp_path, {"cities": [OSLO]}, {})
    assert len(Ontology.open(tmp_path).layers) == 1


def test_where_there_is_neither_the_message_says_so(tmp_path):
    with pytest.raises(MissingIndexError, match="there is no index"):
        Ontology.open(tmp_path)


def test_several_folders_are_asked_in_their_order(tmp_path):
    for name in ("b", "a"):
        write_index(tmp_path / name, {name: [OSLO]}, {})
    opened = Ontology.open(tmp_path / "b", tmp_path / "a")
    assert [sense.source for sense in opened.lookup("Oslo")] == ["b", "a"]
