"""Layers of annotators become labels of tokens; spans are cut as the tokens that they touch."""

from __future__ import annotations

import pytest
import spacy

from annotation.types import SemanticType
from masking.spans import RecognizedSpan
from masking.tagging.tokens import TokenizedText, labels_of, tokens_of, types_of
from tests.marked_layers import annotated


@pytest.fixture(scope="module")
def tokenizer():
    return spacy.blank("en")


def labelled(tokenizer, marked):
    document = annotated("d", Kim=marked)
    return labels_of(tokenizer(document.text), document.layers[0])


def test_a_mention_begins_and_goes_on(tokenizer):
    labels = labelled(tokenizer, "So [Ada Berg|a] met [a nurse|b|NO_MASK|DEM].")
    assert labels == ["O", "B-MASK", "I-MASK", "O", "B-NO_MASK", "I-NO_MASK", "O"]


def test_white_space_at_a_border_belongs_to_no_mention(tokenizer):
    assert labelled(tokenizer, "Of[ \n Berg |a] it") == ["O", "O", "B-MASK", "O", "O"]


def test_a_token_that_a_mention_cuts_belongs_to_it(tokenizer):
    doc = tokenizer("Unbergian ways")
    assert tokens_of(doc, 2, 6) == range(1)


def test_a_stretch_of_white_space_holds_no_token(tokenizer):
    assert len(tokens_of(tokenizer("a \n\n b"), 1, 4)) == 0


def test_types_are_given_by_token(tokenizer):
    document = annotated("d", Kim="[Oslo|o|QUASI|LOC] in [1986|y|QUASI|DATETIME]")
    types = types_of(tokenizer(document.text), document.layers[0])
    assert types == [SemanticType.LOC, None, SemanticType.DATETIME]


def test_recognized_spans_are_counted_in_tokens(tokenizer):
    span = RecognizedSpan(3, 11, SemanticType.PERSON, 0.5, "a name")
    (found,) = TokenizedText.of(tokenizer("So Ada Berg came"), [span]).spans
    assert (found.start, found.end) == (1, 3)
