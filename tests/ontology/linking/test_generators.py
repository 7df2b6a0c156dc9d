from __future__ import annotations

import pytest

from ontology.entries import Entry, Kind
from ontology.index.reading import Index
from ontology.index.writing import write_index
from ontology.layers import Ontology
from ontology.linking.generators.compounds import read_form
from ontology.linking.geography import split_place
from ontology.linking.pool import gather
from ontology.reading import Generator
from tests.ontology.marking import span_of, spans_of

ENTRIES = {
    "cities": [
        Entry(("Voll",), ("town in Norway", "town"), Kind.SETTLEMENT, 4.0, "town in Norway"),
        Entry(("Brackwater",), ("city in Norway", "city"), Kind.SETTLEMENT, 5.0, "city in Norway"),
    ],
    "countries": [Entry(("Norway",), ("country in Europe", "country"), Kind.COUNTRY, 6.7)],
    "demonyms": [
        Entry(("Norwegian",), ("Nordic", "European"), Kind.PEOPLE, 6.7, "of Norway"),
    ],
    "languages": [Entry(("Norwegian",), ("Germanic language", "language"), Kind.LANGUAGE)],
    "wordnet": [
        Entry(("actor",), ("performer", "person"), Kind.ROLE, 2.0, "a stage player"),
        Entry(("singer",), ("musician", "performer", "person"), Kind.ROLE, 2.0, "who sings"),
        Entry(("beetle",), ("insect", "animal"), Kind.LIVING, 1.0, "an insect"),
        Entry(("lieutenant",), ("commissioned officer", "person"), Kind.ROLE, 1.0, "an officer"),
    ],
}


@pytest.fixture(scope="module")
def known(tmp_path_factory) -> Ontology:
    folder = tmp_path_factory.mktemp("known")
    write_index(folder, ENTRIES, {})
    return Ontology.open(folder)


def found(text, known, generator, place=0):
    readings = gather(spans_of(text)[place], known)
    return [reading.generalizations for reading in readings if reading.generator is generator]


@pytest.mark.parametrize("kind", ["LOC", "ORG", "DEM", "MISC"])
def test_a_name_is_read_whatever_the_type_of_its_span(kind, known):
    assert ("town in Norway", "town") in found(f"[[{kind}:Voll]]", known, Generator.NAME)


def test_all_that_a_name_may_be_is_read(known):
    read = gather(span_of("[[Norwegian]]"), known)
    kinds = {reading.kind for reading in read if reading.generator is Generator.NAME}
    assert kinds == {Kind.PEOPLE, Kind.LANGUAGE}


def test_who_speaks_a_language_goes_by_its_name(known):
    assert ("member of an ethnic group", "person") in found(
        "[[DEM:Norwegian]]", known, Generator.DERIVED
    )


def test_a_name_may_say_where_it_lies(known):
    assert ("town in Norway", "town") in found("[[Voll, Norway]]", known, Generator.QUALIFIED)


@pytest.mark.parametrize("name", ["Voll Hospital Brackwater", "Voll Hospital Norway"])
def test_the_noun_before_a_place_at_the_end_of_a_name_is_read(name, known):
    read = gather(span_of(f"[[ORG:{name}]]"), known)
    lists = {reading.generator: reading.generalizations for reading in read}
    assert lists[Generator.HEAD][0] == "hospital"
    assert lists[Generator.DERIVED][:2] == ("hospital in Norway", "hospital")


@pytest.mark.parametrize("name", ["Hospital Voll", "Hospital of Brackwater", "Hospital Singer"])
def test_what_ends_a_name_is_no_village_no_word_and_not_linked(name, known):
    assert split_place(name, known) == (name, ())


def test_a_slip_of_the_pen_is_read_where_nothing_else_is_known(known):
    assert found("[[Brackwatter]]", known, Generator.MISSPELT) == [("city in Norway", "city")]
    assert found("[[Brackwater]]", known, Generator.MISSPELT) == []


def test_a_thesaurus_goes_on_in_the_table_where_that_knows_its_words(known):
    (generalizations,) = found("[[lieutenant]]", known, Generator.NAME)
    assert generalizations[:2] == ("military officer", "member of the armed forces")


def test_the_head_of_a_phrase_is_read_with_its_senses_and_alone(known):
    read = found("a [[tall young actor]]", known, Generator.HEAD)
    assert ("actor",) in read
    assert any(generalizations[:2] == ("actor", "performer") for generalizations in read)


def test_a_longer_name_of_the_document_tells_what_a_short_one_is(known):
    text = "the [[ORG:Ottawa Rough Riders Football Club]] … the [[ORG:Rough Riders Football Club]]"
    read = gather(spans_of(text)[1], known)
    assert any(reading.is_longer for reading in read)


@pytest.mark.parametrize(
    ("text", "generator", "first"),
    [
        ("She saw the film [[Oban]].", Generator.BEFORE, "film"),
        ("[[Oban]], a suburb of Voll, grew.", Generator.BEHIND, "suburb"),
        ("the [[Oban]] album", Generator.FOLLOWING, "album"),
        ("the beetle [[Oban]]", Generator.BEFORE, "beetle"),
        ("He played two seasons for [[Oban]].", Generator.FRAME, "sports team"),
        ("the [[Oban]] striker", Generator.FRAME, "sports team"),
    ],
)
def test_words_beside_a_span_tell_its_kind(text, generator, first, known):
    assert first in [generalizations[0] for generalizations in found(text, known, generator)]


def test_several_nouns_tell_what_they_share(known):
    read = found("He wrote films and plays such as [[Oban]].", known, Generator.BEFORE)
    assert all(
        "creative work" in generalizations and "play" not in generalizations
        for generalizations in read
    )
    assert read


def test_words_within_the_name_of_another_mention_are_no_cue(known):
    assert found("He left Skye Film [[Oban]].", known, Generator.BEFORE)
    assert not found("He left [[ORG:Skye Film]] [[Oban]].", known, Generator.BEFORE, 1)
    assert found("his [[ORG:punk band]] [[Oban]]", known, Generator.BEFORE, 1)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("[[northern Norway]]", "part of a country in Europe"),
        ("[[outskirts of Voll]]", "place near a town in Norway"),
        ("[[Norwegian-born]]", "Nordic-born"),
        ("of [[Norwegian descent]]", "Nordic descent"),
        ("an [[actor and singer]]", "performer"),
        ("[[LOC:Skye Castle, Norway]]", "castle in Norway"),
        ("[[Voll]]", "sports team"),
    ],
)
def test_what_a_span_is_made_of_tells_what_it_is(text, first, known):
    assert first in [
        generalizations[0] for generalizations in found(text, known, Generator.DERIVED)
    ]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("[[LOC:Storgata Street 12]]", "street address"),
        ("[[MISC:www.voll.org]]", "web page"),
        ("[[LOC:Room 12]]", "part of a building"),
        ("[[MISC:4th]]", "Xth"),
    ],
)
def test_what_letters_say_for_sure_needs_no_scorer(text, first):
    reading = read_form(span_of(text))
    assert reading is not None
    assert reading.generalizations[0] == first


def test_a_word_is_no_form():
    assert read_form(span_of("[[Voll]]")) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The [[ORG:Sinop Regional Court]] heard him in [[LOC:Ankara]], Turkey.", "Turkey"),
        ("The [[ORG:Sinop Regional Court]] heard him in [[LOC:Cuiabá]], Brazil.", "Brazil"),
        ("He was taken to the [[ORG:hospital in Barnstaple]].", "the United Kingdom"),
    ],
)
def test_where_a_name_says_its_bearer_lies_goes_by_the_document(text, expected, embedded: Index):
    readings = gather(span_of(text), Ontology([embedded]))
    located = [each for each in readings if each.label.endswith("where the text says it lies")]
    assert {each.generalizations[0].rpartition(" in ")[2] for each in located} == {expected}
