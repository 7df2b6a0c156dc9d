"""Noun phrases that describe people."""

from __future__ import annotations

import pytest

from masking.recognizers.descriptions import Descriptions


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("He is a retired bus driver from Leeds.", ["retired bus driver"]),
        ("He was a dairy-farm worker then.", ["dairy-farm worker"]),
        ("A widow came.", ["widow"]),
        ("The table is old.", []),
        ("Judge Hollis came.", []),
        ("", []),
    ],
)
def test_phrases_for_people_are_found(parse, text, found):
    spans = Descriptions().recognize(parse(text))
    assert [text[each.start : each.end] for each in spans] == found
