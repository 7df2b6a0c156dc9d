"""Who is protected, and which mentions identify directly."""

from __future__ import annotations

from masking.entities import link
from masking.identifying import is_direct, protected_entities
from masking.recognizers.addresses import REASON
from tests.masking.marks import mentions_of

SOURCE = "[Odd Lie|PERSON] met [Tuva Berg|PERSON] in [Solvik|LOC]; [Berg|PERSON] has [771|CODE]"


def protected(*names: str, source: str = SOURCE) -> set[str]:
    text, mentions = mentions_of(source)
    linked = link(text, mentions, "d")
    entities = protected_entities(linked, names, sure=linked)
    return {each.span_text for each in linked if each.entity_id in entities}


def test_who_is_named_most_is_protected_when_nobody_is_asked_for():
    assert protected() == {"Tuva Berg", "Berg"}


def test_of_people_named_equally_often_the_first_is_protected():
    assert protected(source="[Odd Lie|PERSON] met [Tuva Berg|PERSON]") == {"Odd Lie"}


def test_who_is_hardly_a_person_is_protected_only_where_nobody_is_sure():
    text, mentions = mentions_of(SOURCE)
    linked = link(text, mentions, "d")
    first = linked[0].entity_id
    assert protected_entities(linked, sure=linked[:1]) == {first}
    assert protected_entities(linked[:1], sure=()) == {first}


def test_whoever_is_asked_for_is_protected_by_whatever_words_name_them():
    assert protected("lie") == {"Odd Lie"}
    assert protected("the man ODD LIE, a sailor", "Ms Berg") == {"Odd Lie", "Tuva Berg", "Berg"}


def test_names_that_the_text_does_not_hold_change_nothing():
    assert protected("Selma Ruud") == protected()


def test_without_people_nobody_is_protected():
    assert protected(source="[Solvik|LOC]") == set()


def test_protected_people_codes_and_addresses_are_direct():
    text, mentions = mentions_of(SOURCE)
    linked = link(text, mentions, "d")
    entities = protected_entities(linked, sure=linked)
    direct = [each.span_text for each in linked if is_direct(each, "by its form", entities)]
    assert direct == ["Tuva Berg", "Berg", "771"]
    place = next(each for each in linked if each.span_text == "Solvik")
    assert is_direct(place, REASON, entities)
