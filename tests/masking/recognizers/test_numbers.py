"""Numbers in figures and words."""

from __future__ import annotations

import pytest

from masking.recognizers.numbers import Numbers, is_range


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I was fifty-two then.", ["fifty-two"]),
        ("Bed 4, exp 08/27 and 9.", ["4", "08/27", "9"]),
        ("Eleven seventy-five an hour.", ["Eleven seventy-five"]),
        ("They left - early.", []),
        ("On the ward, 12 beds; see page-12.", ["12", "12"]),
        ("As told in ref,12345678 and No.4471", ["12345678", "4471"]),
        ("It ran v1.2, then 12,000.50.", ["12,000.50"]),
        ("", []),
    ],
)
def test_rows_of_numbers_are_found(parse, text, found):
    spans = Numbers().recognize(parse(text))
    assert [text[each.start : each.end] for each in spans] == found


@pytest.mark.parametrize(
    ("text", "expected"),
    [("3.5-5.1", True), ("15 – 150", True), ("150-15", False), ("555-1234", False), ("12", False)],
)
def test_a_range_has_a_small_number_before_a_larger_one(text: str, *, expected: bool):
    assert is_range(text) is expected
