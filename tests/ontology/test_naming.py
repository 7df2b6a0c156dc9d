from __future__ import annotations

import pytest

from ontology.naming import (
    NamePart,
    bare,
    is_head_true,
    match_kinds,
    match_organization,
    split_qualified,
)


def parts_by_kind(name):
    return {each.kind: part for each, part in match_kinds(name)}


@pytest.mark.parametrize(
    ("name", "kind", "part"),
    [
        ("Brackwater High School", "high school", NamePart.HEAD),
        ("the University of Brackwater", "university", NamePart.HEAD),
        ("Lake Brackwater", "lake", NamePart.FIRST),
        ("Brackwaterstraße", "street", NamePart.ENDING),
        ("Brackwater Hospital, Norway", "hospital", NamePart.HEAD),
        ("Brackwater Bank Ltd", "bank", NamePart.HEAD),
        ("unmarried", "marital status", NamePart.ADJECTIVE),
    ],
)
def test_words_of_a_name_say_its_kind(name, kind, part):
    assert parts_by_kind(name)[kind] is part


def test_a_name_without_a_telling_word_tells_nothing():
    assert parts_by_kind("Brackwater") == {}


def test_an_organization_is_found_where_the_words_may_be_a_building_too():
    found = match_organization("Brackwater Hospital")
    assert found is not None
    assert found.kind == "hospital"
    assert match_organization("Brackwater Bay") is None


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
    assert not is_head_true(title)
    assert is_head_true("lord mayor")
