"""What `ner` finds becomes mentions with our types, borders and reasons."""

from __future__ import annotations

import pytest
from spacy.tokens import Span

from annotation.types import SemanticType
from masking.pipelines import PACKAGED
from masking.reasons import TYPES
from masking.recognizers.named_entities import NamedEntities


def recognized(doc, words: str, label: str):
    """Let `ner` have found some words, and nothing else."""
    start = doc.text.index(words)
    span = doc.char_span(start, start + len(words))
    doc.set_ents([Span(doc, span.start, span.end, label=label)])
    return [(doc.text[each.start : each.end], each) for each in NamedEntities().recognize(doc)]


def test_every_label_of_the_packaged_pipeline_has_a_type():
    known = {label for labels in TYPES.values() for label in labels.split()}
    assert known >= PACKAGED.labels


@pytest.mark.parametrize(
    ("words", "label", "text", "type_", "reason"),
    [
        ("Berg", "PERSON", "Ms Berg", SemanticType.PERSON, "named entity, PERSON"),
        ("the Red Cross", "ORG", "Red Cross", SemanticType.ORG, "named entity, ORG"),
        ("1961", "DATE", "1961", SemanticType.DATETIME, "named entity, DATE"),
        (
            "many years",
            "DATE",
            "many years",
            SemanticType.DATETIME,
            "named entity, DATE without a number",
        ),
        ("3/5/61", "DATE", "3/5/61", SemanticType.DATETIME, "named entity, DATE"),
        ("Berg", "SHIP", "Berg", SemanticType.MISC, "named entity, SHIP"),
    ],
)
def test_an_entity_has_a_type_borders_and_a_reason(parse, words, label, text, type_, reason):
    doc = parse("For many years Ms Berg worked for the Red Cross, since 1961 or 3/5/61.")
    [(found, span)] = recognized(doc, words, label)
    assert (found, span.entity_type, span.reason) == (text, type_, reason)


def test_an_entity_of_words_that_make_no_mention_is_none(parse):
    assert recognized(parse("They went of the and in it."), "of the and", "ORG") == []


def test_words_in_a_script_that_the_pipeline_does_not_read_are_none(parse):
    doc = parse("ولدت ليلى حداد في دمشق and Вера Orlova in 1980.")
    assert recognized(doc, "ليلى حداد", "PERSON") == []
    assert [words for words, _ in recognized(doc, "Вера Orlova", "PERSON")] == ["Вера Orlova"]
    assert [words for words, _ in recognized(doc, "1980", "DATE")] == ["1980"]
