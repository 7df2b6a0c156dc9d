"""Recognizers are measured on what they were not trained on, at their threshold and at others."""

from __future__ import annotations

import pytest

from learning.errors import LearningError
from research.masking.plans import Plan
from research.masking.recognizing import evaluate
from tests.marked_layers import annotated, spans_of

DOCUMENTS = tuple(
    annotated(f"d{each}", Kim=f"[Ada Berg|a|DIRECT] of [Oslo|o] has dog {each}.")
    for each in range(4)
)
SURE, LIKELY, UNLIKELY = 0.9, 0.6, 0.3


class Scores:
    """Gives each word its score."""

    name = "scores"
    threshold = 0.5

    def __init__(self, **scores):
        self.scores = scores
        self.trainings = []

    def fit(self, documents, seed):
        self.trainings.append(({document.doc_id for document in documents}, seed))
        return self

    def masker(self, document):
        def masked(threshold):
            words = [word for word, score in self.scores.items() if score >= threshold]
            return spans_of(document, *words)

        return masked


def measured(*, seeds=(0,), folds=2, **scores):
    return evaluate(Scores(**scores), Plan(DOCUMENTS, folds=folds, seeds=seeds), print).to_json()


def test_tokens_and_entities_are_counted_at_the_own_threshold():
    found = measured(Ada=SURE, Berg=SURE, dog=LIKELY, Oslo=UNLIKELY)
    assert found["precision"] == found["recall"] == found["f1"] == pytest.approx(2 / 3)
    assert (found["er_di"], found["er_qi"]) == (1, 0)


def test_recall_is_compared_where_precision_suffices():
    found = measured(Ada=SURE, Berg=SURE, Oslo=UNLIKELY, dog=0.2)["at_precision_80"]
    assert 0.2 < found["threshold"] <= UNLIKELY
    assert found["recall"] == found["precision"] == found["er_qi"] == 1


def test_at_a_precision_out_of_reach_there_are_no_metrics():
    found = measured(dog=SURE)
    assert found["precision"] == 0
    assert set(found["at_precision_80"].values()) == {None}


def test_where_nothing_is_masked_there_is_no_precision():
    found = measured()
    assert found["precision"] is None
    assert found["recall"] == 0


def test_annotators_count_each():
    torn = annotated("t", Kim="[Ada|a] met [Bo|b].", Lee="[Ada|a] met Bo.")
    plan = Plan((torn,), training=DOCUMENTS)
    found = evaluate(Scores(Ada=SURE, Bo=SURE), plan, print).to_json()
    assert found["precision"] == 3 / 4
    assert found["recall"] == 1


def test_several_seeds_are_averaged_with_their_deviation():
    found = measured(Ada=SURE, seeds=(0, 1, 2))
    assert found["recall"] == pytest.approx(1 / 3)
    assert found["deviations"]["recall"] == 0


def test_no_document_is_trained_on_that_is_tested():
    candidate = Scores(Ada=SURE)
    evaluate(candidate, Plan(DOCUMENTS, folds=2, seeds=(0, 1)), print)
    trained_on = [ids for ids, _ in candidate.trainings]
    assert len(trained_on) == 4
    assert trained_on[0].isdisjoint(trained_on[1])
    assert all(len(ids) == 2 for ids in trained_on)


def test_documents_without_masks_are_refused():
    bare = annotated("b", Kim="[Ada|a|NO_MASK] left.")
    with pytest.raises(LearningError, match="no masks to compare with"):
        Plan((bare, annotated("c", Kim="Nobody left.")))


def test_a_document_on_both_sides_is_refused():
    with pytest.raises(LearningError, match="d0 is both to train on and to test on"):
        Plan(DOCUMENTS[:1], training=DOCUMENTS)
