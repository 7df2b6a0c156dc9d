"""What reviewers put in the place of choices goes out, and the choices stay beside it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from annotation.correcting import as_corrected, corrected_for
from annotation.errors import RecordError
from annotation.formats.record_shape import document_from_json, document_to_json
from annotation.hidden_words import NoLexicon
from annotation.rendering import generalized_text_of
from annotation.sanitizing import Sanitizer
from annotation.types import IdentifierType
from annotation.writing import Anonymizer


def record(**corrections):
    mention = {
        "entity_type": "LOC",
        "entity_mention_id": "m1",
        "start_offset": 5,
        "end_offset": 9,
        "span_text": "Oslo",
        "identifier_type": "QUASI",
        "entity_id": "e1",
    }
    replacement = {
        "generalizations": {"P31": ["city in Norway", "city", "***"]},
        "generalization_selection": {"city in Norway": ["ada", "ben"], "city": ["cleo"]},
    }
    if "replacement" in corrections:
        replacement["corrections"] = corrections["replacement"]
    mention["replacement"] = replacement
    if "mention" in corrections:
        mention["corrections"] = corrections["mention"]
    return {
        "annotations": {"spans": {"entity_mentions": [mention]}},
        "text": "From Oslo.",
        "doc_id": "a",
    }


CORRECTED = record(replacement={"***": {"ria": ["ada"]}, "city": {"rob": ["ben"]}})


def test_corrections_are_read_and_written_as_they_came():
    for value in (CORRECTED, record(mention={"NO_MASK": {"ria": ["ada"]}})):
        assert document_to_json(document_from_json(value)) == value


@pytest.mark.parametrize(
    ("corrections", "text"),
    [
        ({"***": {"ria": ["cleo"]}}, "[city in Norway]"),  # of two who were not corrected
        ({"***": {"ria": ["ada"]}}, "***"),  # one each: the correction
        ({"city": {"ria": ["ada"]}}, "[city]"),  # with Cleo's
        ({"***": {"ria": ["ada"]}, "city": {"rob": ["ben"]}}, "[city]"),
        ({"city": {"ria": ["ada"], "rob": ["ben"]}}, "[city]"),
    ],
)
def test_whose_choice_was_corrected_counts_for_the_correction_and_others_for_theirs(
    corrections, text
):
    document = document_from_json(record(replacement=corrections))
    assert generalized_text_of(document) == f"From {text}."
    assert generalized_text_of(as_corrected(document)) == f"From {text}."
    [mention] = document.iter_mentions()
    assert mention.replacement.selection == {"city in Norway": ("ada", "ben"), "city": ("cleo",)}
    assert Anonymizer(NoLexicon()).anonymize(document).text == f"From {text}."


def test_without_originals_the_corrections_are_told_and_go_out():
    sanitized = Sanitizer(NoLexicon()).sanitize(document_from_json(CORRECTED), 1).record
    assert sanitized["generalized_text"] == "From [city]."
    [mention] = sanitized["annotations"][0]["entity_mentions"]
    assert mention["corrections"] == ["***", "city"]
    assert [choice["text"] for choice in mention["choices"]] == ["city"]  # Cleo's


def test_of_one_annotators_work_their_own_corrections_go_out():
    document = document_from_json(CORRECTED)
    assert generalized_text_of(corrected_for(document, "ben")) == "From [city]."
    assert generalized_text_of(corrected_for(document, "cleo")) == "From [city in Norway]."


def test_an_identifier_type_is_corrected_as_well():
    document = document_from_json(record(mention={"NO_MASK": {"ria": ["ada"]}}))
    [mention] = as_corrected(document).iter_mentions()
    assert mention.identifier_type is IdentifierType.NO_MASK
    assert generalized_text_of(document) == "From Oslo."


def test_a_document_without_corrections_is_itself():
    document = document_from_json(record())
    assert as_corrected(document) is document
    assert as_corrected(replace(document, layers=())).layers == ()


@pytest.mark.parametrize(
    ("corrections", "fault"),
    [
        ({"replacement": {"town": {"ria": ["ada"]}}}, "the correction 'town' is not among"),
        ({"mention": {"MASK": {"ria": ["ada"]}}}, "the correction 'MASK' is not among"),
        ({"replacement": {"city": {"": ["ada"]}}}, "is empty"),
        ({"replacement": {"city": {"ria": [""]}}}, "is empty"),
        ({"replacement": {"city": {"ria": ["ada", "ada"]}}}, "corrected twice"),
        ({"replacement": {"city": ["ria"]}}, "expected an object"),
    ],
)
def test_corrections_that_make_no_sense_are_refused(corrections, fault):
    with pytest.raises(RecordError, match=fault):
        document_from_json(record(**corrections))
