"""Names in small letters are found where no capitals are written."""

from __future__ import annotations

import pytest

from annotation.types import SemanticType
from masking.recognizers.small_letters import SmallLetters
from tests.masking.recognizers.test_capitalized import CommonWords


@pytest.fixture
def names_in(parse):
    """The texts of the names found."""

    def find(text: str) -> list[str]:
        spans = SmallLetters(CommonWords()).recognize(parse(text))
        return [text[span.start : span.end] for span in spans]

    return find


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("lindqvist came with the report", "lindqvist"),
        ("The end.\nask tuva lindqvist for the report", "tuva lindqvist"),
        ("handed over to dr adeyemi at eight", "dr adeyemi"),
    ],
)
def test_rows_of_names_are_found_with_their_titles(names_in, text: str, name: str):
    assert name in names_in(text)


@pytest.mark.parametrize(
    "text", ["The keys are with lindqvist now.", "patient seen, report to doctor", "hx of dtr", ""]
)
def test_sentences_with_capitals_common_words_and_abbreviations_are_left_alone(names_in, text: str):
    assert names_in(text) == []


def test_a_place_that_the_ontology_knows_is_one(parse, small_ontology):
    text = "am in malmö w my parents"
    spans = SmallLetters(small_ontology).recognize(parse(text))
    types = {text[span.start : span.end]: span.entity_type for span in spans}
    assert types["malmö"] is SemanticType.LOC
