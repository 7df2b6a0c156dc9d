"""What is found without training and what taggers predict become one list of spans."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from annotation.types import SemanticType
from masking.correcting import corrected
from masking.reasons import PROTECTED
from masking.spans import RecognizedSpan
from masking.tagging.tagged import REASON, TaggedTokens

TEXT = "Ida Moe came from Bergen with Ole Ness 4711."


@pytest.fixture
def tagged(parse):
    """Return TEXT as taggers tag it, with the given probabilities for some of its words."""

    def tag(**probabilities: float) -> TaggedTokens:
        doc = parse(TEXT)
        masked = np.array([probabilities.get(token.text, 0.05) for token in doc])
        types = np.zeros((len(doc), len(SemanticType)))
        types[:, list(SemanticType).index(SemanticType.ORG)] = 1
        return TaggedTokens(doc, masked, np.zeros(len(doc)), types)

    return tag


def span(words: str, kind: SemanticType = SemanticType.PERSON, reason: str = "by rule"):
    start = TEXT.index(words)
    return RecognizedSpan(start, start + len(words), kind, 0.7, reason)


def summary(spans):
    return [(TEXT[each.start : each.end], each.reason, round(each.score, 3)) for each in spans]


def test_what_taggers_mask_stands_and_what_they_do_not_is_kept_with_their_score(tagged):
    found = [span("Bergen", SemanticType.LOC), span("Ole Ness")]
    spans = corrected(found, tagged(Bergen=0.9, came=0.8), 0.5)
    assert summary(spans) == [
        ("came", REASON, 0.8),
        ("Bergen", REASON, 0.9),
        ("Ole Ness", "by rule", 0.05),
    ]


def test_of_a_persons_name_all_or_nothing_is_masked(tagged):
    [name] = corrected([span("Ole Ness")], tagged(Ness=0.9), 0.5)
    assert summary([name]) == [("Ole Ness", REASON, 0.9)]


def test_of_other_names_only_what_taggers_mask(tagged):
    spans = corrected([span("came from Bergen", SemanticType.ORG)], tagged(Bergen=0.9), 0.5)
    assert [words for words, *_ in summary(spans)] == ["came from", "Bergen"]
    assert spans[0].score < 0.5 <= spans[1].score


@pytest.mark.parametrize(
    "certain",
    [span("Ole Ness", reason=PROTECTED), span("4711", SemanticType.CODE, "a number of a file")],
)
def test_codes_and_protected_names_stay_hidden_whatever_taggers_predict(tagged, certain):
    [kept] = corrected([certain], tagged(), 0.5)
    assert (kept.start, kept.end, kept.reason, kept.score) == (
        certain.start,
        certain.end,
        certain.reason,
        1,
    )


def test_what_taggers_mask_goes_on_around_what_is_certain(tagged):
    code = span("4711", SemanticType.CODE, "a number of a file")
    spans = corrected([code], tagged(Ole=0.9, Ness=0.9, **{"4711": 0.9}), 0.5)
    assert [words for words, *_ in summary(spans)] == ["Ole Ness", "4711"]


def places(spans):
    return {place for each in spans for place in range(each.start, each.end)}


def test_no_letter_is_in_two_spans_and_none_that_taggers_mask_is_lost(detector, parse):
    random = np.random.default_rng(3)
    text = "Ida Moe (born 12 May 1980), ida.moe@example.org, came from Bergen; Moe wrote 36110/97."
    doc = parse(text)
    found = detector.recognize(doc)
    for _ in range(50):
        masked = random.random(len(doc))
        types = random.random((len(doc), len(SemanticType)))
        tags = TaggedTokens(doc, masked, random.random(len(doc)), types)
        spans = corrected(found, tags, 0.5)
        assert all(one.end <= other.start for one, other in pairwise(spans))
        hidden = places(each for each in spans if each.score >= 0.5)
        wanted = places(tags.spans(0.5))
        assert not any(text[place].isalnum() for place in wanted - hidden)
