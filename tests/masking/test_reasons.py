"""Why a span is suggested is said in plain words."""

from __future__ import annotations

import pytest

from annotation.types import SemanticType
from masking.judging.model import shipped
from masking.pipelines import PACKAGED
from masking.reasons import AGAIN, ENTITY, PROTECTED, READABLE, WITHOUT_NUMBER, in_words


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("named entity, GPE", "a place, by the language model"),
        ("named entity, DATE", "a date or time, by the language model"),
        (
            f"named entity, DATE {WITHOUT_NUMBER}",
            "a date or time in words, by the language model",
        ),
        ("again: named entity, PERSON", "again: a person, by the language model"),
        ("named entity, SHIP", "a name, by the language model"),
        ("again: name to protect", "again: part of the name of somebody this text is about"),
        ("still readable", "words that are hidden elsewhere"),
        ("passport number, by the words before it", "passport number, by the words before it"),
        ("what another program says", "what another program says"),
    ],
)
def test_a_reason_is_a_phrase_that_needs_no_glossary(reason, words):
    assert in_words(reason) == words


@pytest.mark.parametrize(
    ("reason", "type_", "words"),
    [
        ("named entity, ORG", SemanticType.ORG, "an organisation, by the language model"),
        ("named entity, ORG", SemanticType.LOC, "words that the language model marks"),
        (
            "again: named entity, ORG",
            SemanticType.ORG,
            "again: an organisation, by the language model",
        ),
        ("cue: born in …", SemanticType.ORG, "cue: born in …"),
    ],
)
def test_what_an_entity_was_taken_for_is_said_only_where_the_span_is_that(reason, type_, words):
    assert in_words(reason, type_) == words


def test_no_reason_that_recognizers_have_shows_a_label_or_a_term():
    known = {
        feature.removeprefix("reason=")
        for feature in shipped().weights
        if feature.startswith("reason=")
    }
    reasons = {*known, PROTECTED, READABLE}
    reasons |= {f"{ENTITY}{label}" for label in PACKAGED.labels}
    for reason in reasons:
        words = in_words(AGAIN + reason)
        assert words.startswith(AGAIN)
        assert "named entity" not in words
        assert not PACKAGED.labels & set(words.split())
