from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ontology.linking.choosing import Scored, choose
from ontology.reading import Generator, Reading


def reading(*generalizations, kind="settlement", source="cities"):
    return Reading(generalizations, source, "", kind, Generator.NAME)


NORWAY = reading("town in Norway", "town in Europe", "town")
CANADA = reading("town in Canada", "town in America", "town")
HARBOUR = reading("harbour", kind="place", source="heuristics")


def chosen(*readings, **probabilities):
    candidates = {name.replace("_", " "): value for name, value in probabilities.items()}
    texts = {text for each in readings for text in each.generalizations}
    zeros = dict.fromkeys(texts, 0.0)
    return choose(Scored([(0.5, each) for each in readings], zeros | candidates))


def test_nothing_stands_where_nothing_is_likelier_than_not():
    assert chosen() is None
    assert chosen(NORWAY, town=0.4) is None


def test_a_list_has_what_is_likely_right_and_says_how_sure_its_first_text_is():
    found = chosen(NORWAY, town_in_Norway=0.8, town_in_Europe=0.5, town=0.9)
    assert found is not None
    probability, best = found
    assert probability == 0.8
    assert best.generalizations == ("town in Norway", "town")


def test_what_says_more_goes_before_what_is_hardly_surer():
    found = chosen(HARBOUR, NORWAY, harbour=0.9, town_in_Norway=0.8, town=0.85)
    assert found is not None
    assert found[1].generalizations == ("town in Norway", "town")


def test_how_much_surer_the_surest_may_be_is_for_the_caller_to_say():
    scored = Scored(
        [(0.5, NORWAY)], dict(zip(NORWAY.generalizations, (0.8, 0.5, 0.9), strict=True))
    )
    kept = [choose(scored, beside) for beside in (0.5, 1.0)]
    assert [each and each[1].generalizations for each in kept] == [
        ("town in Norway", "town in Europe", "town"),
        ("town",),
    ]


def test_namesakes_offer_what_they_share():
    found = chosen(NORWAY, CANADA, town_in_Norway=0.4, town_in_Canada=0.3, town=0.7)
    assert found is not None
    assert found[1].generalizations == ("town",)


@given(st.lists(st.sampled_from([NORWAY, CANADA, HARBOUR])), st.lists(st.floats(0, 1), min_size=6))
def test_what_is_offered_was_read_in_this_order(readings, numbers):
    texts = dict.fromkeys(text for each in readings for text in each.generalizations)
    scored = Scored([(0.5, each) for each in readings], dict(zip(texts, numbers, strict=False)))
    found = choose(scored)
    if found is not None:
        whole = {each.generalizations for each in readings}
        own = found[1].generalizations
        assert any(own == tuple(text for text in texts if text in own) for texts in whole)
