"""What privacy figures say in words: nothing that is not known, and never "anonymous"."""

from __future__ import annotations

import pytest

from privacy.figures import CandidateFigures
from webapp.insight.risk.wording import (
    NOT_ATTACKED,
    attack_line,
    attack_of,
    kept_line,
    label_of,
    people_line,
    sentence_of,
)


def candidate(text: str = "city in Norway", **facts: object) -> CandidateFigures:
    known = {
        "fits": None,
        "noun": "places",
        "inhabitants": None,
        "by_size": None,
        "guess": 0.0,
        "kept": 0.0,
    }
    return CandidateFigures(text, **(known | facts))


def test_an_option_says_all_that_is_known_of_it():
    option = candidate(fits=22, inhabitants=3_412_345, by_size=0.26, kept=0.61)
    assert label_of(option) == "fits 22"
    assert sentence_of(option) == (
        "Fits at least 22 places that we know, with 3.4 million inhabitants. "
        "A guess by size would be right in 1 of 4. Keeps 61\u00a0% of what it told."
    )


@pytest.mark.parametrize(
    ("facts", "label", "sentence"),
    [
        ({}, "", "Keeps nothing of what it told."),
        ({"fits": 4, "kept": 0.9}, "fits few", "Fits few places that we know. Keeps 90\u00a0% of"),
        ({"fits": 5}, "fits 5", "Fits at least 5 places that we know. Keeps nothing"),
        ({"fits": 18_389}, "fits 18,389", "Fits at least 18,389 places that we know. Keeps"),
        ({"fits": 2_000_000}, "fits 2 million", "Fits at least 2 million places that we know."),
        ({"fits": 8_000_000_000}, "fits anybody", "Fits anybody. Keeps nothing"),
        (
            {"fits": 8_000_000_000, "guess": 0.25, "kept": 0.1},
            "fits anybody",
            "Fits anybody. Keeps 10\u00a0% of what it told.",
        ),
        ({"by_size": 0.9}, "", "A guess by size would be right nearly always. Keeps"),
        ({"guess": 0.5}, "", "A guess would be right in 1 of 2. Keeps nothing"),
        ({"fits": 99, "text": "***"}, "", "Keeps nothing of what it told."),
    ],
)
def test_what_is_not_known_is_not_said(facts, label, sentence):
    option = candidate(**facts)
    assert label_of(option) == label
    assert sentence_of(option).startswith(sentence)


@pytest.mark.parametrize(
    ("number", "words"),
    [(9, "9"), (1_249, "1,200"), (120_499, "120,000"), (7_600_000_000, "7.6 b")],
)
def test_inhabitants_are_told_in_round_numbers(number, words):
    assert f"with {words}" in sentence_of(candidate(fits=7, inhabitants=number))


@pytest.mark.parametrize(
    ("attack", "words"),
    [
        ((1, 553, 0.95), "The full attack finds the person: 1st of 553, sure."),
        ((1, 553, 0.8), "The full attack finds the person: 1st of 553, fairly sure."),
        ((1, 553, 0.2), "The full attack finds the person: 1st of 553, unsure."),
        ((3, 553, 0.2), "The full attack puts the person 3rd of 553."),
        ((11, 553, 0.2), "not among the first 10 of 553."),
        ((6, 12, 0.2), "The full attack puts the person 6th of 12."),
        ((11, 12, 0.2), "The full attack puts the person 11th of 12."),
        ((22, 29, 0.2), "The full attack puts the person 22nd of 29."),
        ((None, 553, 0.2), "Not in the background of 553, and the full attack finds nobody."),
        ((None, 553, 0.9), "Not in the background of 553, but the full attack takes somebody for"),
    ],
)
def test_an_attack_is_told_by_rank_and_certainty(attack, words):
    assert words in attack_line(*attack).figure


def test_a_table_says_where_somebody_else_is_taken_for_who_is_not_in_the_background():
    absent = {"people": 30, "rank": None, "confidence": 0.2}
    assert attack_of(absent) == "not in the background"
    assert attack_of(absent | {"confidence": 0.9}).endswith("somebody is taken for the person")


def test_only_among_many_people_a_far_rank_is_not_told():
    far = {"people": 30, "rank": 11, "confidence": 0.2}
    assert attack_of(far) == "not among the first 10 of 30"
    assert attack_of(far | {"people": 29}) == "11th of 29"
    assert "near" in attack_line(10, 12, 0.2).advice
    assert "near" not in attack_line(11, 12, 0.2).advice


def test_a_share_that_is_kept_does_not_break_before_its_sign():
    assert "keep 50\u00a0% of" in kept_line(0.5).figure


def test_people_are_counted_and_a_sample_says_so():
    assert (
        people_line(1, 70, is_sample=False).figure
        == "All choices fit 1 of 70 people of this project."
    )
    assert people_line(12, 70, is_sample=False).advice == ""
    assert "of a sample of the 10,000 people" in people_line(3, 10_000, is_sample=True).figure
    assert "nobody to be mixed up with" in people_line(1, 1, is_sample=False).figure


def test_each_figure_that_can_be_mended_says_how():
    lines = [attack_line(1, 9, 0.9), people_line(1, 9, is_sample=False), NOT_ATTACKED]
    assert all(line.advice for line in [*lines, kept_line(0.5)])
    assert not any("anonym" in f"{line.figure} {line.advice}" for line in lines)
