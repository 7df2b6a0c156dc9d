"""Law, medicine and ships: which sense of a noun a sentence means, or that it does not tell."""

from __future__ import annotations

import pytest

from ontology.entries import Kind, Sense
from ontology.layers import Ontology
from ontology.linking.miscellany.steps import STEPS
from tests.ontology.marking import Told, spans_of


def sense(term, kind, *rungs, weight=1.0, gloss=""):
    return Sense(term, "wordnet", kind, rungs, gloss, weight, is_exact=True, has_capital=False)


NOUNS = Ontology(
    [
        Told(
            {
                "conviction": [
                    sense("conviction", Kind.COGNITION, "belief", weight=1.3),
                    sense("verdict", Kind.ACT, "judgment", gloss="(criminal law) a judgment"),
                ],
                "walker": [
                    sense("pedestrian", Kind.ROLE, "traveler", "person", weight=0.4),
                    sense("walker", Kind.ARTIFACT, "shoe", weight=0.3),
                    sense("walker", Kind.ARTIFACT, "framework", weight=0.3),
                ],
                "trawler": [
                    sense("trawler", Kind.ROLE, "fisherman", "person", weight=0.1),
                    sense("trawlboat", Kind.ARTIFACT, "fishing boat", weight=0.05),
                ],
                "asylum": [sense("asylum", Kind.ARTIFACT, "hospital", "building")],
                "aspirin": [sense("aspirin", Kind.ARTIFACT, "analgesic", "medicine", "drug")],
                "heroin": [sense("heroin", Kind.ARTIFACT, "opiate", "drug")],
                "banner": [sense("banner", Kind.ARTIFACT, "emblem", "decoration")],
                "chemotherapy": [sense("chemotherapy", Kind.ACT, "therapy", "medical care")],
                "coach": [
                    sense("coach", Kind.ROLE, "trainer", "person", weight=1.2),
                    sense("carriage", Kind.ARTIFACT, "vehicle", weight=0.3),
                ],
                "two": [sense("two", Kind.CONCEPT, "digit", "number")],
                "secret": [sense("secret", Kind.COGNITION, "mystery")],
                "freedom": [sense("freedom", Kind.STATE, "independence")],
                "cite": [sense("cite", Kind.COMMUNICATION, "note")],
                "myeloma": [sense("myeloma", Kind.DISEASE, "neoplasm")],
                "kidney disease": [sense("kidney disease", Kind.DISEASE, "urologic disease")],
                "length": [
                    sense("length", Kind.ATTRIBUTE, weight=1.5),
                    sense("duration", Kind.TIME, "period", weight=0.5),
                ],
            }
        )
    ]
)


def read(text):
    (span,) = spans_of(text)
    answers = (step(span, NOUNS) for step in STEPS)
    reading = next((answer for answer in answers if answer is not None), None)
    return reading and reading.rungs


@pytest.mark.parametrize(
    ("text", "rungs"),
    [
        ("The court quashed [[the conviction]].", ("judgment",)),
        ("She spoke with [[conviction]].", ("belief",)),
        ("The patient has [[myeloma]].", ("neoplasm",)),
    ],
)
def test_law_and_medicine_choose_among_the_senses_of_a_noun(text, rungs):
    assert read(text) == rungs


@pytest.mark.parametrize(
    "text",
    [
        "She uses [[a walker]].",
        "He applied for [[asylum]].",
        "They spoke of [[the length]].",
        "He was dismissed for [[disclosing State secrets]].",
    ],
)
def test_what_may_be_two_things_is_not_guessed(text):
    assert all(rung in text for rung in read(text) or ())


def test_a_thing_is_likelier_than_a_person_in_spans_of_this_type():
    assert read("He owned [[a trawler]].")[-2:] == ("ship", "vehicle")


@pytest.mark.parametrize(
    ("text", "rungs"),
    [
        ("Discharged on [[xerolol]] 2.5 mg.", ("medicine", "drug")),
        ("an overdose of [[xerol]] (24 tablets)", ("medicine", "drug")),
        ("She takes [[aspirin]] 75 mg daily.", ("analgesic", "medicine", "drug")),
        ("He was put on [[xeroprazosin]].", ("medicine", "drug")),
        ("He underwent [[a xerectomy]].", ("medical procedure", "procedure")),
        ("It was [[xerocarcinoma]].", ("medical condition",)),
    ],
)
def test_doses_and_endings_tell_what_doctors_name(text, rungs):
    assert read(text) == rungs


@pytest.mark.parametrize("text", ["He saw [[Sir Oskar Xeritis]].", "It is [[myeloma]] of old."])
def test_endings_tell_nothing_of_names_and_of_known_words(text):
    assert (read(text) or ("neoplasm",))[0] == "neoplasm"


@pytest.mark.parametrize(
    ("text", "rungs"),
    [
        ("The court applied the [[Inland Waters Act]].", ("act", "law")),
        ("He was tried under the [[Criminal Code]].", ("criminal code", "law")),
        ("adopted under [[Law no. 12 of 1981]]", ("law",)),
        ("The Ministry of Ships cites the [[Green Ships Act]] in court.", ("act", "law")),
    ],
)
def test_titles_are_laws_where_the_text_speaks_of_law(text, rungs):
    assert read(text) == rungs


def test_a_verb_behind_a_name_is_no_cue():
    assert read("The Harbour Board cites the [[Xerolith]].") is None


def test_a_phrase_with_of_is_read_by_what_comes_first():
    assert read("He spoke of [[freedom of expression]].") == ("freedom", "independence")


def test_a_number_of_things_is_no_number():
    assert read("She wrote [[two of the three]] longest trails down.") is None


def test_a_stage_or_a_grade_is_no_head():
    assert read("She has [[chronic kidney disease stage 3]].")[0] == "kidney disease"


@pytest.mark.parametrize(
    ("text", "rungs"),
    [
        ("They seized [[3 kg of heroin]].", ("heroin", "opiate", "drug")),
        ("They carried [[a banner]].", ("emblem", "decoration")),
        ("[[Chemotherapy]] was given to the patient.", ("therapy", "medical care")),
        ("The [[mail coach]] overturned.", ("coach",)),
        ("He was tried under the [[Code of Criminal Procedure]].", ("legal code", "law")),
    ],
)
def test_measures_capitals_and_persons_do_not_mislead(text, rungs):
    assert read(text) == rungs
