"""Numbers in figures and words."""

from __future__ import annotations

import pytest

from masking.recognizers.numbers import Numbers


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
