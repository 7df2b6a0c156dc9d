"""What a model is told when it is asked, and what its answers are held against."""

from __future__ import annotations

import numpy as np
import pytest

from learning.errors import LearningError
from selection.evaluation.protocols import (
    answers_by_next_choice,
    answers_by_vote,
    choice_accuracy,
    singly_annotated,
)
from selection.families import Training
from tests.selection.evaluation.documents import document
from tests.selection.evaluation.families import Honest, LastLevelFamily


class Saying:
    """A model that always says the same; keeps what it is asked."""

    def __init__(self, probabilities):
        self.probabilities = probabilities
        self.asked = []

    def rank(self, asked):
        self.asked.append(asked)
        return self.probabilities(asked)


def first(asked):
    return [np.eye(len(each.options))[0] for each in asked.examples]


def last(who, texts):
    return texts[-1] if who == "ben" else texts[0]


def test_every_mention_somebody_chose_for_is_asked_once_without_the_choices():
    documents = [document(0, "ada", "ben"), document(1, "ada"), document(2)]
    model = Saying(first)
    answers = answers_by_vote(model, documents)
    assert len(answers) == 6
    assert [set(each.example.choices) for each in answers[::3]] == [{"ada", "ben"}, {"ada"}]
    assert not any(each.choices for asked in model.asked for each in asked.examples)


def test_each_choice_of_each_annotator_is_asked_for():
    documents = [document(0, "ada", "ben", rule=last), document(1, "ada")]
    model = Saying(first)
    answers = answers_by_next_choice(model, documents, [])
    assert [set(each.example.choices) for each in answers[::3]] == [{"ada"}, {"ben"}, {"ada"}]
    assert not any(each.choices for asked in model.asked for each in asked.examples)
    assert choice_accuracy(model, documents, []) == pytest.approx(6 / 9)


def test_a_personal_model_hears_of_the_annotator_alone_and_of_their_other_documents():
    model = LastLevelFamily().fit([document(5, "ada")], Training(encoder=None))
    earlier = [document(1, "ada", "ben"), document(2, "ben"), document(3)]
    answers = answers_by_next_choice(model, [document(0, "ada", "ben", rule=last)], earlier)
    (ada, name, hers), (_, _, his) = model.seen
    assert name == "ada"
    assert ada.annotators == ("ada",)
    assert [each.doc_id for each in hers] == ["d1"]
    assert [each.doc_id for each in his] == ["d1", "d2"]
    assert [each.probabilities.argmax() for each in answers[:3]] == [0, 0, 0]
    assert [each.probabilities.argmax() for each in answers[3:]] == [0, 1, 2]


def test_a_document_is_never_in_its_own_history():
    model = LastLevelFamily().fit([document(5, "ada")], Training(encoder=None))
    answers_by_next_choice(model, [document(0, "ada")], [document(0, "ada"), document(1, "ada")])
    assert [each.doc_id for each in model.seen[0][2]] == ["d1"]


def test_no_answer_is_wrong():
    model = Saying(lambda asked: [0 * each for each in first(asked)])
    assert choice_accuracy(model, [document(0, "ada")], []) == 0


def test_documents_without_choices_can_not_be_measured():
    with pytest.raises(LearningError, match="no choices"):
        choice_accuracy(Saying(first), [document(0)], [])


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda probabilities: probabilities[:-1],
        lambda probabilities: probabilities * 2,
        lambda probabilities: np.where(probabilities > 0, 1.5, -0.5),
        lambda probabilities: probabilities * np.nan,
        lambda probabilities: probabilities.reshape(1, -1),
    ],
)
def test_what_is_no_probability_is_refused_by_mention(spoilt):
    model = Saying(lambda asked: [spoilt(each) for each in first(asked)])
    with pytest.raises(LearningError, match="mention d0-m0 in document d0 is no probability"):
        answers_by_vote(model, [document(0, "ada")])


def test_answers_that_do_not_match_the_mentions_are_refused():
    model = Saying(lambda asked: first(asked)[1:])
    with pytest.raises(LearningError, match="2 answers for the 3 mentions of document d0"):
        answers_by_vote(model, [document(0, "ada")])


def test_the_documents_of_exactly_one_annotator_are_found():
    documents = [document(0), document(1, "ada"), document(2, "ada", "ben")]
    assert [each.doc_id for each in singly_annotated(documents)] == ["d1"]


def test_an_impersonal_model_answers_all_annotators_alike():
    model = Honest().fit([document(5, "ada")], Training(encoder=None))
    answers = answers_by_next_choice(model, [document(0, "ada", "ben", rule=last)], [])
    for one, other in zip(answers[:3], answers[3:], strict=True):
        assert (one.probabilities == other.probabilities).all()
