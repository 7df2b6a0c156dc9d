"""The expert whose keys are counted: what is to be done next."""

from __future__ import annotations

from dataclasses import replace

import pytest

from annotation.types import SemanticType
from benchmarks.keystrokes.expert import (
    Choose,
    Mark,
    Move,
    Retype,
    Shown,
    TakeBack,
    Wanted,
    next_step,
    on_former_page,
)

TEXT = "Ada Berg of Oslo. Berg left."
ADA = Wanted(0, 8, SemanticType.PERSON, "ada", "Ada Berg")
OSLO = Wanted(12, 16, SemanticType.LOC, "oslo", "Oslo")
BERG = Wanted(18, 22, SemanticType.PERSON, "ada", "Berg")
WANTED = [ADA, OSLO, BERG]


def shown(wanted: Wanted, **changes: object) -> Shown:
    name = f"span-{wanted.start}"
    span = Shown(name, wanted.start, wanted.end, wanted.entity_type, is_open=True, is_here=False)
    return replace(span, **changes)


def test_what_is_right_is_chosen_for_from_where_one_is():
    spans = [shown(ADA), shown(OSLO, is_here=True), shown(BERG)]
    assert next_step(WANTED, spans) == Choose(spans[1])
    spans[1] = replace(spans[1], is_open=False)
    assert next_step(WANTED, spans) == Choose(spans[2])
    spans[2] = replace(spans[2], is_open=False)
    assert next_step(WANTED, spans) == Choose(spans[0])
    spans[0] = replace(spans[0], is_open=False)
    assert next_step(WANTED, spans) is None


@pytest.mark.parametrize("is_open", [True, False])
def test_what_is_wrong_is_mended_whether_it_is_chosen_for_or_not(*, is_open: bool):
    wrong = shown(ADA, start=9, end=11, is_open=is_open)
    assert next_step(WANTED, [wrong]) == TakeBack(wrong)
    wide = shown(OSLO, start=9, is_open=is_open)
    assert next_step(WANTED, [wide]) == Move(wide, OSLO)
    narrow = shown(ADA, start=4, is_open=is_open)
    assert next_step(WANTED, [narrow]) == Mark(ADA)
    beside = shown(ADA, start=4, end=11, is_open=is_open)
    assert next_step(WANTED, [beside]) == Move(beside, ADA)
    other = shown(BERG, entity_type=SemanticType.ORG, is_open=is_open)
    assert next_step(WANTED, [other]) == Retype(other, SemanticType.PERSON)


def test_a_span_over_several_goes_to_the_one_it_shares_most_with():
    wide = shown(ADA, end=16)
    assert next_step(WANTED, [wide]) == Move(wide, ADA)


def test_what_was_missed_is_marked_in_the_order_of_the_text():
    spans = [shown(OSLO, is_open=False)]
    assert next_step(WANTED, spans) == Mark(ADA)
    spans.append(shown(ADA, is_open=False))
    assert next_step(WANTED, spans) == Mark(BERG)


def test_signs_at_a_border_are_not_worth_a_key():
    initials = Wanted(4, 8, SemanticType.PERSON, "ada", "A.B.")
    short = shown(initials, end=7)
    assert next_step([initials], [short]) == Choose(short)
    torn = shown(initials, end=6)
    assert next_step([initials], [torn]) == Mark(initials)


def test_the_former_page_asks_for_each_mention_each_link_and_each_entity():
    assert on_former_page([]) == 1
    assert on_former_page([OSLO]) == 1 + 2 + 2
    assert on_former_page(WANTED) == 1 + 3 * 2 + 1 + 2 * 2
