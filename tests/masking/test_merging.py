"""What several recognizers find becomes mentions that share no character."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from annotation.types import SemanticType
from masking.merging import merge, put_aside
from masking.reasons import WITHOUT_NUMBER
from masking.spans import ASIDE, CERTAIN, LIKELY, DisjointSpans, RecognizedSpan

PERSON, LOC, ORG = SemanticType.PERSON, SemanticType.LOC, SemanticType.ORG
CODE, DATETIME = SemanticType.CODE, SemanticType.DATETIME
FIXED = {CODE, DATETIME, SemanticType.QUANTITY}

TEXT = "x" * 100_000
"""As far as spans reach: one word."""


def span(start: int, end: int, type_: SemanticType = PERSON, score: float = LIKELY, reason="r"):
    return RecognizedSpan(start, end, type_, score, reason)


SPANS = st.builds(
    lambda start, length, type_, score: span(start, start + length, type_, score),
    st.integers(0, 30),
    st.integers(1, 9),
    st.sampled_from([PERSON, LOC, CODE, DATETIME]),
    st.sampled_from([LIKELY, CERTAIN]),
)


def test_names_that_overlap_become_one_with_the_type_and_reason_of_the_surest():
    surest, other = span(5, 9, LOC, reason="first"), span(0, 6, PERSON, reason="second")
    assert merge(TEXT, [surest, other, span(8, 12, ORG)]) == [span(0, 12, LOC, reason="first")]


def test_of_a_persons_name_that_runs_into_a_code_the_rest_is_left():
    code = span(8, 20, CODE, CERTAIN)
    assert merge(TEXT, [code, span(2, 12)]) == [span(2, 8), code]
    assert merge(TEXT, [code, span(2, 12, ORG)]) == [code]


def test_names_side_by_side_stay_two():
    assert merge(TEXT, [span(4, 8), span(0, 4)]) == [span(0, 4), span(4, 8)]


def test_a_date_keeps_its_borders_and_a_name_that_runs_into_it_is_dropped():
    date = span(4, 8, DATETIME)
    assert merge(TEXT, [span(0, 6), date, span(8, 9)]) == [date, span(8, 9)]


def test_a_date_in_words_that_a_name_holds_is_the_name():
    reason = f"date {WITHOUT_NUMBER}"
    date, name, code = span(4, 8, DATETIME, reason=reason), span(4, 8), span(0, 5, CODE)
    assert merge(TEXT, [date, name]) == [name]
    assert merge(TEXT, [date, span(6, 12)]) == [date]
    assert merge(TEXT, [code, date, name]) == [code, span(5, 8)]


def test_a_wider_date_takes_the_place_of_one_but_a_wider_code_does_not():
    assert merge(TEXT, [span(4, 6, DATETIME), span(2, 8, DATETIME)]) == [span(2, 8, DATETIME)]
    assert merge(TEXT, [span(4, 6, CODE), span(2, 8, CODE)]) == [span(4, 6, CODE)]


def test_of_a_code_that_runs_into_an_address_the_rest_is_left():
    address, code = span(0, 8, LOC, CERTAIN), span(5, 14, CODE, CERTAIN)
    assert merge("Ring 0-7-1-2-3", [address, code]) == [address, replace(code, start=9)]


@given(st.lists(SPANS))
def test_mentions_stand_in_order_and_apart(spans):
    merged = merge(TEXT, spans)
    assert all(one.end <= other.start for one, other in pairwise(merged))
    assert all(each.start < each.end for each in merged)


@given(st.lists(SPANS))
def test_only_what_runs_into_something_with_borders_of_its_own_is_uncovered(spans):
    merged = merge(TEXT, spans)
    covered = {place for each in merged for place in range(each.start, each.end)}
    has_borders = [each for each in merged if each.score == CERTAIN or each.entity_type in FIXED]
    fixed = {place for each in has_borders for place in range(each.start, each.end)}
    for each in spans:
        places = set(range(each.start, each.end))
        assert places <= covered or places & fixed


@given(st.lists(SPANS))
def test_merging_again_changes_nothing(spans):
    assert merge(TEXT, merge(TEXT, spans)) == merge(TEXT, spans)


def test_many_spans_are_merged_in_little_time():
    spans = [span(place, place + 3) for place in range(0, 100_000, 4)]
    codes = [span(place, place + 2, CODE) for place in range(100_000, 200_000, 4)]
    assert len(merge(TEXT, [*spans, *codes])) == 50_000


def test_a_less_sure_span_widens_those_that_it_holds_and_no_others():
    kept = DisjointSpans()
    for each in (span(4, 6, LOC, reason="a"), span(8, 9), span(5, 7), span(3, 9, CODE)):
        kept.widen(each)
    assert list(kept) == [span(3, 9, LOC, reason="a")]


def put_beside(*there: RecognizedSpan) -> list[RecognizedSpan]:
    kept = DisjointSpans()
    for each in there:
        kept.put(each)
    put_aside(TEXT, kept, span(10, 30, DATETIME, ASIDE), below=0.3)
    return list(kept)


def test_what_is_aside_unites_less_sure_spans_of_its_type_and_takes_the_place_of_others():
    parts = span(10, 14, DATETIME, 0.01), span(15, 20, LOC, 0.02), span(20, 24, DATETIME, 0.2)
    assert put_beside(*parts) == [span(10, 30, DATETIME, 0.2)]


def test_what_is_aside_leaves_what_is_surer_or_sticks_out():
    surer, sticks_out = span(14, 18, DATETIME, 0.4), span(28, 34, DATETIME, 0.01)
    first, between = span(10, 14, DATETIME, ASIDE), span(18, 28, DATETIME, ASIDE)
    assert put_beside(surer, sticks_out) == [first, surer, between, sticks_out]
    assert put_beside(whole := span(8, 32, LOC, 0.06)) == [whole]


def test_of_what_is_aside_no_rest_is_left_that_says_nothing():
    one, other = span(10, 18, LOC, 0.2), span(20, 30, LOC, 0.2)
    assert put_beside(one, other) == [one, other]
