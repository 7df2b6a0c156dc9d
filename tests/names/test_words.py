"""The words of a text stand where they are said to stand."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from names.words import word_borders, words_of

ALPHABET = "Aa'’s -_.ßéæøÅ\u0301\u200d\u05d0\u05b7\u0e01ﬁ漢7\n"
LETTERS = st.text(st.sampled_from(ALPHABET), max_size=30)


@given(st.one_of(LETTERS, st.text(max_size=30)))
@example("Anna's and Zoë’s")
def test_each_word_stands_within_its_borders(text: str) -> None:
    words, borders = words_of(text), word_borders(text)
    assert len(words) == len(borders)
    for word, (start, end) in zip(words, borders, strict=True):
        assert word in words_of(text[start:end])


@given(st.text(max_size=30))
def test_borders_follow_each_other_within_the_text(text: str) -> None:
    places = [place for border in word_borders(text) for place in border]
    assert all(0 <= place <= len(text) for place in places)
    assert all(start < end for start, end in word_borders(text))


@pytest.fixture
def hasty_threads():
    """Let threads interrupt each other as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("hasty_threads")
def test_words_have_the_same_stems_in_whichever_thread_they_are_read():
    texts = [f"nation{number}al traveller{number}s living{number}ness" for number in range(3_000)]
    with ThreadPoolExecutor(6) as threads:
        read = list(threads.map(words_of, texts * 2))
    assert read[: len(texts)] == read[len(texts) :]
