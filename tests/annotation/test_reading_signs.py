"""Signs that a reader does not see, or takes for others."""

import pytest

from annotation.reading.text import text_as_read


@pytest.mark.parametrize(
    "sign", [0xAD, 0x200B, 0x200C, 0x200D, 0x200E, 0x2060, 0xFEFF, 0x34F, 0xE0020]
)
def test_a_sign_without_width_is_not_read(sign):
    assert text_as_read(f"Oster{chr(sign)}haus") == "Osterhaus"


def test_a_sign_that_shapes_letters_stays():
    assert text_as_read("می\u200cخواهم") == "می\u200cخواهم"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Ida\xa0Vang", "Ida Vang"),
        ("Anne\u2011Lise", "Anne-Lise"),
        ("met Oster\u2011haus", "met Osterhaus"),
        ("a 40\u2011year\u2011old", "a 40-year-old"),
        ("Vang\xb4s son", "Vang's son"),
        ("ida\uff20example.org", "ida@example.org"),
        ("\uff29\uff44\uff41", "Ida"),
        ("a\ufb03liate", "affiliate"),
        ("\U0001d408\U0001d41d\U0001d41a", "Ida"),
        ("`code` and Vang`s", "code and Vang's"),
        ("one\u2028two", "one\ntwo"),
    ],
)
def test_letters_in_other_forms_are_read_as_letters(text, read):
    assert text_as_read(text) == read


@pytest.mark.parametrize("text", ["“Ida’s” — 5 €, №\u202f3"[:13], "x²", "Ⅳ", "½"])
def test_what_readers_see_stays(text):
    assert text_as_read(text) == text


def test_many_accents_on_a_letter_take_no_longer_each():
    text = "a" + "\u0301" * 20_000
    assert len(text_as_read(text)) == len(text) - 1
