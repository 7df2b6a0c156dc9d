"""The attack by reading: what is said of people is filled into the spans that fit it."""

from __future__ import annotations

import pytest

from annotation.records import MASK, Document, Layer, Mention, Replacement
from annotation.types import IdentifierType, SemanticType
from ontology.entries import Entry, Kind
from ontology.index.writing import write_index
from ontology.layers import Ontology
from privacy.attacks.phrases import Phrases
from privacy.attacks.reading import Fill, ReadingAttack, hidden_spans, is_guessed
from tests.privacy.people import make_background

TEXT = "Ada Berg repaired clocks in Bergen in 1987. She was a barrister."
SPANS = {
    "Ada Berg": (SemanticType.PERSON, "PERSON 1"),
    "Bergen": (SemanticType.LOC, "city in Norway"),
    "1987": (SemanticType.DATETIME, "date in the 1980s"),
    "barrister": (SemanticType.DEM, "lawyer"),
}
PEOPLE = {
    "ada-berg": "Berg learned to repair clocks beside the harbour of Bergen, before she went to "
    "Malmö for good. From 12 May 1987 to 1994 she worked as a barrister.",
    "bo-lind": "Lind trains police dogs in Malmö, where he bought a bakery in 1988.",
    "cy-moss": "Moss keeps bees and sells honey on a market in Oslo.",
}


@pytest.fixture(scope="module")
def ontology(tmp_path_factory):
    norway, sweden = ("city in Norway", "city"), ("city in Sweden", "city")
    names = [("Bergen", norway), ("Oslo", norway), ("Malmö", sweden)]
    cities = [Entry((name,), chain, Kind.SETTLEMENT, 5.0) for name, chain in names]
    jobs = [Entry(("barrister",), ("lawyer", "worker"), Kind.OCCUPATION)]
    folder = tmp_path_factory.mktemp("index")
    write_index(folder, {"cities": cities, "jobs": jobs}, {})
    return Ontology.open(folder)


@pytest.fixture(scope="module")
def attack(tmp_path_factory, ontology):
    return ReadingAttack(make_background(tmp_path_factory.mktemp("people"), PEOPLE), ontology)


def document():
    mentions = [
        Mention(
            mention_id=text,
            entity_type=semantic_type,
            start=TEXT.index(text),
            end=TEXT.index(text) + len(text),
            span_text=text,
            identifier_type=IdentifierType.QUASI,
            entity_id=text,
            replacement=Replacement({"rules": [replacement, MASK]}, {replacement: ("a",)}),
        )
        for text, (semantic_type, replacement) in SPANS.items()
    ]
    return Document("ada-berg", TEXT, (Layer("spans", tuple(mentions)),))


def read(attack, **others):
    chosen = {text: replacement for text, (_, replacement) in SPANS.items()} | others
    return attack.run(*hidden_spans(document(), chosen))


def test_spans_are_filled_from_what_is_said_of_the_likeliest_person(attack):
    fills = read(attack)
    assert {text: fill.text for text, fill in fills.items()} == {
        "Ada Berg": "ada berg",
        "Bergen": "Bergen",
        "1987": "1987",
        "barrister": "barrister",
    }
    assert all(0 < fill.share <= 1 for fill in fills.values())
    assert fills["Bergen"].person == "ada-berg"


def test_all_that_is_read_of_the_person_is_guessed(attack):
    fills = read(attack)
    for text, (semantic_type, _) in SPANS.items():
        assert is_guessed(fills.get(text), text, semantic_type)
    assert not is_guessed(None, "Oslo", SemanticType.LOC)
    assert not is_guessed(fills["Bergen"], "Oslo", SemanticType.LOC)


def test_a_part_of_a_name_names_the_person():
    fill = Fill("m", "ada berg", 1.0, "ada-berg")
    assert is_guessed(fill, "Berg", SemanticType.PERSON)
    assert not is_guessed(fill, "Moss", SemanticType.PERSON)


def test_a_date_outside_what_was_chosen_does_not_fit(attack):
    assert read(attack, **{"1987": "date in the 1990s"})["1987"].text == "1994"
    assert "1987" not in read(attack, **{"1987": "date in the 1950s"})


def test_what_stands_in_clear_is_not_what_was_hidden(attack):
    chosen = {text: replacement for text, (_, replacement) in SPANS.items()}
    text, spans = hidden_spans(document(), chosen)
    assert attack.run(text + " Bergen is far.", spans)["Bergen"].text != "Bergen"


def test_the_places_of_spans_move_with_the_text():
    chosen = dict.fromkeys(SPANS, MASK)
    text, spans = hidden_spans(document(), chosen)
    assert text == "*** repaired clocks in *** in ***. She was a ***."
    assert [span.replacement for span in spans] == [MASK] * 4
    assert {"clock", "repair"} <= spans[1].around


def test_the_numbers_of_persons_are_no_words_around_a_span():
    chosen = {text: replacement for text, (_, replacement) in SPANS.items()}
    text, spans = hidden_spans(document(), chosen)
    assert text.startswith("*** repaired")
    assert spans[0].replacement == "PERSON 1"
    assert not {"person", "1"} & spans[1].around


def test_phrases_have_the_types_that_the_ontology_knows(ontology):
    found = {(each.text, each.type.value) for each in Phrases(ontology).find(PEOPLE["ada-berg"])}
    assert ("Bergen", "LOC") in found
    assert ("barrister", "DEM") in found
    assert {("12 May 1987", "DATETIME"), ("1987", "DATETIME")} <= found
