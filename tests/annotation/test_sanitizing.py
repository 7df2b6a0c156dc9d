"""Records without originals: what is in them and what is not."""

from __future__ import annotations

import json

from hypothesis import given

from annotation.formats import document_from_json
from annotation.outgoing import NOTHING_MARKED
from annotation.records import Document, Layer
from annotation.sanitizing import Sanitizer
from annotation.types import IdentifierType, SemanticType
from tests.annotation.masking import SPANS, TEXT, Dictionary, document, sanitized
from tests.annotation.strategies import document_records


def numbered(number, entity_type, place, *chosen):
    return {
        "mention": number,
        "start_offset": place[0],
        "end_offset": place[1],
        "entity": number,
        "entity_type": entity_type,
        "identifier_type": "QUASI",
        "choices": [{"text": text, "level": 1, "annotators": [2]} for text in chosen],
    }


def test_a_record_has_numbers_types_choices_and_the_generalized_text_and_nothing_else():
    result = sanitized(
        TEXT,
        *SPANS,
        task="Hide Anna Berg",
        meta={"patient": "Anna Berg"},
        dataset_type="test",
        generalized_text="Anna Berg moved to [city].",
    )
    assert result.problems == ()
    assert result.record == {
        "document": 1,
        "dataset_type": "test",
        "generalized_text": "[PERSON 1] moved to [city] with 3000 books in ***.",
        "annotations": [
            {
                "annotator": 1,
                "entity_mentions": [
                    numbered(1, "PERSON", (0, 10), "PERSON 1"),
                    numbered(2, "LOC", (20, 26), "city"),
                    numbered(3, "DATETIME", (46, 49)),
                ],
            }
        ],
    }


def strings(value):
    if isinstance(value, dict):
        return {text for item in value.values() for text in strings(item)}
    if isinstance(value, list):
        return {text for item in value for text in strings(item)}
    return {value} if isinstance(value, str) else set()


@given(document_records())
def test_no_text_comes_into_a_record_but_by_choices_split_and_clear_text(raw):
    whole = document_from_json(raw)
    record = Sanitizer(Dictionary()).sanitize(whole, 1).record
    chosen = {
        text
        for mention in whole.iter_mentions()
        if mention.replacement
        for text in mention.replacement.selection
    }
    closed = {*SemanticType, *IdentifierType, whole.dataset_type}
    rest = strings(record) - chosen - closed - {record["generalized_text"]}
    assert rest == set()


def test_a_document_in_which_nothing_is_marked_is_a_finding_unless_that_was_decided():
    bare = document("Anna Berg moved to Oslo.")
    assert Sanitizer(Dictionary()).sanitize(bare, 1).problems == (NOTHING_MARKED,)
    assert Sanitizer(Dictionary()).sanitize(bare, 1, may_be_unmasked=True).problems == ()


def test_overlapping_spans_and_the_layers_of_several_annotators_are_masked_together():
    one = document("Anna Berg of Oslo.", ("Anna Berg", "PERSON", None))
    two = document("Anna Berg of Oslo.", ("Berg of Oslo", "LOC", None))
    both = Document(
        "x", one.text, (Layer("a", one.layers[0].mentions), Layer("b", two.layers[0].mentions))
    )
    result = Sanitizer(Dictionary()).sanitize(both, 1)
    assert (result.record["generalized_text"], result.problems) == ("***.", ())


def test_an_annotator_has_the_same_number_in_all_records():
    sanitizer = Sanitizer(Dictionary())
    records = [sanitizer.sanitize(document(TEXT, *SPANS), number).record for number in (1, 2)]
    assert [record["document"] for record in records] == [1, 2]
    assert records[0]["annotations"] == records[1]["annotations"]
    assert "Kim" not in json.dumps(records)
