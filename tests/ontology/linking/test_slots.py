from __future__ import annotations

import pytest

from ontology.entries import Kind
from ontology.linking.slots import Slot, fit_to_slot, slot_of
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
        ("She is [[Norwegian]] because of her mother.", Slot.PREDICATE),
        ("She was [[Norwegian]] before she married.", Slot.PREDICATE),
    ],
)
def test_a_span_is_a_noun_an_adjective_or_a_predicate(text, slot):
    assert slot_of(span_of(text)) is slot


def test_a_people_ends_in_a_person_where_a_noun_stands_and_never_in_what_it_tells():
    assert fit_to_slot(PEOPLE, span_of("a [[Norwegian]].")).generalizations == (
        "Nordic",
        "European",
        "person",
    )
    assert fit_to_slot(PEOPLE, span_of("a [[Norwegian]] painter")).generalizations == (
        "Nordic",
        "European",
    )


def test_who_has_an_attribute_stands_for_a_noun_and_its_adjective_before_one():
    assert fit_to_slot(PARTY, span_of("a [[Whig]].")).generalizations == (
        "political supporter",
        "person",
    )
    assert fit_to_slot(PARTY, span_of("the [[Whig]] nomination")).generalizations == ("political",)
    assert fit_to_slot(PARTY, span_of("She is [[Whig]].")).generalizations == ()


def test_other_readings_stay_as_they_are():
    town = Reading(("town",), "cities", "", Kind.SETTLEMENT)
    assert fit_to_slot(town, span_of("in [[Voll]]")) is town
