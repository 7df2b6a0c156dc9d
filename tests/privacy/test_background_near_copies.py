"""The protected text is taken out of a background, other texts about the same person are not."""

from __future__ import annotations

import pytest

from privacy.background import Background, Person, build
from tests.privacy.people import PEOPLE, SPANS

TEXT = (
    "Ada Berg grew up by a lighthouse on the coast near Bergen, where her father mended nets for "
    "the fleet. After two years at sea she founded a company that carried mail, cattle and "
    "visitors between the islands, and she repaired the clocks of every church on the way. "
    "In her sixties she wrote a novel about the winter of the great storm."
)


def masked(text: str) -> str:
    for span, _, _ in SPANS:
        text = text.replace(span, "***")
    return text


def edited(text: str) -> str:
    """Change each tenth word."""
    words = text.split()
    words[::10] = ["edited"] * len(words[::10])
    return " ".join(words)


def built(folder, *texts: str):
    people = [Person("ada-berg", text) for text in texts]
    people += [Person(*each) for each in PEOPLE.items() if each[0] != "ada-berg"]
    summary = build(people, folder / "background", protected=[TEXT])
    return summary, Background.open(folder / "background")


@pytest.mark.parametrize(
    "copy", [TEXT, masked(TEXT), edited(TEXT), edited(masked(TEXT)), TEXT.upper(), TEXT[:200]]
)
def test_a_copy_is_taken_out_also_when_it_is_edited_or_masked(tmp_path, copy):
    summary, background = built(tmp_path, copy)
    assert summary.near_copies == 1
    assert background.number_of("ada-berg") is None


def test_another_text_about_the_person_stays(tmp_path):
    summary, background = built(tmp_path, PEOPLE["ada-berg"])
    assert summary.near_copies == 0
    assert background.text_of("ada-berg") == PEOPLE["ada-berg"]


def test_of_a_longer_text_only_the_copied_passage_is_taken_out(tmp_path):
    around = " ".join(PEOPLE.values())
    summary, background = built(tmp_path, f"{around} {TEXT} {around}")
    left = background.text_of("ada-berg")
    assert summary.near_copies == 1
    assert "great storm" not in left
    before, after = left.split(" … ")
    assert around.startswith(before)
    assert after in around
    assert len(before) + len(after) > len(around)


def test_each_copy_of_several_is_taken_out(tmp_path):
    around = " ".join(PEOPLE.values())
    _, background = built(tmp_path, f"{TEXT} {around} {masked(TEXT)} {around}")
    assert "church on the way" not in background.text_of("ada-berg")


SENTENCE = "After two years at sea she founded a company that carried mail, cattle and visitors."


@pytest.mark.parametrize(
    "text",
    [
        f"Ada Berg, born in 1931, is a watchmaker. {SENTENCE}",
        f"{SENTENCE} She lives in Oslo. Her dog is called Pluto. Berg is her name.",
        SENTENCE,
    ],
)
def test_a_text_that_shares_a_sentence_is_no_copy(tmp_path, text):
    summary, background = built(tmp_path, text)
    assert summary.near_copies == 0
    assert background.text_of("ada-berg") == text


def test_what_stands_around_and_within_a_copy_stays(tmp_path):
    before, after = "Born in 1931 in Oslo.", "Her dog was called Pluto."
    within = "Her brother was a well known goalkeeper in Malmö who trained dogs for the police."
    first, second, third = TEXT.split(". ")
    text = f"{before} {first}. {within} {second}. {third} {after}"
    _, background = built(tmp_path, text)
    left = [part.rstrip(".") for part in background.text_of("ada-berg").split(" … ")]
    assert left == [part.rstrip(".") for part in (before, within, after)]
