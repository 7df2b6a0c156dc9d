"""Formatting shares and names of documents, for pages and messages."""

from __future__ import annotations

from typing import TypeVar

from markupsafe import Markup

from annotation.formatting import shortened

Cell = TypeVar("Cell")

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What spreadsheets take a text for that begins so: names and words of texts are none."""


def inert(cell: Cell) -> Cell:
    """Return a cell for a CSV file; in none that is text a spreadsheet sees a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell  # type: ignore[return-value] # text stays text


def percent(share: float | None) -> str:
    """Return a share as a whole percentage; a dash for none."""
    return "–" if share is None else f"{100 * share:.0f} %"


def decimal_percent(share: float | None) -> str:
    """Return a share as a percentage with one decimal, to be compared with others."""
    return "–" if share is None else f"{100 * share:.1f} %"


def show_name(doc_id: str) -> Markup:
    """Render the name of a document, apart from words around it, which may run the other way."""
    return Markup("<bdi>{}</bdi>").format(shortened(doc_id))
