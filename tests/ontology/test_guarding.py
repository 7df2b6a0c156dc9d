from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.records import MASK
from names.folding import fold
from ontology.guarding import (
    contains_original,
    fits_one_thing,
    guard,
    is_description,
    is_uninformative,
    names_a_part,
)
from tests.ontology.marking import span_of


def guarded(text, *generalizations, counts=None, kinds=None, may_name_parts=False):
    count_below = (counts or {}).get
    return guard(
        generalizations,
        span_of(text),
        lambda generalization: count_below(generalization, 0),
        None if kinds is None else kinds.__contains__,
        may_name_parts=may_name_parts,
    )


def test_nothing_stands_twice_however_it_is_spelt():
    assert guarded("[[Tromsø]]", "town", "Town", "töwn", "place") == ("town", "place")


@pytest.mark.parametrize(
    "generalization", ["", "  ", MASK, "family name", "male given name", "surname"]
)
def test_what_says_nothing_is_left_out(generalization):
    assert guarded("[[Ada]]", generalization, "person") == ("person",)


@pytest.mark.parametrize(
    "generalization",
    [
        "Wikimedia disambiguation page",
        "Wikidata metaclass",
        "first-order class",
        "type of museum",
        "Korean given name element",
        "consonant letter",
        "Unicode character",
        "entity",
        "concept",
    ],
)
def test_classes_of_names_and_of_classes_say_nothing(generalization):
    assert is_uninformative(generalization)


@pytest.mark.parametrize(
    "generalization", ["letter of complaint", "middle class", "name day", "group of islands"]
)
def test_words_that_only_look_like_metaclasses_say_something(generalization):
    assert not is_uninformative(generalization)


@pytest.mark.parametrize(
    "generalization",
    [
        "capital of Norway",
        "capital city of the Netherlands",
        "largest city in Sweden",
        "oldest university in Norway",
        "second largest city in France",
        "northernmost town in the world",
        "most populous municipality in Norway",
        "first president of Iceland",
        "only volcano in the country",
        "king of Sweden",
        "national anthem of Norway",
    ],
)
def test_a_description_of_one_thing_is_no_generalization(generalization):
    assert fits_one_thing(generalization)
    assert guarded("[[Oslo]]", generalization, "city") == ("city",)


@pytest.mark.parametrize(
    "generalization",
    ["provincial capital in China", "capital city", "president", "second baseman", "only child"],
)
def test_a_place_that_many_things_hold_is_one(generalization):
    assert not fits_one_thing(generalization)


def test_the_index_tells_what_covers_one_thing_only():
    counts = {"fjord town with a cathedral": 1, "town": 9}
    generalizations = ("fjord town with a cathedral", "town")
    assert guarded("[[Hamar]]", *generalizations, counts=counts) == ("town",)
    assert guarded("[[Hamar]]", "hamlet", "town", counts={"hamlet": 1}) == ("hamlet", "town")


@pytest.mark.parametrize(
    ("original", "generalization"),
    [
        ("Oslo", "Oslo"),
        ("OSLO", "oslo"),
        ("the film", "film"),
        ("films", "film"),
        ("bishop's", "bishop"),
        ("cities", "city"),
        ("Oslo", "city near Oslo"),
        ("1986", "date in 1986"),
        ("her diabetes", "diabetes"),
        ("has had an abortion", "abortion"),
        ("on insulin", "insulin pump"),
        ("the", "the"),
        ("!!", "!! of a kind"),
    ],
)
def test_the_original_never_stands_in_a_generalization(original, generalization):
    assert contains_original(generalization, original)


@pytest.mark.parametrize(
    ("original", "generalization"),
    [
        ("University of Oslo", "university"),
        ("Sri Lankan Civil War", "civil war"),
        ("ice hockey", "hockey"),
        ("Northern Ireland", "country in Northern Europe"),
        ("South Africa", "country in Africa"),
        ("United Airlines", "airline in the United States"),
        ("Oslo", "city in Norway"),
    ],
)
def test_a_generic_word_of_the_original_may_stand_in_a_generalization(original, generalization):
    assert guarded(f"[[{original}]]", generalization) == (generalization,)


@pytest.mark.parametrize(
    ("original", "generalization"),
    [
        ("Oslo, Norway", "city in Norway"),
        ("Norwegian", "inhabitant of Norway"),
        ("Bank of Israel", "Israeli bank"),
        ("Indianapolis", "city in Indiana"),
        ("University of Oslo", "university in Oslo"),
    ],
)
def test_a_name_from_the_original_never_stands_in_a_generalization(original, generalization):
    assert names_a_part(generalization, span_of(f"[[{original}]]"))
    assert guarded(f"[[{original}]]", generalization) == ()


@pytest.mark.parametrize(
    "text",
    [
        "She [[takes warfarin]].",
        "She [[took her daily Warfarin]].",
        "[[Takes warfarin]], sleeps badly.",
        "It was [[Dr Moe's warfarin]].",
    ],
)
def test_a_word_of_the_span_that_is_no_kind_never_stands_for_it(text):
    assert guarded(text, "warfarin", "medicine", kinds=["medicine"]) == ("medicine",)


def test_a_word_of_the_span_that_is_a_kind_stands_for_it():
    assert guarded("in [[the Bergen bridge]]", "bridge", kinds=["bridge"]) == ("bridge",)


def test_the_noun_of_a_name_says_what_bears_it():
    assert guarded("lost [[the World Cup final]]", "final", kinds=[]) == ("final",)


def test_the_name_of_a_masked_person_never_stands_in_a_generalization():
    assert guarded("[[Lily's Law]] of [[PERSON:Ada Berg]]", "law by Berg", "law") == ("law",)
    assert guarded("[[Lily's Law]] by Ada Berg", "law by Berg", "law") == ("law by Berg", "law")


def test_rules_may_keep_a_part_of_a_date():
    assert guarded("[[DATETIME:12 March 1986]]", "March 1986", "1986", may_name_parts=True) == (
        "March 1986",
        "1986",
    )


words = st.sampled_from(
    "Oslo oslo Norway Norwegian city capital film films of in the The family name Berg BERG "
    "largest class place 1986 war Wars entity müller *** Ø".split()
)
phrases = st.lists(words, min_size=1, max_size=4).map(" ".join) | st.text(max_size=12)
originals = phrases.filter(lambda text: text.strip() and not set(text) & set("[]:"))


@given(
    originals, st.lists(phrases, max_size=8), st.dictionaries(phrases, st.integers(0, 5)), st.data()
)
def test_every_list_keeps_the_promises(original, generalizations, counts, data):
    count_below = data.draw(
        st.sampled_from([None, lambda generalization: counts.get(generalization, 0)])
    )
    may_name_parts = data.draw(st.booleans())
    span = span_of(f"Of [[PERSON:Ada Berg]]: [[{original}]]")
    span = span.surroundings.spans[1]
    kept = guard(generalizations, span, count_below, may_name_parts=may_name_parts)
    assert len({fold(text) for text in kept}) == len(kept)
    assert list(kept) == sorted(kept, key=generalizations.index)
    for generalization in kept:
        assert generalization in generalizations
        assert not is_uninformative(generalization)
        assert not fits_one_thing(generalization)
        assert not contains_original(generalization, span.text)
        assert fold(generalization) not in ("", fold(span.text))
    if count_below is not None:
        assert not any(is_description(text) and counts.get(text) == 1 for text in kept)
    if not may_name_parts:
        assert not any("Berg" in text.split() for text in kept)
