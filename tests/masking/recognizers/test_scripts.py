"""Words in another script than the text's are names as their bearers write them."""

from __future__ import annotations

import pytest
import spacy
from hypothesis import given

from annotation.types import SemanticType
from masking.recognizers.scripts import OtherScripts
from tests.masking.texts import TEXTS, found_in, untagged

SCRIPTS = OtherScripts()


@pytest.mark.parametrize("name", ["Вера Орлова", "李明", "李 明", "רות", "ሰላም", "Ωρίων"])
def test_a_name_in_another_script_is_found_whole(name: str):
    assert found_in(SCRIPTS, f"Her friend ({name}) came late.") == [name]


def test_the_usual_script_is_that_of_most_letters():
    assert found_in(SCRIPTS, "Сегодня приехал Anders, и все были рады") == ["Anders"]


def test_a_text_of_a_language_with_several_scripts_has_no_other_one_in_them():
    text = "Сутра долази Вера Орлова, kaže Ana, са 李明"
    found = SCRIPTS.recognize(spacy.blank("sr")(text))
    assert [text[span.start : span.end] for span in found] == ["李明"]


@pytest.mark.parametrize(
    "text",
    ["", "½", "12 + 3²", "5 µg of an α-blocker", "Zoë Šimůnková", "ＡＢＣ and abc", "😀 well"],
)
def test_signs_and_accents_are_no_names(text: str):
    assert found_in(SCRIPTS, text) == []


def test_a_sentence_in_another_script_is_no_persons_name():
    text = "She came late, and all that she said was: {}. Then she left the house."
    [name] = SCRIPTS.recognize(untagged(text.format("Вера Орлова")))
    [sentence] = SCRIPTS.recognize(untagged(text.format("Вера Орлова сказала мне вчера")))
    assert (name.entity_type, sentence.entity_type) == (SemanticType.PERSON, SemanticType.MISC)


@given(TEXTS)
def test_whatever_stands_in_a_text_nothing_breaks(text: str):
    assert all(
        0 <= span.start < span.end <= len(text) for span in SCRIPTS.recognize(untagged(text))
    )
