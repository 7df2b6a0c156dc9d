from __future__ import annotations

import pytest

from ontology.entries import Entry, Kind
from ontology.index.writing import write_index
from ontology.layers import Ontology
from ontology.linking.generators.names import read_names
from ontology.linking.generators.spellings import american, lookup_other, unmarked
from ontology.linking.pool import gather
from ontology.reading import Generator
from tests.ontology.marking import span_of

ENTRIES = {
    "diseases": [
        Entry(("motor neuron disease",), ("nerve disease",), Kind.DISEASE),
        Entry(("pulmonary edema",), ("lung disease",), Kind.DISEASE),
        Entry(("cough",), ("lung disease",), Kind.DISEASE),
    ],
    "cities": [
        Entry(("Seymor",), ("village in France",), Kind.SETTLEMENT),
        Entry(("Saint Centre",), ("village in France",), Kind.SETTLEMENT),
        Entry(("Saint Center",), ("town in Norway",), Kind.SETTLEMENT),
    ],
    "wordnet": [
        Entry(("Bahai",), ("follower", "person"), Kind.ROLE),
        Entry(("Quran",), ("sacred text",), Kind.COMMUNICATION),
        Entry(("World Trade Center",), ("skyscraper",), Kind.ARTIFACT),
        Entry(("color",), ("attribute",), Kind.ATTRIBUTE),
        Entry(("colour",), ("banner",), Kind.ATTRIBUTE),
    ],
}


@pytest.fixture(scope="module")
def known(tmp_path_factory) -> Ontology:
    folder = tmp_path_factory.mktemp("spellings")
    write_index(folder, ENTRIES, {})
    return Ontology.open(folder)


@pytest.mark.parametrize(
    ("british", "expected"),
    [
        ("oesophageal", "esophageal"),
        ("Anaemia", "Anemia"),
        ("haemorrhage", "hemorrhage"),
        ("MANOEUVRE", "MANEUVER"),
        ("neighbourhoods", "neighborhoods"),
        ("organisations", "organizations"),
        ("organised", "organized"),
        ("paralysed", "paralyzed"),
        ("centres", "centers"),
        ("ochre", "ocher"),
        ("monologue", "monolog"),
        ("travellers", "travelers"),
        ("neurones", "neurons"),
        ("gaol", "jail"),
        ("pyjamas", "pajamas"),
        ("sulphates", "sulfates"),
        ("physick", "physic"),
    ],
)
def test_a_british_or_older_word_has_an_american_spelling(british, expected):
    assert american(british) == expected


@pytest.mark.parametrize(
    "word",
    ["hour", "four", "heroes", "shoe", "larvae", "aerial", "Israel", "more", "analyses", "hall"],
)
def test_a_word_that_only_looks_british_stays(word):
    assert american(word) == word


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("Bahá'í", "Baháí"),
        ("Qur’an", "Quran"),
        ("Shi`a", "Shia"),
        ("Hawaiʻi", "Hawaii"),
        ("‘Amran", "Amran"),
        ("Seyðisfjörður", "Seydisfjördur"),
        ("Parkinson's", "Parkinson's"),
        ("Parkinson’s disease", "Parkinson’s disease"),
    ],
)
def test_signs_for_sounds_inside_a_word_are_taken_off(marked, plain):
    assert unmarked(marked) == plain


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("motor neurone disease", "nerve disease"),
        ("Motor Neurone Disease", "nerve disease"),
        ("pulmonary oedema", "lung disease"),
        ("the Bahá'ís", "follower"),
        ("Bahá’í", "follower"),
        ("Qur'an", "sacred text"),
        ("World Trade Centre", "skyscraper"),
    ],
)
def test_what_is_not_known_as_written_is_read_in_its_other_spelling(text, first, known):
    found = list(read_names(span_of(f"[[{text}]]"), known))
    assert [reading.generalizations[0] for reading in found] == [first]
    assert found[0].generator is Generator.NORMALISED


def test_a_longer_phrase_keeps_its_own_spelling(known):
    found = list(read_names(span_of("[[severe pulmonary oedema]]"), known))
    assert ("pulmonary oedema", "lung disease") in [each.generalizations for each in found]


def test_what_is_known_as_it_stands_has_no_other_spelling(known):
    found = list(read_names(span_of("[[colour]]"), known))
    assert [reading.generalizations for reading in found] == [("banner",)]


@pytest.mark.parametrize("name", ["Seymour", "Saint Centre"])
def test_a_place_is_not_another_one_with_a_name_that_looks_american(name, known):
    assert lookup_other(name, known) == []


def test_the_parts_of_a_list_are_read_in_their_other_spelling(known):
    read = gather(span_of("[[pulmonary oedema and cough]]"), known)
    assert ("lung disease",) in [
        reading.generalizations for reading in read if reading.generator is Generator.DERIVED
    ]
