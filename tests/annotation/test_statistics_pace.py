"""Active time leaves breaks out, and a forecast says nothing that it doesn't know."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.statistics import (
    FEWEST_DAYS,
    IDLE_AFTER,
    PACE_OVER,
    Pace,
    Work,
    active_times,
    pace_of,
    quartiles,
)

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SECOND, MINUTE, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(days=1)


def test_time_belongs_to_the_task_whose_step_ends_it():
    steps = [(1, "a", NOON), (1, "a", NOON + MINUTE), (1, "b", NOON + 3 * MINUTE)]
    assert active_times(steps) == {"a": MINUTE, "b": 2 * MINUTE}


def test_a_break_does_not_count_and_reading_does():
    reading = NOON + IDLE_AFTER
    steps = [(1, "a", NOON), (1, "a", reading), (1, "a", reading + IDLE_AFTER + SECOND)]
    assert active_times(steps) == {"a": IDLE_AFTER}


def test_the_time_of_one_annotator_is_not_that_of_the_next():
    assert active_times([(1, "a", NOON), (2, "b", NOON + MINUTE)]) == {}


@given(st.lists(st.integers(0, 3600), max_size=30))
def test_active_time_is_never_longer_than_the_clock_nor_than_its_steps(offsets):
    times = [NOON + offset * SECOND for offset in sorted(offsets)]
    active = active_times((1, "a", at) for at in times).get("a", timedelta())
    assert active <= (max(times) - min(times) if times else timedelta())
    assert active <= IDLE_AFTER * max(0, len(times) - 1)


def test_the_forecast_goes_on_at_the_pace_of_late():
    submitted = [NOON - 8 * DAY, NOON - 4 * DAY]
    pace = pace_of(Work(6, 2, submitted), NOON)
    assert (pace.lately, pace.per_week) == (2, pytest.approx(7 / 4))
    assert pace.finish == date(2026, 3, 18)  # four documents, one in four days


def test_what_is_long_ago_says_nothing_of_the_pace():
    old = [NOON - PACE_OVER - DAY] * 5
    assert pace_of(Work(10, 5, old), NOON).finish is None
    assert pace_of(Work(10, 6, [*old, NOON - DAY]), NOON).lately == 1


@pytest.mark.parametrize(
    "work",
    [Work(3, 0, []), Work(3, 3, [NOON - DAY] * 3), Work(10**6, 1, [NOON - 20 * DAY])],
    ids=["nothing submitted", "all done", "more than anybody will see"],
)
def test_there_is_no_forecast_where_there_is_nothing_to_tell(work):
    assert pace_of(work, NOON).finish is None


def test_what_a_file_brought_is_done_but_has_no_pace():
    pace = pace_of(Work(10, 5, []), NOON)
    assert (pace.lately, pace.per_week, pace.finish) == (0, 0, None)


def test_the_first_days_have_a_count_and_no_pace():
    first = NOON - FEWEST_DAYS * DAY
    assert pace_of(Work(12, 9, [first + MINUTE] * 9), NOON) == Pace(9, None, None)
    assert pace_of(Work(12, 9, [first] * 9), NOON).per_week == pytest.approx(21)


def test_quartiles_of_one_value_are_that_value():
    assert quartiles([]) is None
    assert quartiles([3.0]) == (3.0, 3.0, 3.0)
    assert quartiles([1.0, 2.0, 3.0, 4.0, 5.0]) == (2.0, 3.0, 4.0)
