from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ontology.linking.choosing import choose
from ontology.reading import Generator, Reading


def reading(*generalizations, kind="settlement", source="cities"):
    return Reading(generalizations, source, "", kind, Generator.NAME)


NORWAY = reading("town in Norway", "town in Europe", "town")
CANADA = reading("town in Canada", "town in America", "town")
NOUN = reading("town", kind="noun", source="heuristics")
HARBOUR = reading("harbour", kind="place", source="heuristics")


def test_nothing_stands_where_nothing_is_likelier_than_not():
    assert choose([]) is None
    assert choose([(0.3, NORWAY)]) is None


def test_the_likeliest_stands():
    assert choose([(0.6, NORWAY), (0.9, CANADA)]) == (0.9, CANADA)


def test_what_says_more_goes_before_what_is_hardly_surer():
    assert choose([(0.9, NOUN), (0.85, NORWAY)]) == (0.85, NORWAY)
    assert choose([(0.9, HARBOUR), (0.55, NORWAY)]) == (0.9, HARBOUR)


def test_namesakes_offer_what_they_share():
    found = choose([(0.45, NORWAY), (0.4, CANADA)])
    assert found is not None
    assert found[1].generalizations == ("town",)


def test_things_of_other_kinds_are_no_namesakes():
    assert choose([(0.45, NORWAY), (0.4, NOUN)]) is None


@given(st.lists(st.tuples(st.floats(0, 1), st.sampled_from([NORWAY, CANADA, NOUN]))))
def test_what_is_offered_was_read(scored):
    found = choose(scored)
    if found is not None:
        assert set(found[1].generalizations) <= {
            text for _, each in scored for text in each.generalizations
        }
