"""The sample that ships is the first thing a new user sees, so it keeps all our rules."""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotation.formats import Format, detect_format, document_to_json, read_documents
from annotation.records import MASK
from annotation.types import EditType, IdentifierType, SemanticType

SAMPLE = Path(__file__).parents[3] / "webapp" / "data" / "sample.json"
DOCUMENTS = json.loads(SAMPLE.read_text(encoding="utf-8"))
EARLIER_ANNOTATORS = ["sample-ada", "sample-ben", "sample-cleo"]

each_document = pytest.mark.parametrize(
    "document", DOCUMENTS, ids=lambda document: document["doc_id"]
)


def mentions_of(document: dict) -> list[dict]:
    """Return the mentions of the document's only layer."""
    (layer,) = document["annotations"].values()
    return layer["entity_mentions"]


def masked_mentions_of(document: dict) -> list[dict]:
    """Return the mentions that must be replaced."""
    return [m for m in mentions_of(document) if m["identifier_type"] != "NO_MASK"]


def iter_lists(generalizations: dict) -> Iterator[list[str]]:
    """Yield the replacement lists of all sources, nested ones too, in stored order."""
    for value in generalizations.values():
        if isinstance(value, dict):
            yield from iter_lists(value)
        else:
            yield value


def lists_of(mention: dict) -> list[list[str]]:
    """Return all replacement lists of a masked mention."""
    return list(iter_lists(mention["replacement"]["generalizations"]))


ALL_MENTIONS = [mention for document in DOCUMENTS for mention in mentions_of(document)]
ALL_MASKED = [mention for document in DOCUMENTS for mention in masked_mentions_of(document)]
TEST_DOCUMENTS = [document for document in DOCUMENTS if document["dataset_type"] == "test"]
EVERY_TEXT = "".join(document["text"] for document in DOCUMENTS)

each_test_document = pytest.mark.parametrize(
    "document", TEST_DOCUMENTS, ids=lambda document: document["doc_id"]
)


def test_there_are_enough_documents_each_with_its_own_id_and_a_split():
    ids = [document["doc_id"] for document in DOCUMENTS]
    assert len(ids) >= 16
    assert len(set(ids)) == len(ids)
    assert {document["dataset_type"] for document in DOCUMENTS} == {"train", "dev", "test"}


def test_our_own_reader_takes_the_file_as_wikireplace_and_gives_it_back_unchanged():
    assert detect_format(SAMPLE) is Format.WIKIREPLACE
    assert [document_to_json(document) for document in read_documents(SAMPLE)] == DOCUMENTS


def test_every_type_is_in_use():
    assert {mention["entity_type"] for mention in ALL_MASKED} == set(SemanticType)
    assert {mention["identifier_type"] for mention in ALL_MENTIONS} == set(IdentifierType)
    assert {mention["edit_type"] for mention in ALL_MENTIONS} == set(EditType)


@each_document
def test_a_text_is_short_and_has_a_handful_of_spans_to_replace(document):
    assert 60 <= len(document["text"].split()) <= 180
    assert 6 <= len(masked_mentions_of(document)) <= 16
    assert document["task"]


@each_document
def test_spans_stand_in_order_match_the_text_and_do_not_overlap(document):
    end_of_previous = 0
    for mention in mentions_of(document):
        start, end = mention["start_offset"], mention["end_offset"]
        assert end_of_previous <= start < end <= len(document["text"])
        assert document["text"][start:end] == mention["span_text"]
        assert mention["span_text"] == mention["span_text"].strip()
        end_of_previous = end


@each_document
def test_mention_ids_are_unique_and_related_mentions_belong_to_the_same_entity(document):
    entity_of = {m["entity_mention_id"]: m["entity_id"] for m in mentions_of(document)}
    assert len(entity_of) == len(mentions_of(document))
    for mention in mentions_of(document):
        for related in mention.get("related_mentions", []):
            assert entity_of[related] == mention["entity_id"]


@each_document
def test_mentions_of_one_entity_share_their_types_and_lists(document):
    first_of_entity: dict[str, dict] = {}
    for mention in mentions_of(document):
        first = first_of_entity.setdefault(mention["entity_id"], mention)
        assert mention["entity_type"] == first["entity_type"]
        assert mention["identifier_type"] == first["identifier_type"]
        if "replacement" in first:
            assert lists_of(mention) == lists_of(first)


def test_some_entities_are_mentioned_again_some_under_another_name():
    sizes = Counter(mention["entity_id"] for mention in ALL_MENTIONS)
    assert sum(size > 1 for size in sizes.values()) >= 16
    assert any(mention.get("related_mentions") for mention in ALL_MENTIONS)


def test_only_masked_mentions_carry_a_replacement():
    assert all(
        ("replacement" in mention) == (mention["identifier_type"] != "NO_MASK")
        for mention in ALL_MENTIONS
    )


@each_document
def test_every_list_ends_in_the_mask_repeats_nothing_and_never_gives_the_original(document):
    for mention in masked_mentions_of(document):
        assert lists_of(mention)
        for generalizations in lists_of(mention):
            assert len(generalizations) >= 2
            assert generalizations.index(MASK) == len(generalizations) - 1
            assert len(set(generalizations)) == len(generalizations)
            assert mention["span_text"] not in generalizations


@each_document
def test_people_are_numbered_in_the_order_in_which_they_appear(document):
    people = [m for m in masked_mentions_of(document) if m["entity_type"] == "PERSON"]
    order = list(dict.fromkeys(person["entity_id"] for person in people))
    for person in people:
        number = order.index(person["entity_id"]) + 1
        assert lists_of(person) == [[f"PERSON {number}", MASK]]


def test_there_are_long_lists_several_sources_and_nested_ones():
    sources = [mention["replacement"]["generalizations"] for mention in ALL_MASKED]
    assert any(
        len(generalizations) >= 8 for mention in ALL_MASKED for generalizations in lists_of(mention)
    )
    assert any({"P31", "P279"} <= set(source) for source in sources)
    assert any(isinstance(source.get("contained"), dict) for source in sources)
    assert {"heuristics", "P31", "P279", "P361"} <= {name for source in sources for name in source}


@pytest.mark.parametrize(
    "script", ["DEVANAGARI", "ARABIC", "GREEK", "CYRILLIC", "CJK UNIFIED", "ETHIOPIC"]
)
def test_many_scripts_are_present(script):
    assert any(unicodedata.name(character, "").startswith(script) for character in EVERY_TEXT)


def test_emoji_joined_sequences_and_combining_marks_are_present_and_stand_inside_spans():
    spans = "".join(mention["span_text"] for mention in ALL_MASKED)
    for text in (EVERY_TEXT, spans):
        assert "\N{ZERO WIDTH JOINER}" in text
        assert "\N{EMOJI MODIFIER FITZPATRICK TYPE-4}" in text
        assert "\N{COMBINING ACUTE ACCENT}" in text


def test_one_text_has_several_paragraphs():
    assert any("\n\n" in document["text"] for document in DOCUMENTS)


@pytest.mark.parametrize(
    "form",
    [
        r"\d{1,2} [A-Z][a-z]+ \d{4}",
        r"[A-Z][a-z]+ \d{1,2}, \d{4}",
        r"[A-Z][a-z]+ \d{4}",
        r"\d{4}",
        r"\d{4}-\d\d-\d\d",
        r"\d\d\.\d\d\.\d{4}",
        r"\d{1,2}/\d{1,2}/\d{4}",
        r"\d+ years old",
    ],
)
def test_dates_and_ages_come_in_several_forms(form):
    dates = [m["span_text"] for m in ALL_MASKED if m["entity_type"] == "DATETIME"]
    assert any(re.fullmatch(form, date) for date in dates)


@pytest.mark.parametrize("kind", ["phone number", "e-mail address", "case number"])
def test_codes_of_several_kinds_are_present(kind):
    codes = [mention for mention in ALL_MASKED if mention["entity_type"] == "CODE"]
    assert any(lists_of(code)[0][0] == kind for code in codes)


def test_sums_of_money_are_present():
    quantities = [m["span_text"] for m in ALL_MASKED if m["entity_type"] == "QUANTITY"]
    assert {"€", "£", "$"} <= {quantity[0] for quantity in quantities}


def test_only_the_four_test_documents_come_with_choices():
    assert len(TEST_DOCUMENTS) == 4
    for document in DOCUMENTS:
        if document not in TEST_DOCUMENTS:
            assert "generalized_text" not in document
            assert not any(
                m["replacement"]["generalization_selection"] for m in masked_mentions_of(document)
            )


@each_test_document
def test_three_earlier_annotators_chose_once_for_every_span_from_its_lists(document):
    for mention in masked_mentions_of(document):
        selection = mention["replacement"]["generalization_selection"]
        offered = {
            generalization
            for generalizations in lists_of(mention)
            for generalization in generalizations
        }
        assert set(selection) <= offered
        assert sorted(name for names in selection.values() for name in names) == EARLIER_ANNOTATORS


@each_test_document
def test_the_generalized_text_is_what_the_majority_chose(document):
    pieces, position = [], 0
    for mention in masked_mentions_of(document):
        selection = mention["replacement"]["generalization_selection"]
        # max returns the first of equals: a tie goes to the text named first.
        winner = max(selection, key=lambda text: len(selection[text]))
        pieces.append(document["text"][position : mention["start_offset"]])
        pieces.append(winner if winner == MASK else f"[{winner}]")
        position = mention["end_offset"]
    assert document["generalized_text"] == "".join(pieces) + document["text"][position:]


def test_the_earlier_annotators_disagree_but_not_about_everything():
    selections = [
        mention["replacement"]["generalization_selection"]
        for document in TEST_DOCUMENTS
        for mention in masked_mentions_of(document)
    ]
    sizes = Counter(len(selection) for selection in selections)
    assert set(sizes) == {1, 2, 3}
    assert sizes[3] < sizes[1]
