"""Words in another script than the text's are names as their bearers write them."""

from __future__ import annotations

import pytest
from hypothesis import given

from masking.recognizers.scripts import OtherScripts, script_of
from tests.masking.texts import TEXTS, found_in, untagged

SCRIPTS = OtherScripts()


@pytest.mark.parametrize("name", ["Вера Орлова", "李明", "李 明", "רות", "ሰላም", "Ωρίων"])
def test_a_name_in_another_script_is_found_whole(name: str):
    assert found_in(SCRIPTS, f"Her friend ({name}) came late.") == [name]


def test_the_usual_script_is_that_of_most_letters():
    assert found_in(SCRIPTS, "Сегодня приехал Anders, и все были рады") == ["Anders"]


@pytest.mark.parametrize(
    "text",
    ["", "½", "12 + 3²", "5 µg of an α-blocker", "Zoë Šimůnková", "ＡＢＣ and abc", "😀 well"],
)
def test_signs_and_accents_are_no_names(text: str):
    assert found_in(SCRIPTS, text) == []


def test_letters_of_another_width_have_the_script_of_the_plain_ones():
    assert (script_of("Ａ"), script_of("µ"), script_of("½")) == ("LATIN", "GREEK", "")


@given(TEXTS)
def test_whatever_stands_in_a_text_nothing_breaks(text: str):
    assert all(
        0 <= span.start < span.end <= len(text) for span in SCRIPTS.recognize(untagged(text))
    )
