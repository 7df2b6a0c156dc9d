from __future__ import annotations

import pytest

from ontology.naming import By, bare, is_head_said, kinds_told, organization_told, split_qualified


def told(name):
    return {each.kind: by for each, by in kinds_told(name)}


@pytest.mark.parametrize(
    ("name", "kind", "by"),
    [
        ("Brackwater High School", "high school", By.HEAD),
        ("the University of Brackwater", "university", By.HEAD),
        ("Lake Brackwater", "lake", By.FIRST),
        ("Brackwaterstraße", "street", By.ENDING),
        ("Brackwater Hospital, Norway", "hospital", By.HEAD),
        ("Brackwater Bank Ltd", "bank", By.HEAD),
        ("unmarried", "marital status", By.ADJECTIVE),
    ],
)
def test_words_of_a_name_tell_its_kind(name, kind, by):
    assert told(name)[kind] is by


def test_a_name_without_a_telling_word_tells_nothing():
    assert told("Brackwater") == {}


def test_an_organization_is_told_where_the_words_may_be_a_building_too():
    found = organization_told("Brackwater Hospital")
    assert found is not None
    assert found.kind == "hospital"
    assert organization_told("Brackwater Bay") is None


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Bergen, Norway", ("Bergen", ("Norway",))),
        ("Bergen (Vestland, Norway)", ("Bergen", ("Vestland", "Norway"))),
        ("a farm in Norway", ("a farm", ("Norway",))),
        ("Bergen", ("Bergen", ())),
    ],
)
def test_a_name_may_say_where_it_lies(text, parts):
    assert split_qualified(text) == parts


def test_what_surrounds_a_name_is_taken_off():
    assert bare("“the bishop's”") == "bishop"


@pytest.mark.parametrize("title", ["deputy mayor", "Vice-President", "acting director"])
def test_who_stands_below_or_for_another_is_not_what_the_head_says(title):
    assert not is_head_said(title)
    assert is_head_said("lord mayor")
