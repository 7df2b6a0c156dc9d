"""What a judge is told of a span."""

from __future__ import annotations

import time

import pytest
import spacy
from spacy.tokens import Doc

from annotation.types import SemanticType
from masking.judging.features import Evidence, shape_of
from masking.spans import spanning
from tests.masking.marks import marked


@pytest.fixture
def features_of(parse, small_ontology):
    """The features of the first marked span of a text, in which the others are recognized, too."""

    def features(source: str, ontology=small_ontology) -> set[str]:
        text, spans = marked(source)
        return Evidence(parse(text), spans, ontology).features(spans[0])

    return features


@pytest.mark.parametrize(
    ("text", "shape"),
    [("Ada Berg", "Xx Xx"), ("NHS", "X"), ("12/3/24", "0/0/0"), ("B6 7XX", "X0 0X"), ("", "")],
)
def test_the_shape_of_words_is_how_they_are_written(text, shape):
    assert shape_of(text) == shape


def test_what_recognizers_say_of_the_span_and_of_what_it_overlaps_is_told(parse):
    text, [inner] = marked("I met [Berg|ORG] there.")
    _, [outer] = marked("I met [Berg there|PERSON].", "another")
    features = Evidence(parse(text), [inner, outer], None).features(inner)
    assert {"reason=test", "type=ORG", "same type=ORG"} <= features
    assert {"around type=PERSON", "around reason=another"} <= features


def test_the_words_beside_a_span_are_told(features_of):
    features = features_of("She lives in [Solvik|PERSON], I think.")
    assert {"before=in", "behind=,", "before two=in lives"} <= features


def test_a_label_before_a_value_and_one_that_is_a_span_are_told(features_of):
    assert "label=dob" in features_of("DOB: [1 May|DATETIME]")
    assert "label" in features_of("[INTERVIEWER|PERSON]: and then?")


def test_what_a_line_names_at_its_beginning_is_told(features_of):
    assert "field=present" in features_of("Present: Ms Ruud; [Berg|ORG]")


def test_other_mentions_of_the_same_words_are_told(features_of):
    features = features_of("[Berg|ORG] came. [Tuva Berg|PERSON] left. [berg|LOC] stays.")
    assert {"within=PERSON shape=Xx", "elsewhere=LOC", "small elsewhere=True"} <= features


def test_what_the_ontology_has_under_the_words_is_told(features_of):
    assert "whole usual=settlement" in features_of("We left [Bergen|PERSON].")
    assert "whole usual=role" in features_of("She is a [geologist|ORG].")
    assert "noun names=organization" in features_of("She was at [Solvik University|MISC].")


def test_without_an_ontology_there_are_features_still(features_of):
    features = features_of("We left [Bergen|PERSON].", None)
    assert "before=left" in features
    assert "whole usual=settlement" not in features


@pytest.mark.parametrize(
    "source", ["[½|MISC]", "[…|MISC]", "x[y|MISC]z", "[Ada|PERSON]", "[7|CODE]"]
)
def test_any_span_has_features(features_of, source):
    assert features_of(source)


def test_a_line_eight_times_as_long_takes_eight_times_as_long_and_not_the_square():
    short, long = (min(seconds_for(words) for _ in range(3)) for words in (500, 4_000))
    assert long < 24 * short


def seconds_for(words: int) -> float:
    """Return the CPU time that the features of all names in a line take."""
    doc = Doc(spacy.blank("en").vocab, words=["Ada", "met", "7", ","] * (words // 4))
    spans = [spanning(doc[n : n + 1], SemanticType.PERSON, "test") for n in range(0, words, 2)]
    evidence = Evidence(doc, spans, None)
    before = time.process_time()
    for span in spans:
        evidence.features(span)
    return time.process_time() - before
