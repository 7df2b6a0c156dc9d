"""A dump of facts in tables is one that the builder of layers reads."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from ontology.layers import Ontology
from ontology.wikidata.building import Options, build_layer
from research.ontology.__main__ import main
from research.ontology.facts import Fact, read_facts, write_dump

ITEMS = "label\taliases\tinstance of\tsubclass of\tpart of\n"
CLASSES = "label\tsubclass of\n"
COMPANY = ("company", "business", "organization")


def layer_of(dump, folder):
    return Ontology([build_layer(dump, folder, Options(workers=1), lambda *_: None).index])


@pytest.fixture
def lists(tmp_path):
    """All lists that a layer of some facts has for a name."""

    def of(name, *facts):
        write_dump(facts, tmp_path / "dump.json")
        ontology = layer_of(tmp_path / "dump.json", tmp_path / "layer")
        return [(sense.source, sense.generalizations) for sense in ontology.lookup(name)]

    return of


def test_an_item_is_found_by_all_its_names_with_what_its_class_is_in_turn(lists):
    item = Fact("Air Fjord", aliases=("AF", "Fjord Air"), instance_of=("seaplane airline",))
    found = lists("Fjord Air", item, Fact("seaplane airline", subclass_of=("airline",)))
    assert found == [("P31", ("seaplane airline", "airline", *COMPANY))]


def test_what_nothing_is_told_of_ends_the_list(lists):
    assert lists("Air Fjord", Fact("Air Fjord", instance_of=("gizmo",))) == [("P31", ("gizmo",))]


def test_a_known_class_goes_on_as_in_the_table_of_kinds(lists):
    assert lists("Utopia", Fact("Utopia", instance_of=("town",))) == [
        ("P31", ("town", "populated place", "place"))
    ]


def test_a_name_of_several_things_leads_to_each(lists):
    facts = [Fact("Fjord", instance_of=(kind,)) for kind in ("song", "airline")]
    assert sorted(lists("Fjord", *facts)) == [
        ("P31", ("airline", *COMPANY)),
        ("P31", ("song", "musical work", "creative work")),
    ]


def test_a_class_and_a_thing_of_the_same_name_are_two(lists):
    facts = [Fact("film", instance_of=("album",)), Fact("Oban", instance_of=("film",))]
    assert lists("Oban", *facts, Fact("film", subclass_of=("work",))) == [
        ("P31", ("film", "audiovisual work", "creative work"))
    ]


def test_tables_are_read_with_several_in_a_field(tmp_path):
    (tmp_path / "items.tsv").write_text(f"{ITEMS}Oslo\tKristiania| Christiania\tcity\t\tNorway\n")
    (tmp_path / "classes.tsv").write_text(f"{CLASSES}city\tsettlement|place\n")
    assert read_facts(tmp_path) == [
        Fact("Oslo", ("Kristiania", "Christiania"), ("city",), (), ("Norway",)),
        Fact("city", subclass_of=("settlement", "place")),
    ]


def test_a_row_with_a_field_too_few_is_named(tmp_path):
    (tmp_path / "items.tsv").write_text(f"{ITEMS}Oslo\t\tcity\t\tNorway\nBergen\t\tcity\n")
    with pytest.raises(ValueError, match=r"items\.tsv, line 3: 3 fields instead of 5"):
        read_facts(tmp_path)


def test_the_tables_that_come_along_make_a_layer(tmp_path):
    dump = tmp_path / "facts.json"
    result = CliRunner().invoke(main, ["facts", "-o", str(dump)])
    assert result.exit_code == 0, result.output
    ontology = layer_of(dump, tmp_path / "layer")
    items = [fact for fact in read_facts() if fact.instance_of]
    assert len(items) > 5000
    assert not [fact.label for fact in items if not ontology.lookup(fact.label)]
