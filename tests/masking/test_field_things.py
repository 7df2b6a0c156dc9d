"""Things and firms in fields are no people."""

from __future__ import annotations

import pytest

from annotation.types import SemanticType
from masking.field_things import FieldThings
from masking.reasons import FIELD, FIELD_THING, PROTECTED, TITLED
from masking.spans import is_proven
from ontology.entries import Entry, Kind
from ontology.index.writing import write_index
from ontology.layers import Ontology
from tests.masking.marks import marked
from tests.masking.texts import HOSTILE, LONG


@pytest.fixture(scope="module")
def ontology(tmp_path_factory) -> Ontology:
    """Two firms, one with a surname, and a town."""
    business = ("company", "business")
    entries = [
        Entry(("Vokstad",), business, Kind.ORGANIZATION, 0.0, "a firm"),
        Entry(("Miller",), business, Kind.BRAND, 0.0, "a brand"),
        Entry(("Solvik",), ("town",), Kind.SETTLEMENT, 3.0, "a town"),
    ]
    folder = tmp_path_factory.mktemp("things")
    write_index(folder, {"wikidata": entries}, {})
    return Ontology.open(folder)


def types_in(ontology: Ontology, source: str, reason: str = FIELD) -> list[SemanticType]:
    """The types of the marked people of a text, once proven and once judged."""
    text, spans = marked(source, reason)
    things = FieldThings(text, ontology)
    found = list(things.proven(spans))
    types = [each.entity_type for each in found]
    assert [each.entity_type for each in things.judged(spans)] == types
    was_person = [each.reason == FIELD_THING and is_proven(each) for each in found]
    assert was_person == [each is not SemanticType.PERSON for each in types]
    return types


@pytest.mark.parametrize(
    ("source", "type_"),
    [
        ("Vehicle: [Halden Vik|PERSON]", "MISC"),
        ("Car: blue [Ford Halden|PERSON], old", "MISC"),
        ("User-Agent: [Vikzilla|PERSON]/5.0", "MISC"),
        ("userAgent=[Vikzilla|PERSON]", "MISC"),
        ("Supplier: [Miller|PERSON]", "ORG"),
        ("Insurer: [Halden|PERSON]", "ORG"),
        ("Client: [Vikfox|PERSON]/128", "MISC"),
        ("12:00 client=[Vikfox|PERSON]/128 x=1", "MISC"),
        ("Customer: [Vokstad|PERSON]", "ORG"),
    ],
)
def test_the_key_or_the_value_says_that_a_field_holds_nobody(ontology, source, type_):
    assert types_in(ontology, source) == [SemanticType(type_)]


@pytest.mark.parametrize(
    "source",
    [
        "Client: [Miller|PERSON]",
        "Client: [Rose|PERSON]/128",
        "Client: [Halden|PERSON] 45",
        "Client: [Solvik|PERSON]",
        "Employer: [Rose Miller|PERSON]",
        "Employer: [Dr Miller|PERSON]",
        "Device: [Rose|PERSON]'s phone",
        "Device: [Halden|PERSON]'s phone",
        "Agent: [Miller|PERSON]",
        "Vehicle: a car, of [Miller|PERSON]",
        "user=[mary|PERSON] path=/1",
    ],
)
def test_in_doubt_a_field_holds_a_person(ontology, source):
    assert types_in(ontology, source) == [SemanticType.PERSON]


@pytest.mark.parametrize("reason", [PROTECTED, TITLED])
def test_who_is_to_be_protected_or_has_a_title_stays_a_person(ontology, reason):
    assert types_in(ontology, "Supplier: [Miller|PERSON]", reason) == [SemanticType.PERSON]


def test_what_nobody_took_for_a_person_stays_what_it_is(ontology):
    text, spans = marked("Vehicle: [Halden|LOC]")
    assert list(FieldThings(text, ontology).proven(spans)) == spans


@pytest.mark.parametrize("unit", [*HOSTILE.values(), "car: ", "car=A", "client=A A ", "a: b "])
def test_no_text_makes_the_patterns_hang(unit: str):
    text = (unit * LONG)[:LONG]
    assert list(FieldThings(text, None).judged([])) == []
