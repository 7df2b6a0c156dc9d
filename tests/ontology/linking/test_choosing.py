from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontology.linking.choosing import Scored, choose
from ontology.reading import Generator, Reading
from ontology.telling import MOST_BITS


def reading(*generalizations, kind="settlement", source="cities"):
    return Reading(generalizations, source, "", kind, Generator.NAME)


NORWAY = reading("town in Norway", "town in Europe", "town")
CANADA = reading("town in Canada", "town in America", "town")
AREA = reading("area", kind="place", source="wordnet")
BITS = {"town in Norway": 8.0, "town in Europe": 6.0, "town": 3.0, "area": 1.0}


def bits(text, _end):
    return BITS.get(text, MOST_BITS)


def all_pass(found):
    return found


def scored(*readings, **probabilities):
    candidates = {name.replace("_", " "): value for name, value in probabilities.items()}
    texts = {text for each in readings for text in each.generalizations}
    return Scored([(0.5, each) for each in readings], dict.fromkeys(texts, 0.0) | candidates)


def chosen(*readings, guard=all_pass, **probabilities):
    found = choose(scored(*readings, **probabilities), bits, guard)
    return found and found[1].generalizations


def test_nothing_stands_where_nothing_is_likelier_than_not():
    assert chosen() is None
    assert chosen(NORWAY, town=0.4) is None


def test_a_list_has_what_gives_more_than_it_costs_and_says_how_sure_its_first_text_is():
    found = choose(scored(NORWAY, town_in_Norway=0.8, town=0.9), bits, all_pass)
    assert found is not None
    assert found[0] == 0.8
    assert found[1].generalizations == ("town in Norway", "town")


def test_what_is_vague_must_be_surer_than_what_is_specific():
    assert chosen(NORWAY, AREA, town_in_Norway=0.55, area=0.55) == ("town in Norway",)


def test_what_the_sentence_says_anyway_gives_way_to_what_the_span_is():
    employer = replace(reading("employer", source="heuristics"), generator=Generator.FRAME)
    shop = reading("shop", source="brands")
    assert chosen(employer, shop, employer=0.9, shop=0.8) == ("shop",)
    assert chosen(employer, employer=0.9) == ("employer",)


def test_what_is_vague_stands_where_nothing_else_does():
    assert chosen(NORWAY, AREA, town_in_Norway=0.2, area=0.55) == ("area",)


def test_what_says_more_goes_before_what_is_surer():
    assert chosen(AREA, NORWAY, area=0.95, town_in_Norway=0.75, town=0.8) == (
        "town in Norway",
        "town",
    )


@pytest.mark.parametrize(("cost", "count"), [(0.25, 3), (1.0, 2), (17.0, 1)])
def test_what_wrong_texts_cost_is_for_the_caller_to_say(cost, count):
    some = scored(NORWAY, town_in_Norway=0.9, town_in_Europe=0.3, town=0.95)
    found = choose(some, bits, all_pass, cost)
    assert found is not None
    assert len(found[1].generalizations) == count


def test_further_texts_must_be_surer_than_the_first():
    likely = {"town_in_Norway": 0.6, "town_in_Europe": 0.6, "town": 0.95}
    assert chosen(NORWAY, **likely) == ("town in Norway", "town")


def test_namesakes_offer_what_they_share():
    assert chosen(NORWAY, CANADA, town_in_Norway=0.3, town_in_Canada=0.3, town=0.8) == ("town",)


def test_what_a_guard_takes_away_is_worth_nothing():
    def no_norway(found):
        texts = tuple(text for text in found.generalizations if "Norway" not in text)
        return replace(found, generalizations=texts)

    likely = {"town_in_Norway": 0.9, "area": 0.9}
    assert chosen(NORWAY, AREA, guard=no_norway, **likely) == ("area",)
    assert chosen(NORWAY, guard=no_norway, town_in_Norway=0.9) is None


def test_what_cannot_win_is_not_guarded():
    asked = []

    def guard(found):
        asked.append(found.generalizations)
        return found

    chosen(NORWAY, CANADA, AREA, guard=guard, town_in_Norway=0.9, town_in_Canada=0.5, area=0.7)
    assert asked == [("town in Norway",)]


@given(st.lists(st.sampled_from([NORWAY, CANADA, AREA])), st.lists(st.floats(0, 1), min_size=7))
def test_what_is_offered_was_read_in_this_order(readings, numbers):
    texts = dict.fromkeys(text for each in readings for text in each.generalizations)
    some = Scored([(0.5, each) for each in readings], dict(zip(texts, numbers, strict=False)))
    if found := choose(some, bits, all_pass):
        own = found[1].generalizations
        wholes = {each.generalizations for each in readings}
        assert any(own == tuple(text for text in whole if text in own) for whole in wholes)
