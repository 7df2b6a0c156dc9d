"""Answers are counted as published; averages are scikit-learn's, the rest is done by hand here."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix, f1_score

from annotation.formats import read_documents
from annotation.types import SemanticType
from learning.errors import LearningError
from selection.evaluation.judging import LEAST, judge
from selection.evaluation.measures import score
from selection.evaluation.protocols import Answer, answers_by_vote
from selection.examples import annotated, load_examples
from selection.families import Training, family_named
from tests.selection.evaluation.documents import example

LIST = ("town in the north", "town", "place", "***")


def answer(probabilities, *chosen, kind=SemanticType.LOC, candidates=LIST, doc_id="d0"):
    choices = {f"person {number}": text for number, text in enumerate(chosen)}
    asked = example(0, "Moss", kind, choices=choices, candidates=candidates, doc_id=doc_id)
    return Answer(asked, np.array(probabilities, dtype=np.float64))


@pytest.mark.parametrize(
    ("probabilities", "chosen", "by_majority", "by_any"),
    [
        ([0.7, 0.1, 0.1, 0.1], ["town in the north"], True, True),
        ([0.1, 0.7, 0.1, 0.1], ["town in the north"], False, False),
        ([0.1, 0.7, 0.1, 0.1], ["***", "***", "town"], False, True),
        ([0.1, 0.1, 0.1, 0.7], ["***", "***", "town"], True, True),
        ([0.1, 0.7, 0.1, 0.1], ["***", "town", "place"], True, True),  # tied: any of them
        (
            [0.4, 0.4, 0.1, 0.1],
            ["town"],
            False,
            False,
        ),  # equally base_probabilities: the first is the answer
        ([0.4, 0.4, 0.1, 0.1], ["town in the north"], True, True),
        ([0.0, 0.0, 0.0, 0.0], ["town in the north"], False, False),  # no answer
        (
            [0.1, 0.7, 0.1, 0.1],
            ["gone", "gone", "town"],
            False,
            True,
        ),  # the most voted is not there
        ([0.1, 0.7, 0.1, 0.1], ["gone", "town"], True, True),
        ([0.1, 0.7, 0.1, 0.1], ["gone"], False, False),
    ],
)
def test_what_counts_as_right(probabilities, chosen, by_majority, by_any):
    judged = judge(answer(probabilities, *chosen))
    assert (judged.by_majority, judged.by_any) == (by_majority, by_any)


@pytest.mark.parametrize(
    ("probabilities", "chosen", "expected"),
    [
        ([0.7, 0.2, 0.1, 0.0], ["town in the north"], 1),
        ([0.7, 0.2, 0.1, 0.0], ["***"], 1 / 4),
        ([0.7, 0.2, 0.1, 0.0], ["***", "place"], 1 / 3),  # the best-ranked of the most voted
        ([0.4, 0.2, 0.2, 0.2], ["place"], 1 / 3),  # as likely as another: by the order of the list
        ([0.0, 0.0, 0.0, 0.0], ["place"], 0),
        ([0.7, 0.2, 0.1, 0.0], ["gone"], 0),
    ],
)
def test_the_reciprocal_rank_is_that_of_the_best_ranked_most_voted_text(
    probabilities, chosen, expected
):
    assert judge(answer(probabilities, *chosen)).reciprocal_rank == pytest.approx(expected)


def test_equally_likely_candidates_of_a_long_list_rank_in_its_order():
    texts = tuple(f"text {number}" for number in range(300))
    probabilities = np.tile([2.0, 1.0, 3.0], 100) / 600
    ranks = [
        1 / judge(answer(probabilities, text, candidates=texts)).reciprocal_rank for text in texts
    ]
    assert ranks[2::3] == pytest.approx(range(1, 101))
    assert ranks[0::3] == pytest.approx(range(101, 201))
    assert ranks[1::3] == pytest.approx(range(201, 301))


def test_the_log_likelihood_is_that_of_the_votes_and_a_zero_is_dear_but_finite():
    found = judge(answer([0.5, 0.25, 0.25, 0.0], "town", "town", "place", "***"))
    expected = -(0.5 * log(0.25) + 0.25 * log(0.25) + 0.25 * log(LEAST))
    assert found.surprise == pytest.approx(expected)
    assert judge(answer([1, 0, 0, 0], "gone")).surprise == pytest.approx(-log(LEAST))


def test_pairs_are_found_where_the_answer_is_a_most_voted_text():
    scores = score(
        [
            answer([1, 0, 0, 0], "town in the north"),
            answer([1, 0, 0, 0], "town"),
            answer([1, 0, 0, 0], "town in the north", "town"),  # two to be found, one can be
            answer([0, 0, 0, 0], "town"),  # nothing is claimed
        ]
    )
    assert scores.precision == pytest.approx(2 / 3)
    assert scores.recall == pytest.approx(2 / 5)
    assert scores.f1 == pytest.approx(2 * (2 / 3) * (2 / 5) / (2 / 3 + 2 / 5))


def test_the_calibration_error_is_the_mean_gap_between_confidence_and_agreement():
    sure = [answer([0.9, 0.1, 0, 0], "town in the north") for _ in range(3)]
    sure.append(answer([0.9, 0.1, 0, 0], "town"))
    shared = [answer([0.6, 0.4, 0, 0], "town in the north", "town")]
    scores = score(sure + shared)
    assert scores.ece == pytest.approx((4 * abs(0.9 - 0.75) + 1 * abs(0.6 - 0.5)) / 5)
    assert [each.examples for each in scores.reliability] == [1, 4]
    assert scores.reliability[1].confidence == pytest.approx(0.9)
    assert scores.reliability[1].agreeing == pytest.approx(0.75)


def test_levels_are_averaged_and_confused_as_scikit_learn_does():
    chosen, likeliest = [0, 0, 0, 1, 1, 2, 3, 3], [0, 0, 1, 1, 0, 2, 3, 0]
    answers = [
        answer(np.eye(4)[given], LIST[true]) for true, given in zip(chosen, likeliest, strict=True)
    ]
    scores = score(answers)
    for way in ("micro", "macro", "weighted"):
        assert scores.levels[way].f1 == pytest.approx(f1_score(chosen, likeliest, average=way))
    assert scores.levels["micro"].f1 == pytest.approx(scores.majority_accuracy)
    assert scores.confusion.levels == (1, 2, 3, 4)
    assert np.array(scores.confusion.counts) == pytest.approx(confusion_matrix(chosen, likeliest))


def test_no_answer_and_a_choice_that_is_not_offered_have_level_0():
    scores = score([answer([0, 0, 0, 0], "town"), answer([0, 1, 0, 0], "gone")])
    assert scores.confusion.levels == (0, 2)
    assert scores.confusion.counts == ((0, 1), (1, 0))
    assert scores.levels["micro"].f1 == 0
    nothing = score([answer([0, 0, 0, 0], "gone")])
    assert nothing.levels["macro"].f1 == nothing.ece == nothing.f1 == 0


def test_types_and_lengths_are_counted_apart_in_order():
    pair = ("PERSON 1", "***")
    long = tuple(f"text {number}" for number in range(11))
    scores = score(
        [
            answer([0, 1], "***", kind=SemanticType.PERSON, candidates=pair),
            answer([0, 1], "PERSON 1", kind=SemanticType.PERSON, candidates=pair),
            answer(np.eye(11)[3], "text 3", candidates=long, doc_id="d1"),
        ]
    )
    assert (scores.documents, scores.examples) == (2, 3)
    assert {name: (each.examples, each.majority_accuracy) for name, each in scores.by_type.items()}
    assert scores.by_type["PERSON"].majority_accuracy == 0.5
    assert scores.by_type["LOC"].majority_accuracy == 1
    assert list(scores.by_length) == ["2", "11"]


def test_nothing_to_measure_is_said():
    with pytest.raises(LearningError, match="no choices"):
        score([])


def test_the_baseline_on_the_real_documents_is_exactly_the_published_count(shared_data):
    documents = annotated(load_examples(read_documents(shared_data / "wikireplace.json")))
    model = family_named("baseline").fit(documents, Training(encoder=None))
    answers = answers_by_vote(model, documents)
    judged = [judge(each) for each in answers]
    assert len(documents) == 70
    assert len(judged) == 1200
    assert sum(each.by_majority for each in judged) == 628
    assert sum(each.by_any for each in judged) == 670
    scores = score(answers)
    assert f"{100 * scores.majority_accuracy:.2f}" == "52.33"
    assert f"{100 * scores.any_accuracy:.2f}" == "55.83"
