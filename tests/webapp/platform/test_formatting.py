"""Values as pages and files show them."""

from __future__ import annotations

import pytest

from webapp.platform.formatting import inert


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "\t", "\r"])
def test_a_text_that_a_spreadsheet_would_take_for_a_formula_is_none(first):
    assert inert(f"{first}HYPERLINK(1)") == f"'{first}HYPERLINK(1)"


@pytest.mark.parametrize("cell", ["Ada", "a=b", "", -1, -0.5, None])
def test_other_cells_stay_as_they_are(cell):
    assert inert(cell) is cell
