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


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Brackwater Firth", "firth"),
        ("the Firth of Brackwater", "firth"),
        ("Slieve Brackwater", "mountain"),
        ("Brackwater Fen", "fen"),
        ("Storm Brackwater", "severe storm"),
        ("Tropical Storm Brackwater", "severe storm"),
        ("Brackwater Primary", "primary school"),
        ("Gaelscoil Brackwater", "primary school"),
        ("Kendriya Vidyalaya Brackwater", "school"),
        ("Brackwater TAFE", "vocational school"),
        ("Brackwater Daycare", "day care center"),
        ("Brackwater Broadband", "internet provider"),
        ("Brackwater Water Board", "water authority"),
        ("Brackwater Sewage Works", "sewage works"),
        ("Brackwater Wind Farm", "power station"),
        ("Brackwater MC", "motorcycle club"),
        ("Brackwater GAA", "sports organization"),
        ("Brackwater Women's Institute", "women's organization"),
        ("Brackwater Funeral Directors", "funeral home"),
        ("Brackwater Butchers", "butcher's shop"),
        ("Brackwater Veterinary Hospital", "veterinary clinic"),
        ("Brackwater Tower Block", "apartment building"),
        ("7th Fighter Wing", "air force unit"),
        ("Brackwater Garda Station", "police station"),
        ("Brackwater Food Bank", "food bank"),
        ("Brackwater Sheriff Court", "sheriff court"),
        ("Brackwater Gram Panchayat", "village council"),
        ("Brackwater Municipal Corporation", "local authority"),
        ("RMS Brackwater", "ship"),
        ("Brackwater Eisteddfod", "arts festival"),
        ("Brackwater Car Park", "parking lot"),
        ("Brackwater Ferries", "ferry company"),
    ],
)
def test_what_a_name_ends_in_or_begins_with_says_its_kind_first(name, kind):
    assert match_kinds(name)[0][0].kind == kind


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Brackwater Garda Station", "railway station"),
        ("Brackwater Food Bank", "bank"),
        ("Brackwater Wind Farm", "farm"),
        ("Brackwater Car Park", "park"),
        ("Brackwater Funeral Directors", "corporate executive"),
        ("Brackwater Municipal Corporation", "company"),
        ("Brackwater Storm", "severe storm"),
        ("broadband", "internet provider"),
        ("the MC", "motorcycle club"),
        ("the best primary", "primary school"),
        ("the Company of Butchers", "butcher's shop"),
        ("storm drain", "severe storm"),
        ("bank manager", "bank"),
    ],
)
def test_a_word_that_means_another_thing_there_says_nothing(name, kind):
    assert kind not in parts_by_kind(name)


def test_the_first_words_of_a_common_phrase_with_a_link_still_say_its_kind():
    assert "master's degree" in parts_by_kind("master of arts")


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
