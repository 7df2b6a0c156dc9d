"""What several annotators hide, made one layer."""

from __future__ import annotations

import pytest

from annotation.records import Document, Layer, Mention
from annotation.settling import SETTLED, Settling, settled
from annotation.types import IdentifierType, SemanticType

TEXT = "Ada Berg met Ada in Oslo, then Kim in Bergen."


def mention(words, entity="e1", *, type_=SemanticType.PERSON, masked=True, after=0):
    start = TEXT.index(words, after)
    kind = IdentifierType.QUASI if masked else IdentifierType.NO_MASK
    name = f"{entity}-{start}"
    return Mention(name, type_, start, start + len(words), words, kind, entity)


def hidden(*layers, settling=Settling.ANY):
    document = Document("d", TEXT, tuple(Layer(f"a{n}", each) for n, each in enumerate(layers)))
    return settled(document, settling)


def words_of(document):
    [layer] = document.layers
    return [each.span_text for each in layer.mentions]


ADA, OSLO, KIM = mention("Ada Berg"), mention("Oslo", "e2"), mention("Kim", "e3")


@pytest.mark.parametrize(
    ("settling", "left"),
    [
        (Settling.ANY, ["Ada Berg", "Oslo", "Kim"]),
        (Settling.MOST, ["Ada Berg", "Oslo"]),
        (Settling.ALL, ["Ada Berg"]),
    ],
)
def test_a_span_needs_so_many_annotators(settling, left):
    document = hidden((ADA, OSLO, KIM), (ADA, OSLO), (ADA,), settling=settling)
    assert words_of(document) == left
    assert document.layers[0].name == SETTLED


def test_whoever_hides_more_hides_what_is_in_it():
    longer, shorter = (mention("Ada Berg"),), (mention("Ada"),)
    assert words_of(hidden(longer, shorter)) == ["Ada Berg"]
    assert words_of(hidden(longer, shorter, settling=Settling.ALL)) == ["Ada"]


def test_two_spans_together_hide_a_longer_one():
    apart = (mention("Ada "), mention("Berg"))
    assert words_of(hidden((ADA,), apart, settling=Settling.ALL)) == ["Ada Berg"]


def test_what_need_not_be_hidden_is_no_vote():
    assert words_of(hidden((mention("Oslo", masked=False),), (KIM,), settling=Settling.MOST)) == []


def test_one_annotator_keeps_the_name():
    document = hidden((KIM,))
    assert (document.layers[0].name, words_of(document)) == ("a0", ["Kim"])


def test_nobody_hides_nothing():
    assert words_of(hidden()) == []


def test_of_two_types_the_one_that_more_gave_it_is_taken():
    as_place = mention("Oslo", "x", type_=SemanticType.LOC)
    document = hidden((OSLO,), (as_place,), (as_place,))
    assert [each.entity_type for each in document.layers[0].mentions] == [SemanticType.LOC]


def test_entities_are_one_where_one_annotator_says_so():
    again = mention("Ada", after=5)
    document = hidden((ADA, again, OSLO), (mention("Ada", "b", after=5), mention("Kim", "b")))
    entities = {each.span_text: each.entity_id for each in document.layers[0].mentions}
    assert entities["Ada Berg"] == entities["Ada"] == entities["Kim"] != entities["Oslo"]
