"""Rows of capitalised words are names unless sentences, headings or labels ask for capitals."""

from __future__ import annotations

import pytest

from annotation.types import SemanticType
from masking.recognizers.capitalized import CapitalizedPhrases


class Lexicon:
    """A lexicon of a few common words."""

    def is_common(self, word: str) -> bool:
        return word.casefold() in {"summary", "doctor", "report", "patient", "weather"}


class CommonWords:
    """An ontology that knows common words and nothing else."""

    lexicon = Lexicon()

    def lookup(self, _name: str) -> list[object]:
        return []


@pytest.fixture
def names_in(parse):
    """The texts of the rows found."""

    def find(text: str) -> list[str]:
        spans = CapitalizedPhrases(CommonWords()).recognize(parse(text))
        return [text[span.start : span.end] for span in spans]

    return find


@pytest.mark.parametrize(
    "name",
    ["Kvitholm", "Kvitholm Trelast", "Bank of Kvitholm", "Anne-Grete Ruud", "Port de la Selva"],
)
def test_a_row_of_capitalized_words_with_its_links_is_one_name(names_in, name):
    assert names_in(f"We then wrote to {name} about the timber.") == [name]


def test_a_usual_name_stands_without_the_word_that_begins_its_sentence(names_in):
    assert names_in("Then Marsh said no.") == ["Marsh"]
    assert names_in("Then Marsh\nsaid no.") == ["Then Marsh"]
    assert names_in("Grace Marsh said no.") == ["Grace Marsh"]


def test_a_title_belongs_to_the_row(names_in):
    assert names_in("We then wrote to Mr Kvitholm about it.") == ["Mr Kvitholm"]


@pytest.mark.parametrize(
    "text",
    [
        "Weather was bad. Report it.",
        "Summary:\nall is well",
        "PATIENT REPORT\nall is well",
        "so they went home",
        "",
    ],
)
def test_common_words_in_the_capitals_of_sentences_headings_and_labels_are_no_names(names_in, text):
    assert names_in(text) == []


@pytest.mark.parametrize("text", ["Dear Kvitholm, hello.", "And Kvitholm left."])
def test_greetings_and_small_words_that_begin_a_sentence_are_no_part_of_it(names_in, text):
    assert names_in(text) == ["Kvitholm"]


def test_a_name_before_a_colon_or_at_the_beginning_is_one(names_in):
    assert "Kvitholm" in names_in("Kvitholm: a report")


def test_a_link_at_the_end_of_a_row_is_no_part_of_it(names_in):
    assert names_in("We saw Kvitholm of the north.") == ["Kvitholm"]


def test_the_ontology_tells_the_type(parse, small_ontology):
    text = "They moved to Bergen and then to Kvitholm again."
    types = {
        text[span.start : span.end]: span.entity_type
        for span in CapitalizedPhrases(small_ontology).recognize(parse(text))
    }
    assert types == {"Bergen": SemanticType.LOC, "Kvitholm": SemanticType.MISC}
