from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.types import SemanticType
from names.folding import fold
from ontology.errors import OverrideError
from ontology.overrides import NO_OVERRIDES, Addition, Overrides, Prohibition

COVERED = {"city in Norway": 300, "city": 40_000, "place": 100_000, "town": 9_000}
CITY = ("city in Norway", "city", "place")


def count_below(generalization: str) -> int:
    return COVERED.get(generalization, 0)


def applied(overrides, term="Oslo", semantic_type=SemanticType.LOC):
    return overrides.applied(CITY, [term], semantic_type, count_below)


def test_no_overrides_change_nothing():
    assert applied(NO_OVERRIDES) == CITY


def test_an_addition_stands_where_its_position_says():
    added = Overrides((Addition("Oslo", "northern city", position=2),))
    assert applied(added) == ("city in Norway", "northern city", "city", "place")


def test_an_addition_without_a_position_stands_before_what_is_more_general():
    added = Overrides((Addition("Oslo", "town"),))
    assert applied(added) == ("city in Norway", "town", "city", "place")


def test_an_addition_that_the_index_does_not_know_stands_first():
    added = Overrides((Addition("Oslo", "fjord town"),))
    assert applied(added)[0] == "fjord town"


def test_an_addition_moves_what_stands_already():
    added = Overrides((Addition("Oslo", "City", position=1),))
    assert applied(added) == ("City", "city in Norway", "place")


def test_a_position_past_the_end_is_the_end():
    added = Overrides((Addition("Oslo", "spot", position=99),))
    assert applied(added) == (*CITY, "spot")


def test_an_addition_counts_for_its_term_alone_however_it_is_written():
    added = Overrides((Addition("ŌSLO", "fjord town"),))
    assert "fjord town" in applied(added, term="Oslo")
    assert applied(added, term="Bergen") == CITY


def test_an_addition_may_count_for_one_type_only():
    added = Overrides((Addition("Oslo", "Germanic dialect", SemanticType.DEM),))
    assert applied(added) == CITY
    assert "Germanic dialect" in applied(added, semantic_type=SemanticType.DEM)


def test_a_forbidden_text_never_appears_for_its_term():
    forbidden = Overrides(forbidden=(Prohibition("Oslo", "CITY IN NORWAY"),))
    assert applied(forbidden) == ("city", "place")
    assert applied(forbidden, term="Bergen") == CITY


def test_a_text_may_be_forbidden_for_every_term_of_a_type():
    forbidden = Overrides(forbidden=(Prohibition("", "city", SemanticType.LOC),))
    assert applied(forbidden, term="Bergen") == ("city in Norway", "place")
    assert applied(forbidden, semantic_type=SemanticType.ORG) == CITY


def test_a_prohibition_outweighs_an_addition():
    both = Overrides((Addition("Oslo", "fjord town"),), (Prohibition("", "fjord town"),))
    assert applied(both) == CITY


@pytest.mark.parametrize(
    "make",
    [
        lambda: Addition("", "city"),
        lambda: Addition("Oslo", " "),
        lambda: Addition("Oslo", "***"),
        lambda: Addition("Oslo", "oslo"),
        lambda: Addition("Oslo", "city", position=0),
        lambda: Prohibition("Oslo", ""),
    ],
)
def test_what_makes_no_sense_is_refused(make):
    with pytest.raises(OverrideError):
        make()


@pytest.mark.parametrize(
    "value",
    [
        [],
        {"added": {}},
        {"added": ["Oslo"]},
        {"added": [{"term": "Oslo"}]},
        {"added": [{"term": "Oslo", "text": "city", "type": "CITY"}]},
        {"added": [{"term": "Oslo", "text": "city", "type": []}]},
        {"added": [{"term": "Oslo", "text": "city", "position": "1"}]},
        {"added": [{"term": "Oslo", "text": "city", "position": True}]},
        {"forbidden": [{"term": 1, "text": "city"}]},
    ],
)
def test_json_of_another_shape_is_refused(value):
    with pytest.raises(OverrideError):
        Overrides.from_json(value)


terms = st.text(min_size=1).filter(lambda text: fold(text) != "")
texts = st.text(min_size=1).filter(lambda text: text.strip() and text != "***")
types = st.none() | st.sampled_from(SemanticType)
additions = st.builds(
    lambda term, text, kind, position: Addition(term, text + " of a kind", kind, position),
    terms,
    texts,
    types,
    st.none() | st.integers(1, 9),
).filter(lambda addition: fold(addition.text) != fold(addition.term))
prohibitions = st.builds(Prohibition, st.text(), texts, types)


@given(st.lists(additions, max_size=4), st.lists(prohibitions, max_size=4))
def test_what_is_written_as_json_is_read_back(added, forbidden):
    overrides = Overrides(tuple(added), tuple(forbidden))
    assert Overrides.from_json(json.loads(json.dumps(overrides.to_json()))) == overrides


@given(st.lists(additions, max_size=4), st.lists(prohibitions, max_size=4), types, st.text())
def test_nothing_forbidden_is_left_and_nothing_stands_twice(added, forbidden, kind, term):
    overrides = Overrides(tuple(added), tuple(forbidden))
    semantic_type = kind or SemanticType.MISC
    texts = overrides.applied(CITY, [term], semantic_type, count_below)
    assert not any(overrides.forbids([term], semantic_type, text) for text in texts)
    assert len({fold(text) for text in texts}) == len(texts)
