from __future__ import annotations

import pytest

from ontology.phrases import singular
from ontology.taxonomy import TAXONOMY, Row, Taxonomy, read_rows

TABLE = """
# a comment
place
building < place
    words: edifice
organization
care provider < organization
hospital < building, care provider
    words: infirmary, general
        hospital
    first: saint
    ending: spital
    frame: admitted, brought … to, into; aboard
""".splitlines()


@pytest.fixture(scope="module")
def table() -> Taxonomy:
    return Taxonomy(read_rows(TABLE))


def test_a_kind_is_covered_by_all_its_parents_and_nothing_before_what_it_covers(table):
    chain = table.chain("hospital")
    assert chain[0] == "hospital"
    assert set(chain) == {"hospital", "building", "place", "care provider", "organization"}
    assert chain.index("building") < chain.index("place")
    assert chain.index("care provider") < chain.index("organization")


def test_a_chain_may_lead_to_one_root_only(table):
    assert table.chain("hospital", "place") == ("hospital", "building", "place")
    assert table.roots("hospital") == {"place", "organization"}


def test_what_stands_on_a_second_line_goes_on(table):
    assert table.kinds_with("words", "general hospital") == ["hospital"]
    assert table.rows["hospital"].fields["frame"] == [
        "admitted, brought … to, into",
        "aboard",
    ]


def test_the_longest_end_of_a_phrase_tells_in_either_number(table):
    assert [match.kind for match in table.of_noun("the old general hospitals")] == ["hospital"]
    assert [match.word for match in table.of_noun("the old infirmary")] == ["infirmary"]
    assert table.of_noun("a horse") == []


def test_the_beginning_of_a_name_needs_something_behind_it(table):
    assert [match.kind for match in table.of_beginning("Saint Anna")] == ["hospital"]
    assert table.of_beginning("Saint") == []


def test_an_ending_needs_a_stem_before_it(table):
    assert [match.kind for match in table.of_ending("Annaspital")] == ["hospital"]
    assert table.of_ending("spital") == []


def test_a_parent_without_a_row_is_reported():
    with pytest.raises(ValueError, match="'inn' stands below 'house', which has no row"):
        Taxonomy([Row("inn", ("house",))])


def test_a_circle_is_refused():
    with pytest.raises(ValueError, match="cycle"):
        Taxonomy([Row("hen", ("egg",)), Row("egg", ("hen",))])


def test_a_line_that_belongs_to_no_field_is_reported_with_its_number():
    with pytest.raises(ValueError, match="line 2 belongs to no field: 'cottage'"):
        list(read_rows(["house", "    cottage"]))


def test_the_table_that_comes_with_the_program_has_no_kind_that_covers_itself():
    for kind in TAXONOMY.rows:
        assert kind not in TAXONOMY.ancestors(kind)


def test_no_word_of_the_table_is_the_plural_of_another_of_its_kind():
    """One of both is enough: both numbers are found."""
    doubled = [
        (kind, word)
        for kind, row in TAXONOMY.rows.items()
        for word in row.fields.get("words", ())
        if singular(word) != word and singular(word) in row.fields["words"]
    ]
    assert doubled == []
