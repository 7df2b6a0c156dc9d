"""No mention of a test document reaches training, by any road; who cheats is caught."""

from __future__ import annotations

from dataclasses import replace

import pytest

from learning import encoding
from learning.errors import LearningError
from learning.folds import Fold
from research.selection.evaluation import running
from research.selection.evaluation.running import Plan, run
from selection.catalogue import catalogue
from selection.evaluation.protocols import answers_by_vote
from selection.families import Training, family_named, ranker
from tests.research.selection.evaluation.leaking import DOCUMENTS, leaks
from tests.selection.evaluation.documents import altered, varied
from tests.selection.evaluation.families import Eavesdropper, Hoarder, Honest, Peeker, accuracy


@pytest.fixture
def encoder(tiny_encoder, monkeypatch):
    """An encoder that takes texts one by one, and remembers them as ever.

    The last bits of a vector depend on the texts of its batch, which is no way to learn of them.
    """
    monkeypatch.setattr(encoding, "MOST_TEXTS", 1)
    tiny_encoder.forget()
    yield tiny_encoder
    tiny_encoder.forget()


@pytest.fixture
def short(monkeypatch):
    """Few trees: what leaks would leak into the first."""
    monkeypatch.setattr(ranker, "ROUNDS", 8)
    monkeypatch.setattr(ranker, "BAGS", 2)


LEARNING = [name for name in catalogue() if name != "baseline"]


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("name", LEARNING)
def test_a_family_does_not_notice_what_becomes_of_a_test_document(name, encoder):
    assert not leaks(family_named(name), encoder)


@pytest.mark.usefixtures("short")
def test_a_walk_does_not_notice_what_is_chosen_later_nor_by_others(tiny_encoder):
    model = family_named("personal").fit(DOCUMENTS, Training(tiny_encoder))
    walked = varied(13, "ada", "benjamin")
    probabilities = model.replay(walked, "ada", DOCUMENTS)
    for place in range(len(walked.examples)):
        kept, later = walked.examples[:place], altered(walked).examples[place:]
        kept = tuple(
            replace(each, choices={"ada": each.choices["ada"], "benjamin": "***"}) for each in kept
        )
        changed = replace(
            walked,
            examples=kept
            + tuple(
                replace(new, span_text=old.span_text)
                for new, old in zip(later, walked.examples[place:], strict=True)
            ),
        )
        found = model.replay(changed, "ada", DOCUMENTS)
        for before, after in zip(probabilities[: place + 1], found[: place + 1], strict=True):
            assert (before == after).all()


def test_an_honest_family_does_not_notice(tiny_encoder):
    assert not leaks(Honest(), tiny_encoder)


@pytest.mark.parametrize("family", [Hoarder, Eavesdropper])
def test_a_family_that_keeps_something_from_fold_to_fold_is_caught(family, tiny_encoder):
    assert leaks(family(), tiny_encoder)


def test_a_division_that_trains_on_test_documents_is_caught(tiny_encoder, monkeypatch):
    def careless(documents, folds, seed):  # noqa: ARG001 - the interface of split
        for number in range(folds):
            yield Fold(tuple(documents), tuple(documents[number::folds]))

    monkeypatch.setattr(running, "split", careless)
    with pytest.raises(LearningError, match="Document d0 is both to train on and to test on"):
        run(Honest(), Plan(DOCUMENTS, tiny_encoder), seed=0)


def test_a_model_that_looks_at_choices_finds_none(tiny_encoder):
    model = Peeker().fit(DOCUMENTS[:6], Training(tiny_encoder))
    honest = Honest().fit(DOCUMENTS[:6], Training(tiny_encoder))
    asked = DOCUMENTS[6:]
    assert all(probabilities.max() == 1 for each in asked for probabilities in model.rank(each))
    assert accuracy(model, asked) == accuracy(honest, asked) < 1
    for answer in answers_by_vote(model, asked):
        assert answer.probabilities.max() < 1
