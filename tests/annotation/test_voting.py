"""The majority's choice."""

import pytest

from annotation.voting import majority


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        ({"sailor": ("a", "b"), "person": ("c",)}, "sailor"),
        ({"sailor": ("a",), "person": ("b", "c")}, "person"),
        ({"sailor": ("a",), "person": ("b",)}, "sailor"),
        ({"person": ("b",), "sailor": ("a",)}, "person"),
        ({"sailor": (), "***": ("a",)}, "***"),
    ],
)
def test_most_votes_win_and_a_tie_goes_to_the_text_named_first(selection, expected):
    assert majority(selection) == expected


@pytest.mark.parametrize("selection", [{}, {"sailor": ()}])
def test_no_votes_are_no_choice(selection):
    assert majority(selection) is None
