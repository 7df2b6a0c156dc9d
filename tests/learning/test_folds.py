"""Every document tests once; none is on both sides, whatever it is called."""

from __future__ import annotations

from dataclasses import replace

import pytest

from learning.errors import LearningError
from learning.folds import Fold, check_folds, split
from tests.selection.evaluation.documents import document

DOCUMENTS = [document(number, "ada") for number in range(7)]


def names(documents):
    return {each.doc_id for each in documents}


@pytest.mark.parametrize("folds", [2, 3, 7])
def test_every_document_tests_once_and_trains_otherwise(folds):
    found = list(split(DOCUMENTS, folds, seed=0))
    assert len(found) == folds
    tested = [each.doc_id for fold in found for each in fold.test]
    assert sorted(tested) == sorted(names(DOCUMENTS))
    for fold in found:
        assert names(fold.train) == names(DOCUMENTS) - names(fold.test)
        assert abs(len(fold.test) - 7 / folds) < 1


def test_the_same_seed_divides_alike_whatever_the_order_and_another_otherwise():
    def divided(documents, seed):
        return [names(fold.test) for fold in split(documents, 3, seed)]

    assert divided(DOCUMENTS, 1) == divided(DOCUMENTS[::-1], 1)
    assert len({str(sorted(map(sorted, divided(DOCUMENTS, seed)))) for seed in range(5)}) > 1


def test_documents_with_the_same_text_stay_together():
    twins = [replace(DOCUMENTS[0], doc_id="twin"), *DOCUMENTS]
    for seed in range(5):
        for fold in split(twins, 4, seed):
            assert len({"twin", "d0"} & names(fold.test)) in {0, 2}


def test_a_document_on_both_sides_is_refused_by_name():
    with pytest.raises(LearningError, match="Document d1 is both to train on and to test on"):
        Fold(tuple(DOCUMENTS[:2]), (replace(DOCUMENTS[1], text="another text"),))


def test_a_text_on_both_sides_is_refused_by_the_names_of_both_documents():
    with pytest.raises(LearningError, match=r"Document copy.* has the text of document d1"):
        Fold(tuple(DOCUMENTS[:2]), (replace(DOCUMENTS[1], doc_id="copy"),))


def test_more_folds_than_documents_are_refused():
    with pytest.raises(LearningError, match=r"5 folds need at least 5 .* there are 3"):
        check_folds(DOCUMENTS[:3], 5)


def test_one_document_can_not_be_divided():
    with pytest.raises(LearningError, match="One document can't be both"):
        check_folds(DOCUMENTS[:1], 2)
