"""Bad records: one clear message that names file, document and mention."""

import copy
import json

import pytest

from annotation.formats import document_from_json
from tests.annotation.refusals import GOOD, message

MENTION = ("annotations", "a1", "entity_mentions", 0)
REPLACEMENT = (*MENTION, "replacement")
MISSING = object()


def damaged(path, value):
    """A copy of the good record with one value replaced, or taken out."""
    record = copy.deepcopy(GOOD)
    *parents, last = path
    target = record
    for key in parents:
        target = target[key]
    if value is MISSING:
        del target[last]
    else:
        target[last] = value
    return record


def test_the_good_record_is_good():
    assert document_from_json(GOOD).doc_id == "zoe"


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        (("text",), MISSING, "text is missing"),
        (("text",), None, "text: expected a string, found null"),
        (("text",), 5, "text: expected a string, found a whole number"),
        (("text",), "a\0b", "text holds a NUL character at position 1"),
        (("text",), "ab\ud83d", "text holds half of a surrogate pair at position 2"),
        (("annotations",), MISSING, "annotations is missing"),
        (("annotations",), [], "annotations: expected an object, found a list"),
        (("annotations", "a1"), [], "annotations.a1: expected an object, found a list"),
        (("annotations", "a1"), {}, "annotations.a1.entity_mentions is missing"),
        (
            ("annotations", "a1", "entity_mentions"),
            {},
            "annotations.a1.entity_mentions: expected a list, found an object",
        ),
        (MENTION, "em", "annotations.a1.entity_mentions[0]: expected an object, found a string"),
        (
            (*MENTION, "entity_mention_id"),
            MISSING,
            "annotations.a1.entity_mentions[0].entity_mention_id is missing",
        ),
        (
            (*MENTION, "entity_mention_id"),
            7,
            "annotations.a1.entity_mentions[0].entity_mention_id: "
            "expected a string, found a whole number",
        ),
        (
            (*MENTION, "entity_mention_id"),
            "",
            "annotations.a1.entity_mentions[0].entity_mention_id is empty",
        ),
        (("task",), 1, "task: expected a string, found a whole number"),
        (("dataset_type",), True, "dataset_type: expected a string, found true or false"),
        (("generalized_text",), [], "generalized_text: expected a string, found a list"),
        (("quality_checked",), "a1", "quality_checked: expected a list, found a string"),
        (("quality_checked",), [1.5], "an item of quality_checked: expected a string"),
        (("meta",), {"a": ["\0"]}, "meta.a holds a NUL character"),
        (("meta",), float("nan"), "meta holds a number that JSON doesn't have (nan)"),
        (("unknown",), {"deep": [float("inf")]}, "unknown.deep holds a number"),
        (("unknown",), {"\ud800": 1}, "a key of unknown holds half of a surrogate pair"),
    ],
)
def test_a_bad_document_is_refused_by_name(tmp_path, path, value, problem):
    text = message(tmp_path, json.dumps([damaged(path, value)]))
    assert text.startswith(f"records.json: document 'zoe': {problem}")


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        (("start_offset",), MISSING, "start_offset is missing"),
        (("start_offset",), True, "start_offset: expected a whole number, found true or false"),
        (("start_offset",), 0.0, "start_offset: expected a whole number, found a number"),
        (("end_offset",), "3", "end_offset: expected a whole number, found a string"),
        (("start_offset",), -1, "offsets -1–3 are out of range (the text has 12 characters)"),
        (("end_offset",), 13, "offsets 0–13 are out of range"),
        (("end_offset",), 2**70, "offsets 0–1180591620717411303424 are out of range"),
        (("end_offset",), 0, "offsets 0–0 are out of range"),
        (("end_offset",), 4, "span_text differs from the text at 0–4"),
        (("span_text",), "Zoe", "span_text differs from the text at 0–3"),
        (("span_text",), "Zoe\u0308", "span_text differs from the text at 0–3"),
        (("span_text",), None, "span_text: expected a string, found null"),
        (("entity_type",), "PLACE", "entity_type 'PLACE' is not one of PERSON, CODE, LOC"),
        (("entity_type",), MISSING, "entity_type is missing"),
        (("identifier_type",), "direct", "identifier_type 'direct' is not one of DIRECT, QUASI"),
        (("edit_type",), "insrt", "edit_type 'insrt' is not one of check, insert, correct"),
        (("confidential_status",), "SECRET", "confidential_status 'SECRET' is not one of BELIEF"),
        (("confidential_status",), 3, "confidential_status: expected a string"),
        (("entity_id",), MISSING, "entity_id is missing"),
        (("entity_id",), "", "entity_id is empty"),
        (("related_mentions",), "em2", "related_mentions: expected a list, found a string"),
        (("related_mentions",), [None], "an item of related_mentions: expected a string"),
        (("unknown",), "\0", "unknown holds a NUL character at position 0"),
        (("replacement",), [], "replacement: expected an object, found a list"),
        (("replacement",), {}, "generalizations is missing"),
    ],
)
def test_a_bad_mention_is_refused_by_name(tmp_path, path, value, problem):
    text = message(tmp_path, json.dumps([damaged((*MENTION, *path), value)]))
    assert text.startswith(f"records.json: document 'zoe': mention 'em1': {problem}")


@pytest.mark.parametrize(
    ("key", "value", "problem"),
    [
        ("generalizations", [], "generalizations: expected an object, found a list"),
        ("generalizations", {"P31": "x"}, "generalizations.P31: expected a list, found a string"),
        ("generalizations", {"P31": []}, "generalizations.P31 is empty; the last item must be ***"),
        ("generalizations", {"P31": ["x"]}, "generalizations.P31 ends in 'x'; the last item must"),
        ("generalizations", {"P31": ["***", "x"]}, "generalizations.P31 ends in 'x'"),
        ("generalizations", {"contained": {"P279": []}}, "generalizations.contained.P279 is empty"),
        ("generalizations", {"P31": [1, "***"]}, "an item of generalizations.P31: expected"),
        ("generalization_selection", None, "generalization_selection: expected an object"),
        (
            "generalization_selection",
            {"sailor": "ann"},
            "generalization_selection.sailor: expected",
        ),
        ("generalization_selection", {"king": ["ann"]}, "the chosen text 'king' is in none of"),
        (
            "generalization_selection",
            {"sailor": ["ann"], "***": ["ann"]},
            "annotator 'ann' chose twice",
        ),
        ("generalization_selection", {"***": ["ann", "ann"]}, "annotator 'ann' chose twice"),
        ("generalization_selection", {"***": [""]}, "an annotator's name in"),
    ],
)
def test_a_bad_replacement_is_refused_by_its_mention(tmp_path, key, value, problem):
    text = message(tmp_path, json.dumps([damaged((*REPLACEMENT, key), value)]))
    assert text.startswith(f"records.json: document 'zoe': mention 'em1': {problem}")


def test_a_repeated_key_is_refused_with_its_document_and_mention(tmp_path):
    text = json.dumps([GOOD]).replace('"span_text"', '"entity_id": "e0", "span_text"')
    assert message(tmp_path, text) == (
        "records.json: document 'zoe': mention 'em1': "
        "the key 'entity_id' stands twice in one object"
    )


def test_a_repeated_key_before_a_syntax_error_is_refused_all_the_same(tmp_path):
    text = json.dumps([GOOD]).replace('"span_text"', '"entity_id": "e0", "span_text"')
    broken = text.removesuffix("}]") + ', "task": zoe}]'
    assert "not JSON at line 1" in message(tmp_path, broken)


def test_the_same_mention_twice_is_refused(tmp_path):
    record = copy.deepcopy(GOOD)
    record["annotations"]["a1"]["entity_mentions"] *= 2
    text = message(tmp_path, json.dumps([record]))
    assert text == (
        "records.json: document 'zoe': mention 'em1': "
        "the same entity_mention_id stands twice in one layer"
    )


def test_long_and_hostile_names_are_quoted_and_cut(tmp_path):
    record = GOOD | {"doc_id": "x\n" * 9_999, "text": 5}
    problem = message(tmp_path, json.dumps([record]))
    assert "\n" not in problem
    assert "x\\nx\\n" in problem
