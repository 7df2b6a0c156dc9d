"""Spans get the types and scores that they are judged to have."""

from __future__ import annotations

import json
from itertools import permutations

import pytest

from annotation.types import SemanticType
from masking.judging.judging import judged
from masking.judging.model import Judge, Judgement, together
from masking.recognizers.numbers import REASON as NUMBER
from masking.repeating import PROTECTED
from masking.spans import RecognizedSpan
from tests.masking.marks import marked

PERSON, LOC, CODE = SemanticType.PERSON, SemanticType.LOC, SemanticType.CODE
JUDGE = Judge(
    (PERSON, LOC, CODE),
    (0.0, 0.0, 0.0, 0.0),
    {
        "place": (0.0, 2.0, 0.0, 1.0),
        "name": (3.0, 0.0, 0.0, 2.0),
        "code": (0.0, 1.0, 2.0, 0.0),
        "noise": (0.0, 0.0, 0.0, -9.0),
        "doubt": (0.0, 0.0, 0.0, -2.0),
    },
)


class Told:
    """Evidence that is the words of a span, and what they are told to be."""

    def __init__(self, text: str, **features: str) -> None:
        self._text, self._features = text, features

    def features(self, span: RecognizedSpan) -> set[str]:
        return set(self._features[self._text[span.start : span.end]].split())


def summary(source: str, reason: str = "test", **features: str) -> list[tuple[str, SemanticType]]:
    text, spans = marked(source, reason)
    return [
        (text[each.start : each.end], each.entity_type)
        for each in judged(text, spans, Told(text, **features), JUDGE)
    ]


def test_a_judgement_sums_the_weights_of_what_is_known():
    judgement = JUDGE.judge({"place", "never seen"})
    assert judgement.likeliest() == [LOC, PERSON, CODE]
    assert judgement.masked == pytest.approx(0.731, abs=0.001)
    assert sum(judgement.types.values()) == pytest.approx(1)


def test_the_order_of_the_features_decides_nothing():
    weights = {"a": (0.0, 0.3), "b": (0.0, 1e16), "c": (0.0, -1e16), "d": (0.0, 0.7)}
    judge = Judge((PERSON,), (0.0, 0.1), weights)
    assert len({judge.judge(order).masked for order in permutations(weights)}) == 1


def test_the_likeliest_type_is_taken_whatever_recognizers_said():
    assert summary("[Solvik|PERSON]", Solvik="place") == [("Solvik", LOC)]


def test_what_is_hardly_ever_masked_is_not_even_listed():
    assert summary("[Ix|ORG] of [Ada|ORG]", Ix="noise", Ada="name") == [("Ada", PERSON)]


def test_equal_strings_are_judged_together():
    one, other = JUDGE.judge({"place"}), JUDGE.judge({"name"})
    both = together([one, other], is_name=True)
    assert both.masked == other.masked
    place, noise = JUDGE.judge({"place"}), JUDGE.judge({"noise place"})
    assert together([place, noise], is_name=False).masked == (place.masked + noise.masked) / 2
    assert together([other, other, one], is_name=False).masked == other.masked
    assert both.types[LOC] == pytest.approx((one.types[LOC] + other.types[LOC]) / 2)


def test_the_same_name_in_other_capitals_or_with_an_article_is_judged_together():
    features = {"Crown": "name", "THE CROWN’s": "noise place", "crown": "noise"}
    text, spans = marked("[Crown|LOC] [THE CROWN’s|LOC] [crown|LOC]")
    found = judged(text, spans, Told(text, **features), JUDGE)
    assert [text[each.start : each.end] for each in found] == ["Crown", "THE CROWN’s"]


def test_names_to_protect_stay_what_they_are():
    assert summary("[Ada|PERSON]", PROTECTED, Ada="noise place") == [("Ada", PERSON)]


@pytest.mark.parametrize(
    ("found_as", "features", "type_"),
    [("LOC", "code", CODE), ("LOC", "code doubt", LOC), ("CODE", "code doubt", CODE)],
)
def test_only_what_is_likely_becomes_a_code_for_codes_are_always_masked(found_as, features, type_):
    assert summary(f"[B6|{found_as}]", B6=features) == [("B6", type_)]


@pytest.mark.parametrize(
    ("found_as", "reason", "features", "type_"),
    [
        ("QUANTITY", "named entity, MONEY", "date", "QUANTITY"),
        ("QUANTITY", "again: named entity, MONEY", "date", "QUANTITY"),
        ("DATETIME", "year, by its form", "amount", "DATETIME"),
        ("QUANTITY", NUMBER, "date", "DATETIME"),
        ("DATETIME", "named entity, DATE", "name", "PERSON"),
        ("PERSON", "named entity, PERSON", "date", "DATETIME"),
    ],
)
def test_who_finds_an_amount_or_a_date_tells_which(found_as, reason, features, type_):
    types = (PERSON, SemanticType.DATETIME, SemanticType.QUANTITY)
    weights = {"name": (2.0, 0, 0, 1), "date": (0, 2.0, 0, 1), "amount": (0, 0, 2.0, 1)}
    text, spans = marked(f"[May|{found_as}]", reason)
    judge = Judge(types, (0.0, 0.0, 0.0, 0.0), weights)
    [found] = judged(text, spans, Told(text, May=features), judge)
    assert found.entity_type == type_


def test_a_percentage_is_an_amount_whatever_it_is_judged_to_be():
    assert summary("[9 %|QUANTITY] [9|QUANTITY]", **{"9 %": "place", "9": "place"}) == [
        ("9 %", SemanticType.QUANTITY),
        ("9", LOC),
    ]


@pytest.mark.parametrize("reason", ["wallet address, by its form", "number, as it is said"])
def test_what_its_form_settles_stays_a_code(reason):
    weights = {"name": (2.0, 0, -9.0)}
    text, spans = marked("[May|CODE]", reason)
    judge = Judge((PERSON, SemanticType.CODE), (0.0, 0.0, 0.0), weights)
    [found] = judged(text, spans, Told(text, May="name"), judge)
    assert (found.entity_type, found.score) == (SemanticType.CODE, 1.0)


def test_a_judge_is_opened_from_its_weights(tmp_path):
    path = tmp_path / "weights.json"
    stored = {"types": ["PERSON", "LOC"], "bias": [0, 1, 2], "weights": {"a": [1, 0, 0]}}
    path.write_text(json.dumps(stored), encoding="utf-8")
    judgement = Judge.open(path).judge({"a"})
    assert judgement == Judgement(pytest.approx(0.881, abs=0.001), {PERSON: 0.5, LOC: 0.5})


def test_a_span_keeps_its_place_and_reason():
    text, [span] = marked("in [Solvik|PERSON]")
    [found] = judged(text, [span], Told(text, Solvik="place"), JUDGE)
    assert (found.start, found.end, found.reason) == (span.start, span.end, span.reason)
