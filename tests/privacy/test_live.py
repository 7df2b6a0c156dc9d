"""The look after each choice: as the attack on the whole text, and what gives the person away."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from annotation.rendering import ReplacedSpan, render_generalized
from privacy.attacks import Target
from privacy.attacks.words import WordsAttack
from privacy.live import ChosenSpan, LiveRisk, look
from privacy.payload import build_payload
from tests.privacy.people import PEOPLE, SPANS, TEXT, make_background, make_document


def chosen(texts):
    spans = []
    for number, ((span, *_), text) in enumerate(zip(SPANS, texts, strict=True)):
        start = TEXT.index(span)
        spans.append(ChosenSpan(start, start + len(span), f"m{number}", text))
    return spans


def rendered(spans):
    return render_generalized(TEXT, [ReplacedSpan(s.start, s.end, s.text or "***") for s in spans])


@pytest.fixture
def background(tmp_path):
    return make_background(tmp_path)


@pytest.fixture
def payload(background):
    return build_payload(make_document(), background, person="ada-berg", k={})


def test_it_agrees_with_the_attack_on_the_whole_text(background, payload):
    attack = WordsAttack(background)
    for texts in product(*([*texts, None] for _, _, texts in SPANS)):
        spans = chosen(texts)
        whole = attack.run(Target(rendered(spans), "ada-berg"))
        live = look(payload, spans).attack
        assert (live.rank, live.people) == (whole.rank, whole.people)
        assert live.confidence == pytest.approx(whole.confidence, abs=0.02)


def test_a_written_text_counts_as_one_that_was_offered(background, payload):
    spans = chosen(["***", "a harbour, a lighthouse with clocks and accordions", "***"])
    whole = WordsAttack(background).run(Target(rendered(spans), "ada-berg"))
    live = look(payload, spans)
    assert live.attack.rank == whole.rank
    assert not any(word.word == "accordions" for word in live.gives_away)  # not in the payload


@pytest.mark.parametrize("number", ["PERSON 1", "PERSON 7"])  # one is offered, one written
def test_the_number_of_a_person_says_nothing(tmp_path, number):
    people = PEOPLE | {"ada-berg": PEOPLE["ada-berg"] + " Person 1, then 7."}
    document = make_document(TEXT + " She was 7, then 1 of many a person.")
    payload = build_payload(document, make_background(tmp_path, people), person="ada-berg", k={})
    assert {"person", "1", "7"} <= set(payload.stems)
    hidden, numbered = ChosenSpan(0, len(document.text), "m0"), chosen([number, None, None])
    assert look(payload, numbered) == look(payload, chosen([None] * len(SPANS)))
    assert look(payload, [replace(hidden, text=number)]) == look(payload, [hidden])


def test_the_words_that_give_away_are_named_with_their_places(payload):
    given = look(payload, chosen([None] * len(SPANS))).gives_away
    assert given
    for word in given:
        assert word.places
        assert all(TEXT[start:end] == word.word for start, end in word.places)
        assert word.mentions == ()


def test_hiding_what_gives_away_takes_the_person_off_the_first_place(payload):
    spans = chosen([None] * len(SPANS))
    assert look(payload, spans).attack.rank == 1
    for word in look(payload, spans).gives_away:
        spans += [ChosenSpan(*place, f"new {place}") for place in word.places]
    after = look(payload, spans)
    assert after.attack.rank != 1
    assert after.gives_away == ()


def test_a_choice_that_gives_away_names_its_mention(payload):
    given = look(payload, [ChosenSpan(0, len(TEXT), "all", "lighthouse ferry")]).gives_away
    assert given
    assert {word.word for word in given} <= {"lighthouse", "ferry"}
    assert all(word.mentions == ("all",) and not word.places for word in given)


def test_a_person_whom_the_background_lacks_is_given_away_while_somebody_is_surely_found(
    background,
):
    payload = build_payload(make_document(), background, person="nobody", k={})
    risk = look(payload, [])
    assert risk.attack.rank is None
    assert bool(risk.gives_away) == (risk.attack.confidence >= 0.7)


def test_nothing_readable_means_nothing_found(payload):
    risk = look(payload, [ChosenSpan(0, len(TEXT), "all")])
    assert risk.attack.confidence == 0
    assert risk.attack.rank > 1
    assert risk.gives_away == ()


def test_without_a_background_nothing_is_attacked():
    payload = build_payload(make_document(), None, person="ada-berg", k={"people": 3})
    assert look(payload, []) == LiveRisk(None)
    assert payload.k == {"people": 3}


def test_what_another_attack_rests_on_is_named_as_far_as_it_is_read_where_no_word_leads(payload):
    rests_on = ["railway", "clocks"]
    clear, hidden = chosen([None] * len(SPANS)), [ChosenSpan(0, len(TEXT), "all", "railway")]
    assert look(payload, clear, rests_on=rests_on) == look(payload, clear)
    assert look(payload, hidden).gives_away == ()
    [word] = look(payload, hidden, rests_on=rests_on).gives_away
    assert (word.word, word.places, word.mentions) == ("railway", (), ("all",))
