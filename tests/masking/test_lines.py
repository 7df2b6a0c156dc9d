"""No mention goes on after a tab, or after a line that nobody wrapped."""

from __future__ import annotations

import pytest
from hypothesis import given

from masking.lines import hard_breaks
from tests.masking.texts import LONG, TEXTS

WRAPPED = (
    "We waited for a long time at the harbour for Anna\n"
    "Berg, who came at last with her sister and with a\n"
    "bag, and told us all that she knew of the voyage.\n"
)


def ends(text: str) -> list[int]:
    return [place for place, character in enumerate(text) if character in "\t\n"]


@pytest.mark.parametrize(
    "text",
    [
        "Name\tAnna Berg\nBorn\t1961\n",
        "Anna Berg\nBergen\nShe lives there and has always lived there, as far as I know.\n",
        "Anna Berg\nOdd Lie\nTom Moe\n",
        "One paragraph, and it is a long one, of a Word document.\nAnother one.\n",
        "Harbour Council\n\nDear Ms Berg\n",
        "\n\t\n",
    ],
)
def test_lines_of_forms_lists_and_headings_end_for_good(text: str):
    assert hard_breaks(text) == ends(text)


def test_a_paragraph_that_is_wrapped_goes_on_to_its_last_line():
    assert hard_breaks(WRAPPED) == [len(WRAPPED) - 1]
    assert hard_breaks(WRAPPED.replace("\n", "\r\n")) == [len(WRAPPED) + 2]
    letter = f"To: Anna\nFrom: Odd\n\n{WRAPPED}\nOdd\nLie\n"
    assert set(ends(letter)) - set(hard_breaks(letter)) == {
        letter.index("\nBerg"),
        letter.index("\nbag"),
    }


def test_a_line_of_a_wrapped_paragraph_that_has_room_ends_for_good():
    text = WRAPPED.replace("with a\n", "with\na\n") + WRAPPED
    assert text.index("\na\n") in hard_breaks(text)


def test_rows_of_a_table_are_never_wrapped():
    text = WRAPPED.replace(" for ", "\tfor ")
    assert hard_breaks(text) == ends(text)


@given(TEXTS)
def test_breaks_are_ends_of_lines_and_cells_in_text_order(text: str):
    assert hard_breaks(text) == sorted(set(hard_breaks(text)) & set(ends(text)))


@pytest.mark.parametrize("unit", ["a", "\n", "a\n", "a b\n", "\t", " ", " \n"])
def test_no_text_takes_long(unit: str):
    hard_breaks((unit * LONG)[:LONG])
