from __future__ import annotations

from research.masking.indicators import indicator_kind
from research.masking.indicators.sequence_labelling import Match, SequenceLabelling
from tests.research.masking.indicators.documents import DOCUMENTS, mentions_of
from tests.research.masking.indicators.labellers import WordLabeller

NAME = mentions_of(DOCUMENTS[0])[0]
GIVEN, FAMILY = NAME.span_text.split()
LABELLER = WordLabeller({GIVEN: 0.9, FAMILY: 0.2}, default=0.5)


def test_full_match_asks_for_all_tokens():
    (found,) = SequenceLabelling(LABELLER, Match.FULL).assess(DOCUMENTS[0], [NAME])
    assert found.probability == 0.2
    assert FAMILY in found.evidence


def test_partial_match_asks_for_one_token():
    (found,) = SequenceLabelling(LABELLER, Match.PARTIAL).assess(DOCUMENTS[0], [NAME])
    assert found.probability == 0.9
    assert GIVEN in found.evidence


def test_tokens_that_must_be_masked_weigh_ten_times_as_much(resources):
    indicator_kind("sequence_labelling_full").fit(DOCUMENTS, resources)
    assert resources.token_classifier.class_weights == [(10.0, 1.0)]
