"""The ontology's occupations, peoples, diseases and languages describe a person."""

from __future__ import annotations

import pytest

from annotation.types import SemanticType
from masking.recognizers.gazetteer import Gazetteer
from ontology.entries import Entry, Kind
from ontology.index.writing import write_index
from ontology.layers import Ontology


@pytest.fixture(scope="module")
def gazetteer(tmp_path_factory) -> Gazetteer:
    """Occupations of one and two words, a people, and a town with the name of a trade."""
    entries = [
        Entry(("carpenter",), ("worker",), Kind.OCCUPATION, 1.0, "a trade"),
        Entry(("ship carpenter",), ("carpenter",), Kind.OCCUPATION, 1.0, "a trade"),
        Entry(("professional",), ("worker",), Kind.ROLE, 1.0, "who works"),
        Entry(("few",), ("elite",), Kind.PEOPLE, 1.0, "a group"),
        Entry(("Karelian",), ("people",), Kind.PEOPLE, 1.0, "a people"),
        Entry(("Weaver",), ("town",), Kind.SETTLEMENT, 3.0, "a town"),
        Entry(("harbour",), ("place",), Kind.PLACE, 1.0, "a place"),
    ]
    folder = tmp_path_factory.mktemp("gazetteer")
    write_index(folder, {"wordnet": entries}, {})
    return Gazetteer(Ontology.open(folder))


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("She was a carpenter.", ["carpenter"]),
        ("They were carpenters.", ["carpenters"]),
        ("She was a ship carpenter.", ["ship carpenter"]),
        ("She was a ship\ncarpenter.", ["carpenter"]),
        ("The old Karelian song was long.", ["Karelian"]),
        ("He saw the harbour.", []),
        ("He was a professional swimmer and saw a few more.", []),
        ("He was a health professional.", ["professional"]),
        ("He saw the weaver.", []),
        ("", []),
    ],
)
def test_the_longest_phrase_that_describes_a_person_is_found(gazetteer, parse, text, phrases):
    spans = list(gazetteer.recognize(parse(text)))
    assert [text[span.start : span.end] for span in spans] == phrases
    assert all(span.entity_type is SemanticType.DEM for span in spans)


def test_the_reason_names_the_kind(gazetteer, parse):
    [span] = gazetteer.recognize(parse("She was a carpenter."))
    assert span.reason == "occupation in the ontology"
