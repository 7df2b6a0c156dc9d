"""Generalized texts and segments."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.formats import document_from_json, read_documents
from annotation.records import MASK, Document, Layer
from annotation.rendering import (
    ReplacedSpan,
    chosen_text,
    generalized_text_of,
    led_mentions,
    render_generalized,
    rendered_mentions,
    segments,
    stretches,
)
from annotation.types import IdentifierType
from tests.annotation.strategies import document_records, storable_text

TEXT = "Zoë 🙂 sails to שלום."


@st.composite
def texts_with_spans(draw):
    text = draw(storable_text)
    borders = st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))
    pairs = draw(
        st.lists(borders.filter(lambda pair: pair[0] < pair[1]), max_size=5)
        if text
        else st.just([])
    )
    return text, [
        ReplacedSpan(start, end, f"<{number}>") for number, (start, end) in enumerate(pairs)
    ]


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ([], TEXT),
        ([(0, 3, "PERSON 1"), (4, 5, "***")], "[PERSON 1] *** sails to שלום."),
        ([(15, 19, "place"), (0, 3, "***")], "*** 🙂 sails to [place]."),
        ([(0, 3, "a"), (3, 5, "b")], "[a][b] sails to שלום."),
        ([(0, 20, "all")], "[all]"),
        ([(0, 5, "outer"), (4, 5, "inner")], "[outer] sails to שלום."),
        ([(0, 5, "short"), (4, 11, "long")], "[long] to שלום."),
        ([(6, 11, "second"), (4, 9, "first")], "Zoë [first] to שלום."),
    ],
)
def test_replacements_stand_in_brackets_but_for_the_mask(spans, expected):
    assert render_generalized(TEXT, [ReplacedSpan(*span) for span in spans]) == expected


@given(texts_with_spans())
def test_exactly_the_spans_disappear(text_and_spans):
    text, spans = text_and_spans
    hidden = {position for span in spans for position in range(span.start, span.end)}
    erased = [ReplacedSpan(span.start, span.end, MASK) for span in spans]
    kept = "".join(c for position, c in enumerate(text) if position not in hidden)
    assert render_generalized(text.replace("*", "+"), erased).replace(MASK, "") == kept.replace(
        "*", "+"
    )


@given(texts_with_spans(), st.randoms())
def test_the_order_of_the_spans_does_not_matter(text_and_spans, random):
    text, spans = text_and_spans
    unique = list({(span.start, span.end): span for span in spans}.values())
    shuffled = random.sample(unique, len(unique))
    assert render_generalized(text, unique) == render_generalized(text, shuffled)


@given(document_records())
def test_segments_put_together_are_the_text(record):
    document = document_from_json(record)
    mentions = list(document.iter_mentions())
    cut = segments(document.text, mentions)
    assert "".join(segment.text for segment in cut) == document.text
    for segment in cut:
        assert document.text.startswith(segment.text, segment.start)
        assert segment.text
    shown = [mention for segment in cut for mention in segment.mentions]
    masked = [mention for mention in mentions if mention.is_masked]
    assert sorted(map(id, shown)) == sorted(map(id, masked))
    for segment in cut:
        for mention in segment.mentions:
            assert segment.start <= mention.start
            assert mention.end <= segment.start + len(segment.text)


def document(*selections, identifier_type="DIRECT"):
    """A document with one masked mention per selection, at characters 0, 1, 2, …"""
    mentions = [
        {
            "entity_type": "PERSON",
            "entity_mention_id": f"em{index}",
            "start_offset": index,
            "end_offset": index + 1,
            "span_text": TEXT[index],
            "identifier_type": identifier_type,
            "entity_id": "e",
            "replacement": {
                "generalizations": {"P31": ["sailor", "***"]},
                "generalization_selection": selection,
            },
        }
        for index, selection in enumerate(selections)
    ]
    annotations = {"a1": {"entity_mentions": mentions}}
    return document_from_json({"doc_id": "d", "text": TEXT, "annotations": annotations})


def test_the_majority_decides_what_a_document_reads_like():
    chosen = document({"***": ["a"], "sailor": ["b", "c"]}, {"***": ["a", "b"], "sailor": ["c"]})
    assert generalized_text_of(chosen) == "[sailor]***ë 🙂 sails to שלום."


def test_of_mentions_that_overlap_the_longest_speaks_for_all_of_them():
    chosen = document({"sailor": ["a"]}, {})
    [layer] = chosen.layers
    name, letter = layer.mentions
    whole = replace(name, end=3, span_text=TEXT[:3])
    across = replace(letter, start=2, end=4, span_text=TEXT[2:4])
    nested = replace(chosen, layers=(replace(layer, mentions=(letter, whole)),))
    assert generalized_text_of(nested) == "[sailor] 🙂 sails to שלום."
    crossing = replace(chosen, layers=(replace(layer, mentions=(across, whole)),))
    assert generalized_text_of(crossing) == "[sailor]🙂 sails to שלום."
    assert led_mentions(crossing.layers[0].mentions) == {letter.mention_id}


@given(document_records())
def test_every_stretch_has_one_leading_mention_the_longest(record):
    for layer in document_from_json(record).layers:
        led = led_mentions(layer.mentions)
        for stretch in stretches(record["text"], layer.mentions):
            leading, *others = stretch.mentions
            assert leading.mention_id not in led
            assert {other.mention_id for other in others} <= led
            assert all(len(other.span_text) <= len(leading.span_text) for other in others)


def test_an_open_mention_leaves_the_document_without_generalized_text():
    assert generalized_text_of(document({"***": ["a"]}, {})) is None


def test_mentions_that_may_stay_need_no_choice():
    free = document({}, identifier_type=IdentifierType.NO_MASK.value)
    assert generalized_text_of(free) == TEXT


def test_a_document_nobody_has_marked_has_no_generalized_text():
    assert generalized_text_of(Document("d", TEXT)) is None
    assert generalized_text_of(Document("d", TEXT, (Layer("a1", ()),))) == TEXT


def test_the_published_texts_come_back_but_for_brackets_around_what_was_left(shared_data: Path):
    path = shared_data / "wikireplace.json"
    documents = list(read_documents(path))
    assert len(documents) == len(json.loads(path.read_bytes()))
    bracketed = 0
    for document in documents:
        published = document.generalized_text
        for mention in rendered_mentions(document):
            if chosen_text(mention) == mention.span_text:
                bracketed += 1
                published = published.replace(f"[{mention.span_text}]", mention.span_text)
        assert generalized_text_of(document) == published
    assert bracketed == 1
