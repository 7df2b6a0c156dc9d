"""The attack by words: whom it finds, how sure it is, what it rests on."""

from __future__ import annotations

import pytest

from privacy.attacks import Target
from privacy.attacks.words import WordsAttack
from tests.privacy.people import PEOPLE, TEXT, make_background

NOTHING = "*** was born and *** and *** it was."
SAID = "[PERSON 1] defended beekeepers against the railway in ***, and wrote of moths and hedges."


@pytest.fixture
def attack(tmp_path):
    return WordsAttack(make_background(tmp_path))


def test_who_is_described_is_found_and_the_words_that_do_it_are_named(attack):
    attacked = attack.run(Target(SAID, "cy-moss"))
    assert (attacked.attack, attacked.rank, attacked.people) == ("words", 1, len(PEOPLE))
    words = [word for word, _ in attacked.rests_on]
    assert {"beekeepers", "moths", "hedges"} <= set(words)
    weights = [weight for _, weight in attacked.rests_on]
    assert weights == sorted(weights, reverse=True)


def test_brackets_and_masks_are_no_words(attack):
    bare = SAID.replace("[", "").replace("]", "").replace("***", "")
    assert attack.run(Target(bare, "cy-moss")) == attack.run(Target(SAID, "cy-moss"))


def test_the_number_of_a_person_is_no_word(tmp_path):
    people = PEOPLE | {"ed-roux": PEOPLE["ed-roux"] + " Person 2 of 12."}
    attack = WordsAttack(make_background(tmp_path, people))
    numbered = "[PERSON 2] met [PERSON 12]'s aunt, PERSON 2, and kept pigeons."
    hidden = "*** met *** aunt, ***, and kept pigeons."
    assert attack.run(Target(numbered, "ed-roux")) == attack.run(Target(hidden, "ed-roux"))
    said = attack.run(Target("He kept pigeons for 2 years.", "ed-roux")).rests_on
    assert "2" in dict(said)


def test_a_text_that_says_nothing_finds_nobody(attack):
    attacked = attack.run(Target(NOTHING, "cy-moss"))
    assert attacked.rank == len(PEOPLE)
    assert attacked.first is None
    assert attacked.rests_on == ()


def test_none_of_them_is_the_answer_where_the_confidence_is_low(attack):
    sure, unsure = attack.run(Target(PEOPLE["cy-moss"])), attack.run(Target("A railway."))
    assert unsure.confidence < 0.5 < sure.confidence
    assert (sure.first, unsure.first) == ("cy-moss", None)


def test_a_person_whom_the_background_lacks_has_no_rank(attack):
    assert attack.run(Target(TEXT, "nobody")).rank is None
    assert attack.run(Target(TEXT)).rank is None


def test_hiding_more_lets_the_confidence_fall(attack):
    less = SAID.replace("beekeepers", "***").replace("moths", "***").replace("hedges", "***")
    assert attack.run(Target(less)).confidence < attack.run(Target(SAID)).confidence
