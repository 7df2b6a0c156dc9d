"""The expert whose keys are counted: what is to be done next."""

from __future__ import annotations

from dataclasses import replace

import pytest

from annotation.types import SemanticType
from benchmarks.keystrokes.expert import (
    Choose,
    DisplayedSpan,
    GoldSpan,
    Mark,
    Move,
    Retype,
    TakeBack,
    next_step,
    on_former_page,
)

TEXT = "Ada Berg of Oslo. Berg left."
ADA = GoldSpan(0, 8, SemanticType.PERSON, "ada", "Ada Berg")
OSLO = GoldSpan(12, 16, SemanticType.LOC, "oslo", "Oslo")
BERG = GoldSpan(18, 22, SemanticType.PERSON, "ada", "Berg")
GOLD = [ADA, OSLO, BERG]


def displayed(gold: GoldSpan, **changes: object) -> DisplayedSpan:
    name = f"span-{gold.start}"
    span = DisplayedSpan(name, gold.start, gold.end, gold.entity_type, is_open=True, is_here=False)
    return replace(span, **changes)


def test_what_is_right_is_chosen_for_from_where_one_is():
    spans = [displayed(ADA), displayed(OSLO, is_here=True), displayed(BERG)]
    assert next_step(GOLD, spans) == Choose(spans[1])
    spans[1] = replace(spans[1], is_open=False)
    assert next_step(GOLD, spans) == Choose(spans[2])
    spans[2] = replace(spans[2], is_open=False)
    assert next_step(GOLD, spans) == Choose(spans[0])
    spans[0] = replace(spans[0], is_open=False)
    assert next_step(GOLD, spans) is None


@pytest.mark.parametrize("is_open", [True, False])
def test_what_is_wrong_is_mended_whether_it_is_chosen_for_or_not(*, is_open: bool):
    wrong = displayed(ADA, start=9, end=11, is_open=is_open)
    assert next_step(GOLD, [wrong]) == TakeBack(wrong)
    wide = displayed(OSLO, start=9, is_open=is_open)
    assert next_step(GOLD, [wide]) == Move(wide, OSLO)
    narrow = displayed(ADA, start=4, is_open=is_open)
    assert next_step(GOLD, [narrow]) == Mark(ADA)
    beside = displayed(ADA, start=4, end=11, is_open=is_open)
    assert next_step(GOLD, [beside]) == Move(beside, ADA)
    other = displayed(BERG, entity_type=SemanticType.ORG, is_open=is_open)
    assert next_step(GOLD, [other]) == Retype(other, SemanticType.PERSON)


def test_a_span_over_several_goes_to_the_one_it_shares_most_with():
    wide = displayed(ADA, end=16)
    assert next_step(GOLD, [wide]) == Move(wide, ADA)


def test_what_was_missed_is_marked_in_the_order_of_the_text():
    spans = [displayed(OSLO, is_open=False)]
    assert next_step(GOLD, spans) == Mark(ADA)
    spans.append(displayed(ADA, is_open=False))
    assert next_step(GOLD, spans) == Mark(BERG)


def test_signs_at_a_border_are_not_worth_a_key():
    initials = GoldSpan(4, 8, SemanticType.PERSON, "ada", "A.B.")
    short = displayed(initials, end=7)
    assert next_step([initials], [short]) == Choose(short)
    torn = displayed(initials, end=6)
    assert next_step([initials], [torn]) == Mark(initials)


def test_the_former_page_asks_for_each_mention_each_link_and_each_entity():
    assert on_former_page([]) == 1
    assert on_former_page([OSLO]) == 1 + 2 + 2
    assert on_former_page(GOLD) == 1 + 3 * 2 + 1 + 2 * 2
