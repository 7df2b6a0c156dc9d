"""Letters and their accents as one character or as two: the same words, at the same places."""

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.composing import as_written, composed, composed_text
from annotation.records import Document, Layer, Mention
from annotation.types import IdentifierType, SemanticType

LETTERS = "aeé\u0301\u0323\u0308ñn\u0303 .\n가\u1100\u1161\u11a8\u0915\u093c中🇳🇴\u200d"


def mention(text: str, start: int, end: int) -> Mention:
    return Mention(
        mention_id=str(start),
        entity_type=SemanticType.PERSON,
        start=start,
        end=end,
        span_text=text[start:end],
        identifier_type=IdentifierType.DIRECT,
        entity_id="e",
    )


def marked(text: str, *spans: tuple[int, int]) -> Document:
    mentions = tuple(mention(text, *span) for span in spans)
    return Document(doc_id="d", text=text, layers=(Layer("l", mentions),))


def words_in(document: Document) -> list[str]:
    for each in document.iter_mentions():
        assert each.span_text == document.text[each.start : each.end]
    return [each.span_text for each in document.iter_mentions()]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_mentions_stay_at_their_words(form):
    words = ["José", "Zoë", "각하", "ḍ̇"]
    text = unicodedata.normalize(form, f"So {' met '.join(words)}, and then?")
    asked = [unicodedata.normalize(form, word) for word in words]
    spans = [(text.index(word), text.index(word) + len(word)) for word in asked]
    document = marked(text, *spans)
    joined = composed(document)
    assert words_in(joined) == [composed_text(word) for word in words]
    assert as_written(joined, text) == document


def test_a_composed_document_is_the_same_object():
    document = marked("José met Zoë.", (0, 4))
    assert composed(document) is document
    assert as_written(document, document.text) is document


def test_a_mention_that_ends_before_an_accent_has_the_whole_letter():
    text = "Zoe\u0308 left"
    assert words_in(composed(marked(text, (0, 3)))) == ["Zoë"]
    assert words_in(composed(marked(text, (3, 4)))) == ["ë"]


@given(st.text(alphabet=LETTERS, min_size=1, max_size=30), st.data())
def test_every_stretch_of_whole_letters_is_found_again(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    there = composed(marked(text, (start, end)))
    assert there.text == unicodedata.normalize("NFC", text)
    assert words_in(there)
    back = as_written(there, text)
    [mine] = back.iter_mentions()
    assert mine.start <= start
    assert mine.end >= end
    assert composed(back) == there
    assert replace(back, layers=()) == replace(marked(text), layers=())
