"""Numbers, names and addresses as they are said."""

from __future__ import annotations

import pytest

from masking.recognizers.said_codes import SAID_MAIL, SAID_NUMBER, SPELLED, said_codes
from tests.masking.texts import HOSTILE, LONG


def found(text: str) -> list[tuple[str, str]]:
    is_common = {"chapter", "CHAPTER"}.__contains__
    return [(text[start:end], kind) for start, end, kind in said_codes(text, is_common)]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("jo.lie [at] mail [dot] example", SAID_MAIL),
        ("jo.lie(at)mail.example", SAID_MAIL),
        ("jo at mail dot example", SAID_MAIL),
        ("jo AT mail DOT example", SAID_MAIL),
        ("jo underscore lie forty two at g mail dot example", SAID_MAIL),
        ("jo.lie [at]\nmail [dot] example", SAID_MAIL),
        ("jo.lie@\nmail.example", SAID_MAIL),
        ("four four one, nine two, double zero seven", SAID_NUMBER),
        ("four dash oh nine dash triple two", SAID_NUMBER),
        ("eight hundred five five two", SAID_NUMBER),
        ("(2o6) 441-l907", SAID_NUMBER),
        ("206.four41.1907", SAID_NUMBER),
        ("Kilo Lima four four two", SAID_NUMBER),
        ("L-I-V-I-A", SPELLED),
        ("L - I - V - I - A", SPELLED),
        ("L as in lemon, I as in ink, V as in vine", SPELLED),
        ("j, o, l, i, e at mail dot example", SAID_MAIL),
        ("2 0 6 4 4 1 9 0 7", SAID_NUMBER),
        ("two stroke oh four four stroke nine", SAID_NUMBER),
        ("L i v i a L i e", SPELLED),
        ("Lima India Victor", SPELLED),
        ("L for Lima, double O, V for Victor", SPELLED),
        ("jo dot lie, one word, at mail dot example", SAID_MAIL),
        ("jo at lie mail dot example", SAID_MAIL),
    ],
)
def test_what_is_said_is_hidden_as_one(said: str, kind: str):
    surest, *_ = found(f"So: {said}, please")
    assert surest == (said, kind)


@pytest.mark.parametrize(
    "text",
    [
        "Two or three people came.",
        "After nine eleven all changed.",
        "One two three go!",
        "one, two, three, four, five, six",
        "the U-S-A and plan B",
        "C H A P T E R one",
        "in nineteen seventy-two, nineteen ninety",
        "we met at noon at the station",
        "BP 130/85",
        "Jo Lie at his lowest point today",
        "look at the whole dot pattern",
    ],
)
def test_prose_says_no_codes(text: str):
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("My PIN is four two nine.", "four two nine"),
        ("The code: seven seven one", "seven seven one"),
        ("My name is spelled L-I-V.", "L-I-V"),
    ],
)
def test_a_cue_makes_few_signs_enough(text: str, said: str):
    assert [words for words, _ in found(text)] == [said]


@pytest.mark.parametrize("unit", [*HOSTILE.values(), "one ", "a at ", "a dot ", "a_", "K-"])
def test_no_text_makes_the_patterns_hang(unit: str):
    text = (unit * LONG)[: LONG // 10]
    assert all(end <= len(text) for _, end, _ in said_codes(text, str.isupper))
