"""Scripts are told by the names that letters have in Unicode."""

from __future__ import annotations

import pytest

from masking.scripts import reads, script_of, scripts_of_language, usual_script


def test_letters_of_another_width_have_the_script_of_the_plain_ones():
    assert (script_of("Ａ"), script_of("µ"), script_of("½")) == ("LATIN", "GREEK", "")


def test_the_usual_script_is_that_of_most_letters():
    assert usual_script("Сегодня приехал Anders") == "CYRILLIC"
    assert usual_script("12 + 3") == ""


@pytest.mark.parametrize(
    ("language", "scripts"),
    [
        ("en", {"LATIN"}),
        ("nb", {"LATIN"}),
        ("ru", {"CYRILLIC"}),
        ("ar", {"ARABIC"}),
        ("ja", {"HIRAGANA", "KATAKANA", "CJK"}),
        ("ko", {"HANGUL", "CJK"}),
        ("sr", {"CYRILLIC", "LATIN"}),
        ("xx", set()),
    ],
)
def test_a_language_has_the_script_of_its_function_words_and_others_beside_it(language, scripts):
    assert scripts_of_language(language) == scripts


def test_what_has_no_letter_of_a_script_is_not_read_by_who_knows_no_other():
    assert not reads({"LATIN"}, "ליאה כהן")
    assert reads({"LATIN"}, "Вера Orlova")
    assert reads({"LATIN"}, "1980")
    assert reads(set(), "ליאה")


def test_who_knows_several_scripts_reads_each():
    assert all(reads(scripts_of_language("ja"), name) for name in ("東京", "アンナ", "さくら"))
    assert not reads(scripts_of_language("ja"), "Bergen")
