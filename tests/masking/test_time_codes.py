"""Time codes are places in a recording; times of day are none."""

from __future__ import annotations

import pytest
from hypothesis import given

from masking.time_codes import time_codes
from tests.masking.texts import HOSTILE, LONG, TEXTS


def codes_in(text: str) -> list[str]:
    return [text[start:end] for start, end in time_codes(text)]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("7\n00:01:03,000 --> 00:01:05,200\nYes.", ["7\n00:01:03,000 --> 00:01:05,200"]),
        ("01:03.000 --> 01:05.200 line:0\nYes.", ["01:03.000 --> 01:05.200 line:0"]),
        ("Ada Berg  0:03\nYes.", ["0:03"]),
        ("Ada Berg (00:12):\nYes.\nJo Lie (01:40):\nNo.", ["00:12", "01:40"]),
        ("[00:00:09] ADA: yes\n[00:01:02] JO: no", ["00:00:09", "00:01:02"]),
        ("0:05 Yes, we do.\n2:10 No.", ["0:05", "2:10"]),
        ("[    2.104233] hub: ready", ["[    2.104233]"]),
        ("Mar 3 db7 kernel: [  71.500012] hub: ready", ["[  71.500012]"]),
    ],
)
def test_subtitles_speakers_and_kernels_have_time_codes(text, codes):
    assert codes_in(text) == codes


@pytest.mark.parametrize(
    "text",
    [
        "14:02 Ada: hi\n14:05 Jo: hello",
        "She came at 00:12.",
        "[00:40] ADA: yes\n[00:12] JO: no",
        "Bus 10:30\nTrain 11:45",
    ],
)
def test_times_of_day_are_no_time_codes(text):
    assert codes_in(text) == []


@given(TEXTS)
def test_time_codes_lie_apart_in_text_order(text):
    places = [place for span in time_codes(text) for place in span]
    assert places == sorted(places)


@pytest.mark.parametrize("unit", [*HOSTILE.values(), "A 0:03\n", "0:01 --> "])
def test_no_text_makes_the_patterns_hang(unit):
    text = (unit * LONG)[:LONG]
    assert all(end <= LONG for _, end in time_codes(text))
