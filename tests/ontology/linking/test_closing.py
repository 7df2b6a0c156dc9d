from __future__ import annotations

import pytest

from ontology.entries import Kind
from ontology.linking.closing import Slot, closed, slot_of
from ontology.reading import Reading
from ontology.taxonomy import TAXONOMY
from tests.ontology.marking import span_of

PEOPLE = Reading(("Nordic", "European", "nationality"), "demonyms", "", Kind.PEOPLE)
PARTY = Reading(TAXONOMY.chain("political affiliation"), "heuristics", "", "personal attribute")


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("She is a [[Norwegian]].", Slot.NOUN),
        ("Two [[Norwegians]] came.", Slot.NOUN),
        ("a [[Norwegian]] painter", Slot.ADJECTIVE),
        ("She is [[Norwegian]].", Slot.PREDICATE),
        ("She is [[Norwegian]] and happy.", Slot.PREDICATE),
    ],
)
def test_a_span_is_a_noun_an_adjective_or_what_is_said(text, slot):
    assert slot_of(span_of(text)) is slot


def test_a_people_ends_in_a_person_where_a_noun_stands_and_never_in_what_it_tells():
    assert closed(PEOPLE, span_of("a [[Norwegian]].")).rungs == ("Nordic", "European", "person")
    assert closed(PEOPLE, span_of("a [[Norwegian]] painter")).rungs == ("Nordic", "European")


def test_who_has_an_attribute_stands_for_a_noun_and_its_adjective_before_one():
    assert closed(PARTY, span_of("a [[Whig]].")).rungs == ("political supporter", "person")
    assert closed(PARTY, span_of("the [[Whig]] nomination")).rungs == ("political",)
    assert closed(PARTY, span_of("She is [[Whig]].")).rungs == ()


def test_other_readings_stay_as_they_are():
    town = Reading(("town",), "cities", "", Kind.SETTLEMENT)
    assert closed(town, span_of("in [[Voll]]")) is town
