"""Columns of texts, of pandas, Hugging Face or plain Python: read, and written in the same form.

What is missing in a column stays missing, as it was: None, NaN or pandas' NA.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from numbers import Real
from typing import Any, TypeAlias, TypeVar

from annotation.records import Document

T = TypeVar("T")

Column: TypeAlias = Any
"""A pandas Series, a numpy array, a column of a Hugging Face dataset, or another iterable."""
_NAMES_OF_MISSING = {"NAType", "NaTType"}
_OF_TABLES = ("columns", "column_names")
"""Attributes of tables of pandas, Hugging Face and Arrow that their columns lack."""


@dataclass(frozen=True, slots=True)
class Cells:
    """The texts of a column that are there, as documents, and how to write others in their form."""

    documents: list[Document]
    """Named by the labels of their rows, or by the numbers of their places from 1."""
    places: list[int]
    values: list[Any]
    """The whole column, with what is missing."""
    write: Callable[[list[Any]], Column]

    def filled(self, results: Sequence[T]) -> Column:
        """Return a column with a result for each document, in the place of its text."""
        values = list(self.values)
        for place, result in zip(self.places, results, strict=True):
            values[place] = result
        return self.write(values)


def cells_of(column: Column) -> Cells:
    """Read a column; raises TypeError, which names the place, for what is no text."""
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(column, pandas.Series):
        labels = [*map(str, column.index)] if column.index.is_unique else None
        return _cells(column.to_list(), labels, _writer_of_series(column))
    if isinstance(column, Mapping) or any(hasattr(column, name) for name in _OF_TABLES):
        raise TypeError(f"{type(column).__name__} holds several columns: name the one with texts")
    if isinstance(column, Set | bytes) or not isinstance(column, Iterable):
        raise TypeError(f"{type(column).__name__} is neither a text nor a column of texts")
    return _cells(list(column), None, _writer(column))


def documents_of(column: Column) -> list[Document]:
    """Return one document, or those of a column without what is missing.

    Raises TypeError, which names the place, for a plain text and anything else.
    """
    cells = cells_of([column] if isinstance(column, str | Document) else column)
    for place in cells.places:
        if not isinstance(cells.values[place], Document):
            kind = type(cells.values[place]).__name__
            raise TypeError(f"what stands at {place} is of the type {kind}, no Document")
    return cells.documents


def _writer_of_series(series: Column) -> Callable[[list[Any]], Column]:
    """Return what writes a series with the same index; one of strings stays one for texts."""
    has_strings = type(series.dtype).__name__ == "StringDtype"

    def write(values: list[Any]) -> Column:
        are_texts = all(isinstance(value, str) or is_missing(value) for value in values)
        dtype = series.dtype if has_strings and are_texts else object
        return type(series)(values, index=series.index, name=series.name, dtype=dtype)

    return write


def _writer(column: Column) -> Callable[[list[Any]], Column]:
    """Return what writes a tuple or an array for one, and a list for any other column."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(column, numpy.ndarray):
        return _array
    return tuple if isinstance(column, tuple) else list


def _array(values: list[Any]) -> Column:
    import numpy as np  # noqa: PLC0415 - loaded by whoever passed an array

    written = np.empty(len(values), dtype=object)
    written[:] = values
    return written


def _cells(
    values: list[Any], labels: Sequence[str] | None, write: Callable[[list[Any]], Column]
) -> Cells:
    documents: list[Document] = []
    places: list[int] = []
    for place, value in enumerate(values):
        if is_missing(value):
            continue
        name = labels[place] if labels else str(place + 1)
        documents.append(document_of(value, name, place))
        places.append(place)
    return Cells(documents, places, values, write)


def document_of(value: object, name: str, place: int) -> Document:
    """Return a document, or a text as one; raises TypeError, which names the place, for others."""
    if isinstance(value, Document):
        return value
    if isinstance(value, str):
        return Document(name, value)
    kind = type(value).__name__
    raise TypeError(f"what stands at {place} is of the type {kind}, neither str nor Document")


def is_missing(value: object) -> bool:
    """Return whether a cell holds nothing: None, NaN, or pandas' NA and NaT."""
    if isinstance(value, Real):
        return bool(value != value)  # noqa: PLR0124 - NaN alone differs from itself, of any type
    return value is None or type(value).__name__ in _NAMES_OF_MISSING
