"""What words lead up to is a name, in small letters and as a common word, too."""

from __future__ import annotations

import pytest

from masking.recognizers.introductions import Introductions
from ontology.entries import Entry, Kind
from ontology.index.writing import write_index
from ontology.layers import Ontology
from tests.masking.texts import HOSTILE, LONG, untagged


@pytest.fixture(scope="module")
def introductions(tmp_path_factory) -> Introductions:
    """An ontology of some common words, by whose kinds names are distinguished from others."""
    entries = [
        Entry(("pebble",), ("stone",), Kind.SUBSTANCE, 1.0, "a small stone"),
        Entry(("team",), ("group",), Kind.ORGANIZATION, 1.0, "people who work together"),
        Entry(("tomorrow",), ("day",), Kind.TIME, 1.0, "the day after"),
        Entry(("captain",), ("leader", "person"), Kind.ROLE, 1.0, "a leader"),
        Entry(("mum",), ("parent", "relative", "person"), Kind.ROLE, 1.0, "a mother"),
    ]
    folder = tmp_path_factory.mktemp("introductions")
    write_index(folder, {"wordnet": entries}, {})
    return Introductions(Ontology.open(folder))


@pytest.fixture
def names_in(introductions, parse):
    """The texts of the names found, each once."""

    def find(text: str) -> set[str]:
        return {text[span.start : span.end] for span in introductions.recognize(parse(text))}

    return find


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("At the yard they call me Pebble.", "Pebble"),
        ("At the yard they call me pebble.", "pebble"),
        ("The others nicknamed her 'Pebble' for it.", "Pebble"),
        ("The neighbours all know him as just tuva.", "tuva"),
        ("His street name is Pebble. He ran.", "Pebble"),
        ("my name is tuva lindqvist, from the north", "tuva lindqvist"),
        ("she was called pebble at school", "pebble"),
        ("seen today, known as tuva, no pain", "tuva"),
        ("hello, it's tuva again", "tuva"),
        ("They called him Captain.", "Captain"),
        ("What do people call you?\n[00:12] Pebble. Since school.", "Pebble"),
        ("Your name, please?\nA: pebble, like the stone", "pebble"),
        ("my name is chidi hassan and I live here", "chidi hassan"),
    ],
)
def test_who_is_introduced_by_name_is_found(names_in, text: str, name: str):
    assert name in names_in(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Dear Pebble,\nit rains.", "Pebble"),
        ("thanks tuva see you there", "tuva"),
        ("hi pebble,\nit rains", "pebble"),
        ("Good morning, Pebble!", "Pebble"),
        ("I'll be there.\n\nLove from us all,\nPebble", "Pebble"),
        ("See you there\n\ncheers\npebble xx", "pebble"),
        ("to: tuva pebble <t@post.example>\n", "tuva pebble"),
        ("we saw mrs h on the ward", "mrs h"),
    ],
)
def test_who_is_addressed_or_signs_is_found(names_in, text: str, name: str):
    assert name in names_in(text)


@pytest.mark.parametrize(
    "text",
    [
        "Call me tomorrow.",
        "call me tomorrow, call me when you can",
        "Dear Captain,\nit rains.",
        "hi team, thanks mum, hello there",
        "Thanks for all.",
        "Best wishes\nWe will come to see you as soon as we can.",
        "The stone is called pebble by everybody.",
        "I'm tired and it's late.",
        "",
    ],
)
def test_other_words_in_such_places_are_no_names(names_in, text: str):
    assert names_in(text) == set()


def test_a_name_ends_with_its_line(names_in):
    assert "Tuva Lind" in names_in("Yours sincerely,\nTuva Lind\nHead of Sales")


@pytest.mark.parametrize(
    "unit",
    [*HOSTILE.values(), "call me ", "name?\n", "love\n", "my name ", "a@<", "hi ", "mr a"],
)
def test_no_text_makes_the_patterns_hang(unit: str):
    assert all(
        span.end <= LONG for span in Introductions().recognize(untagged((unit * LONG)[:LONG]))
    )
