"""Special categories of personal data, said of a person."""

from __future__ import annotations

import pytest

from annotation.types import SemanticType
from masking.recognizers.special_categories import SpecialCategories
from ontology.entries import Entry, Kind
from ontology.index.writing import write_index
from ontology.layers import Ontology
from tests.masking.texts import HOSTILE, LONG, untagged


@pytest.fixture(scope="module")
def special(tmp_path_factory) -> SpecialCategories:
    """A party, an infection, an offence and a word for people."""
    entries = [
        Entry(("Voks",), ("political party",), Kind.ORGANIZATION, 1.0, "a party"),
        Entry(("HPV",), ("infection",), Kind.DISEASE, 1.0, "an infection"),
        Entry(("poaching",), ("crime",), Kind.ACT, 1.0, "an offence"),
        Entry(("sailor",), ("worker",), Kind.OCCUPATION, 1.0, "a trade"),
    ]
    folder = tmp_path_factory.mktemp("special")
    write_index(folder, {"wordnet": entries}, {})
    return SpecialCategories(Ontology.open(folder))


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("My aunt is not gay.", ["gay"]),
        ("She told me that she's a lesbian.", ["lesbian"]),
        ("He came out as bisexual, and they are queer and non-binary.", 3),
        ("A trans boy met two gay sailors.", ["trans", "gay"]),
        ("He was a committed communist.", ["communist"]),
        ("He is HPV-positive, she was hpv negative.", ["HPV-positive", "hpv negative"]),
        ("I voted Conservative, and she votes for Voks.", ["Conservative", "Voks"]),
        ("They voted for the voks.", ["voks"]),
        ("He was convicted of arson in May.", ["arson"]),
        ("She has a conviction for poaching.", ["poaching"]),
        ("He was found guilty of armed robbery.", ["armed robbery"]),
        ("They hired a convicted murderer.", ["murderer"]),
        ("I am a member of the trade union.", ["member of the trade union"]),
        ("She was a shop steward and a union member.", ["shop steward", "union member"]),
    ],
)
def test_what_is_said_of_a_person_is_found(special, parse, text, phrases):
    spans = sorted(special.recognize(parse(text)), key=lambda span: span.start)
    found = [text[each.start : each.end] for each in spans]
    assert phrases in (found, len(found))
    assert all(each.entity_type is SemanticType.DEM for each in spans)


@pytest.mark.parametrize(
    "text",
    [
        "The town is conservative.",
        "It is liberal.",
        "Gay rights and the liberal press.",
        "The result is positive.",
        "They voted for a new roof and voted no.",
        "He was accused of being late.",
        "He was charged with energy.",
        "The union was formed in May.",
        "She sat straight.",
        "gay",
        "",
    ],
)
def test_the_same_words_elsewhere_say_nothing(special, parse, text):
    assert list(special.recognize(parse(text))) == []


def test_without_an_ontology_the_table_of_kinds_serves(parse):
    spans = SpecialCategories().recognize(
        parse("He is gay, votes Labour and was jailed for theft.")
    )
    assert len(list(spans)) == 2


@pytest.mark.parametrize("unit", [*HOSTILE.values(), "gay ", "voted for ", "guilty of ", "union "])
def test_no_text_makes_the_patterns_hang(unit: str):
    doc = untagged((unit * LONG)[:LONG])
    assert all(each.end <= LONG for each in SpecialCategories().recognize(doc))
