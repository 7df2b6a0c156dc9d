"""A number and its noun agree, in messages and on pages."""

import pytest

from annotation.formatting import counted


@pytest.mark.parametrize(
    ("number", "words", "expected"),
    [
        (0, ["document"], "0 documents"),
        (1, ["document"], "1 document"),
        (2, ["submitted document"], "2 submitted documents"),
        (1_300, ["choice"], "1,300 choices"),
        (1, ["span still needs", "spans still need"], "1 span still needs"),
        (2, ["span still needs", "spans still need"], "2 spans still need"),
    ],
)
def test_one_thing_is_no_things(number, words, expected):
    assert counted(number, *words) == expected
