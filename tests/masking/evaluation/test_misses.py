"""What is left readable is shown with the words around it."""

from __future__ import annotations

import pytest

from annotation.errors import RecordError
from masking.evaluation import find_misses
from tests.marked_layers import annotated, spans_of

LETTER = annotated(
    "letter",
    one="Dear [Mr Ada Berg|a|DIRECT], the [Bank of Norway|b|QUASI|ORG] wrote on Monday to "
    "[Bo|c|NO_MASK] again.",
    two="Dear Mr [Ada Berg|a|DIRECT], the Bank of Norway wrote on [Monday|d|QUASI|DATETIME] to "
    "Bo again.",
)


def test_a_miss_names_the_mention_what_is_readable_of_it_and_what_stands_around():
    first, second, third = find_misses(LETTER, spans_of(LETTER, "Ada", "Monday", "nk of"))
    assert (first.annotator, first.mention.span_text) == ("one", "Mr Ada Berg")
    assert first.exposed == ("Berg",)
    assert (first.before, first.after) == ("Dear ", ", the Bank of Norway wrote on ")
    assert (second.mention.span_text, second.exposed) == ("Bank of Norway", ("Ba", "Norway"))
    assert (third.annotator, third.mention.span_text) == ("two", "Ada Berg")
    assert third.to_json() == {
        "doc_id": "letter",
        "annotator": "two",
        "entity_mention_id": "two-1",
        "entity_type": "PERSON",
        "identifier_type": "DIRECT",
        "start_offset": 8,
        "end_offset": 16,
        "span_text": "Ada Berg",
        "exposed": ["Berg"],
        "before": "Dear Mr ",
        "after": ", the Bank of Norway wrote on ",
    }


def test_what_is_readable_is_shown_in_one_piece():
    [miss] = find_misses(annotated("d", one="[the Bank of Norway (Oslo)|b]"), [])
    assert miss.exposed == ("Bank of Norway (Oslo",)


def test_nothing_is_missed_where_only_words_without_content_stay():
    masks = spans_of(LETTER, "Ada Berg", "Bank", "Norway", "Monday")
    assert list(find_misses(LETTER, masks)) == []


def test_misses_stand_in_the_order_of_the_text():
    document = annotated("d", one="[Ada|a] [Bo|b] [Ada|a] [Bo|b]")
    assert [miss.mention.start for miss in find_misses(document, [])] == [0, 4, 7, 11]


def test_masks_that_leave_the_text_are_refused():
    with pytest.raises(RecordError, match="'letter'"):
        list(find_misses(LETTER, [(0, 1000)]))
