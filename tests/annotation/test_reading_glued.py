"""A word ends where its letters do, whatever stands at it."""

import re

import pytest

from annotation.reading.text import text_as_read


@pytest.mark.parametrize(
    "text",
    "Vang1 Vang[1] Vang† Vang‡ Vang-- Vang| Vang+ Vang@ Vang= •Vang -Vang a)Vang [1]Vang \\Vang "
    "Vang² Vang(born Vang;Ola 12Vang Vang1986 Vang^Ola Vang--who Vang® Ola+Vang Vang+guest".split(),
)
def test_a_name_stands_by_itself(text):
    assert re.search(r"(?:^|[\s(]| )Vang(?:$|[\s;])", text_as_read(f"met {text} there"))
    assert text_as_read(f"{text}").replace(" ", "") == text


@pytest.mark.parametrize(
    "text",
    [
        "ida.vang+post@example.org",
        "C:\\Users\\Vang\\notes",
        "\\\\srv\\Vang",
        "AB-12/3 H1N1 B12 3rd",
        "person(s) and f(x)",
        "2 -5 and 12-Mar-1986",
        "https://example.org/a_b;c",
        "e.g. the U.S.A. at example.com",
        "Mr. Vang, 14:30",
        "1.5 and 2.Q",
        "9.June 2019",
    ],
)
def test_what_is_of_one_piece_stays(text):
    assert text_as_read(text) == text


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("met Dr.Vang there", "met Dr. Vang there"),
        ("in 1986.Then came", "in 1986. Then came"),
        ("1.Ida Vang\n2)Ole", "1. Ida Vang\n2) Ole"),
    ],
)
def test_a_blank_that_was_forgotten_is_read(text, read):
    assert text_as_read(text) == read


def test_the_words_of_a_file_name_are_words():
    assert text_as_read("see Ida_Vang-CV.pdf.") == "see Ida Vang CV .pdf."


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Trond-\nheim", "Trondheim"),
        ("Trond- \r\n  heim", "Trondheim"),
        ("Anne-\nLise", "Anne-Lise"),
        ("mother-\nin-law", "mother-in-law"),
        ("well-\nknown is well-known", "well-known is well-known"),
        ("one -\ntwo", "one -\ntwo"),
    ],
)
def test_a_line_end_within_a_word_is_not_read(text, read):
    assert text_as_read(text) == read
