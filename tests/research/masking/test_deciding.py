"""Indicators are measured on documents that they were not trained on; who cheats is caught."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, f1_score, roc_auc_score

from learning.errors import LearningError, TrainingError
from learning.folds import Fold
from research.masking import deciding, plans
from research.masking.deciding import TYPE_MAJORITY, TypeMajority, evaluate_indicators, measure
from research.masking.indicators import Assessment, Resources
from research.masking.plans import Plan
from tests.research.masking.indicators.documents import DOCUMENTS, document, mentions_of
from tests.research.masking.indicators.labellers import WordClassifier

NAMES = ("sequence_labelling_full", "sequence_labelling_partial")
PLAN = Plan(tuple(DOCUMENTS), folds=3)
RESOURCES = Resources(token_classifier=WordClassifier())


def test_measures_are_those_of_scikit_learn():
    random = np.random.default_rng(1)
    decisions, probabilities = random.random(50) < 0.7, random.random(50)
    assert measure(decisions, probabilities) == {
        "accuracy": accuracy_score(decisions, probabilities >= 0.5),
        "macro_f1": f1_score(decisions, probabilities >= 0.5, average="macro"),
        "auc": roc_auc_score(decisions, probabilities),
    }


def test_where_all_is_masked_there_is_no_curve():
    assert measure(np.array([True, True]), np.array([0.9, 0.2]))["auc"] is None


def test_the_baseline_says_what_was_decided_of_most_of_a_type():
    person, trade, *_ = TypeMajority(DOCUMENTS).assess(DOCUMENTS[0], mentions_of(DOCUMENTS[0]))
    assert person.probability > 0.9
    assert trade.probability < 0.1


def test_all_that_works_is_in_the_table_and_what_lacks_says_why():
    report = evaluate_indicators(PLAN, RESOURCES, 0, names=("lm_probability", *NAMES))
    assert list(report.indicators) == [TYPE_MAJORITY, *NAMES]
    assert list(report.combinations) == ["at_least_1", "at_least_2", "learned"]
    assert list(report.lacking) == ["lm_probability"]
    assert len(report.points) == 3
    for row in (*report.indicators.values(), *report.combinations.values()):
        assert row.keys() == {"accuracy", "macro_f1", "auc"}
    assert report.indicators[TYPE_MAJORITY]["accuracy"] == 1.0


def test_where_no_indicator_works_the_error_names_what_is_lacking():
    with pytest.raises(TrainingError, match="language model"):
        evaluate_indicators(PLAN, Resources(), 0, names=("lm_probability",))


def outputs_by_fold(documents, monkeypatch):
    """Return the outputs of the indicators of each fold for one and the same document."""
    found = []
    fit = deciding.fit_combined

    def listening(*arguments, **named):
        trained = fit(*arguments, **named)
        probe = document(20)
        found.append([each.probability for each in trained.assess(probe, mentions_of(probe))])
        return trained

    monkeypatch.setattr(deciding, "fit_combined", listening)
    evaluate_indicators(Plan(tuple(documents), folds=3), RESOURCES, 0, names=NAMES)
    monkeypatch.setattr(deciding, "fit_combined", fit)
    return found


def test_a_fold_does_not_notice_what_becomes_of_its_test_documents(monkeypatch):
    before = outputs_by_fold(DOCUMENTS, monkeypatch)
    altered = (*DOCUMENTS[:-1], document(11, inverted=True))
    after = outputs_by_fold(altered, monkeypatch)
    same = [one == other for one, other in zip(before, after, strict=True)]
    assert same.count(True) == 1, "only the fold that tests the document was not trained on it"


def test_a_division_that_trains_on_test_documents_is_caught(monkeypatch):
    def careless(documents, folds, seed):  # noqa: ARG001 - the interface of split
        for number in range(folds):
            yield Fold(tuple(documents), tuple(documents[number::folds]))

    monkeypatch.setattr(plans, "split", careless)
    with pytest.raises(LearningError, match="both to train on and to test on"):
        evaluate_indicators(PLAN, RESOURCES, 0, names=NAMES)


def test_who_looks_for_decisions_in_test_documents_finds_none(monkeypatch):
    seen = []

    class Peeker:
        def assess(self, each, mentions):
            seen.append((each.layers, {mention.identifier_type for mention in mentions}))
            return [Assessment(0.5, "") for _ in mentions]

    monkeypatch.setattr(deciding, "TypeMajority", lambda _documents: Peeker())
    evaluate_indicators(PLAN, RESOURCES, 0, names=NAMES)
    assert len(seen) == len(DOCUMENTS)
    for layers, kinds in seen:
        assert (layers, len(kinds)) == ((), 1)
