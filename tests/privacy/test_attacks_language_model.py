"""The attack by a language model: it puts the likeliest people in another order, and no more."""

from __future__ import annotations

import pytest

from learning.language_model import LanguageModel
from privacy.attacks import Target
from privacy.attacks.language_model import MOST_PEOPLE, LanguageModelAttack
from privacy.attacks.words import WordsAttack
from tests.learning.language_models import write_causal, write_masked
from tests.privacy.people import PEOPLE, make_background

SAID = "[PERSON 1] kept pigeons."
CROWD = PEOPLE | {f"no-{number}": f"He kept {number} pigeons." for number in range(10, 40)}


@pytest.fixture(scope="module", params=[write_masked, write_causal])
def model(request, tmp_path_factory):
    return LanguageModel(request.param(tmp_path_factory.mktemp("model")), device="cpu")


def mean_of(model, before, name):
    span = (len(before), len(before) + len(name))
    return model.masked_log_probabilities(f"{before}{name}.", [span])[0].mean()


def test_people_are_ranked_by_how_much_likelier_the_text_makes_their_names(model, tmp_path):
    attack = LanguageModelAttack(make_background(tmp_path), model)
    gains = {
        key: mean_of(model, "[***] kept pigeons.\n\nThis text is about ", key.replace("-", " "))
        - mean_of(model, "This text is about ", key.replace("-", " "))
        for key in PEOPLE
    }
    ordered = sorted(gains, key=gains.get, reverse=True)
    assert len(set(gains.values())) == len(PEOPLE)
    assert [attack.run(Target(SAID, key)).rank for key in ordered] == [1, 2, 3, 4, 5]


def test_who_is_not_among_the_likeliest_by_words_keeps_that_rank(model, tmp_path):
    background = make_background(tmp_path, CROWD)
    attack, words = LanguageModelAttack(background, model), WordsAttack(background)
    ranks = {key: attack.run(Target(SAID, key)).rank for key in CROWD}
    by_words = {key: words.run(Target(SAID, key)).rank for key in CROWD}
    assert sorted(ranks.values())[:MOST_PEOPLE] == [*range(1, MOST_PEOPLE + 1)]
    beyond = [key for key, rank in ranks.items() if rank > MOST_PEOPLE]
    assert {key: ranks[key] for key in beyond} == {key: by_words[key] for key in beyond}
    assert attack.run(Target(SAID, "nobody")).rank is None


def test_it_is_sure_only_of_whom_words_find_too(model, tmp_path):
    background = make_background(tmp_path)
    attack, words = LanguageModelAttack(background, model), WordsAttack(background)
    for key, text in PEOPLE.items():
        found, known = attack.run(Target(text, key)), words.run(Target(text, key))
        assert (found.attack, found.people, known.first) == ("language-model", len(PEOPLE), key)
        expected = (known.confidence, key) if found.rank == 1 else (0.0, None)
        assert (found.confidence, found.first) == expected


def test_a_text_longer_than_the_window_is_read_from_its_end(model, tmp_path):
    attack = LanguageModelAttack(make_background(tmp_path), model)
    ranks = [attack.run(Target(f"{'so it was. ' * n}{SAID}", "ed-roux")).rank for n in (30, 60)]
    assert ranks[0] == ranks[1]


def test_a_key_that_holds_no_name_gains_nothing(model, tmp_path):
    people = PEOPLE | {"---": "He kept pigeons."}
    attack = LanguageModelAttack(make_background(tmp_path, people), model)
    assert attack.run(Target(SAID, "---")).rank in range(1, len(people) + 1)
