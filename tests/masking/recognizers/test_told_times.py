"""Weekdays with the words beside them, and times that an event tells."""

from __future__ import annotations

import pytest

from annotation.types import SemanticType
from masking.recognizers.told_times import TOLD_BY_EVENT, WEEKDAY, ToldTimes


def told(parse, text: str, reason: str) -> list[str]:
    spans = [each for each in ToldTimes().recognize(parse(text)) if each.reason == reason]
    assert all(each.entity_type is SemanticType.DATETIME for each in spans)
    return [text[each.start : each.end] for each in spans]


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("We left on the day of the landslide.", "day of the landslide"),
        ("He fell ill the month after his wedding.", "month after his wedding"),
        ("It was the spring of the great strike.", "spring of the great strike"),
        ("That was the winter the harbour froze.", "winter the harbour froze"),
        ("She rang on the evening when the bridge fell down.", "evening when the bridge fell down"),
        ("I moved the year after she was born.", "year after she was born"),
        ("In the week of the opening of the school we met.", "week of the opening of the school"),
        ("It was two days after the trial.", "two days after the trial"),
    ],
)
def test_a_time_is_told_by_an_event(parse, text, time):
    assert told(parse, text, TOLD_BY_EVENT) == [time]


@pytest.mark.parametrize(
    "text",
    [
        "Every day the children play.",
        "That summer the mill closed.",
        "It was the last day of the month.",
        "At the end of the day it does not matter.",
        "The day after that I slept.",
        "A year of hunger followed.",
        "The minutes of the meeting were lost.",
        "On the last day",
        "the week of",
    ],
)
def test_no_event_tells_these_times(parse, text):
    assert told(parse, text, TOLD_BY_EVENT) == []


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("She came on Monday.", ["Monday"]),
        ("We met last Thursday night, and on tuesdays.", ["last Thursday night", "tuesdays"]),
        ("Come on Thu or fri evening.", ["Thu", "fri evening"]),
        ("They sat in the sun on his mon.", []),
    ],
)
def test_weekdays_are_found_with_the_words_beside_them(parse, text, days):
    assert told(parse, text, WEEKDAY) == days
