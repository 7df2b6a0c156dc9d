"""A text as it is read: the same words, at the same places."""

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.reading.text import read_document, reading_of, text_as_read
from annotation.records import Document, Layer, Mention
from annotation.types import IdentifierType, SemanticType

LETTERS = "aeé\u0301\u0323\u0308ñn\u0303 .\n가\u1100\u1161\u11a8\u0915\u093c中🇳🇴\u200d"
ANYTHING = LETTERS + "ABcd12;|,=<>/&\"':{}[]()*_-+@\\\xad\u200b´"


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


def written(text: str, *words: str) -> list[str]:
    """Return how words that are read in a text are written there."""
    reading = reading_of(text)
    spans = [(reading.text.index(word), reading.text.index(word) + len(word)) for word in words]
    return words_in(reading.as_written(marked(reading.text, *spans)))


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_mentions_stay_at_their_words(form):
    words = ["José", "Zoë", "각하", "ḍ̇"]
    text = unicodedata.normalize(form, f"So {' met '.join(words)}, and then?")
    asked = [unicodedata.normalize(form, word) for word in words]
    spans = [(text.index(word), text.index(word) + len(word)) for word in asked]
    document = marked(text, *spans)
    read = read_document(document)
    assert words_in(read) == [unicodedata.normalize("NFC", word) for word in words]
    assert reading_of(text).as_written(read) == document


def test_a_document_that_is_read_as_it_is_written_is_the_same_object():
    document = marked("José met Zoë.", (0, 4))
    assert read_document(document) is document
    assert reading_of(document.text).as_written(document) is document


def test_a_mention_that_ends_before_an_accent_has_the_whole_letter():
    text = "Zoe\u0308 left"
    assert words_in(read_document(marked(text, (0, 3)))) == ["Zoë"]
    assert words_in(read_document(marked(text, (3, 4)))) == ["ë"]


@pytest.mark.parametrize(
    ("text", "read", "stretch"),
    [
        ("met Oster\xadhaus there", "Osterhaus", "Oster\xadhaus"),
        ("met \u200bOsterhaus\ufeff there", "Osterhaus", "Osterhaus"),
        ("met S&oslash;ren&nbsp;Vang.", "Søren Vang", "S&oslash;ren&nbsp;Vang"),
        ("moved to Trond-\n  heim then", "Trondheim", "Trond-\n  heim"),
        ("Osterhaus3 said", "Osterhaus", "Osterhaus"),
    ],
)
def test_what_is_hidden_is_the_stretch_as_written(text, read, stretch):
    assert written(text, read) == [stretch]


def test_a_name_that_tags_cut_is_hidden_in_parts_of_one_entity():
    text = "met <b>Ida</b> <i>Vang</i> and <b>Vang</b>en"
    assert written(text, "Ida Vang") == ["Ida", "Vang"]
    assert written(text, "Vangen") == ["Vang", "en"]
    reading = reading_of(text)
    parts = reading.as_written(marked(reading.text, (4, 12))).layers[0].mentions
    assert len({each.mention_id for each in parts}) == len({each.entity_id for each in parts}) + 1


def test_the_key_of_a_cell_is_written_nowhere():
    reading = reading_of("Ward;Born;Beds\nElm;1960-01-02;12\nAsh;1961-02-03;14")
    assert reading.text.startswith("\nWard: Elm\nBorn: 1960-01-02\n")
    assert reading.stretches(1, 5) == []
    assert reading.stretches(1, 10) == [(15, 18)]


@given(st.text(alphabet=LETTERS, min_size=1, max_size=30), st.data())
def test_every_stretch_of_whole_letters_is_found_again(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    for there in read_document(marked(text, (start, end))).iter_mentions():
        for left, right in reading_of(text).stretches(there.start, there.end):
            assert left <= start or not text[start:left].strip("\u200d")
            assert right >= end or not text[right:end].strip("\u200d")


@given(st.text(alphabet=ANYTHING, max_size=60), st.data())
def test_what_is_read_stands_somewhere_and_in_order(text, data):
    reading = reading_of(text)
    start = data.draw(st.integers(0, len(reading.text)))
    end = data.draw(st.integers(start, len(reading.text)))
    stretches = reading.stretches(start, end)
    places = [place for stretch in stretches for place in stretch]
    assert places == sorted(places)
    assert all(0 <= left < right <= len(text) for left, right in stretches)
    whole = "".join(text[left:right] for left, right in reading.stretches(0, len(reading.text)))
    assert {letter for letter in whole if letter.isalnum()} <= set(text)


@given(st.text(alphabet=ANYTHING, max_size=60))
def test_mentions_come_back_where_they_were(text):
    document = marked(text, *((place, place + 1) for place in range(len(text))))
    back = reading_of(text).as_written(read_document(document))
    assert replace(back, layers=()) == replace(document, layers=())
    assert words_in(back) is not None


@pytest.mark.parametrize("text", ["&amp;nbsp;", "<b>&lt;b&gt;</b>", "a=b;c=d", "{'a':'b'}"])
def test_what_is_read_is_read_as_it_is(text):
    assert text_as_read(text_as_read(text)) == text_as_read(text)
