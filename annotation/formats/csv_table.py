"""Tables (CSV, TSV): a document a row, its text in one of the columns, the first row their names.

Documents are named by the column `doc_id` or `id`, else by file and row, counted as spreadsheets
do. The other columns are kept in `meta`.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import Self

from annotation.errors import RecordError, locating, shown
from annotation.formats.fields import as_text
from annotation.formats.json_stream import MAX_OBJECT_CHARACTERS
from annotation.formats.record_shape import checked_length
from annotation.formats.source import Source
from annotation.records import Document, Json

SUFFIXES = (".csv", ".tsv")
_DELIMITERS = ",;\t|"
_NO_DELIMITER = "\x1f"
"""The delimiter of a table of one column, so that commas in its text are letters like others."""
_SEP_LINE = re.compile(r"sep=(.)[\r\n]+")
"""The line before the table in which Excel names the delimiter."""
_TEXT = "text"
_IDS = ("doc_id", "id")
_MOST_LISTED = 20
"""Columns that a message names."""
_HEAD_ROWS = 1_000
_SAMPLE_ROWS = 20
"""Rows in which a first value is looked for."""
_FEWEST = 2
"""Rows and columns that a table has at least, if its name does not say that it is one."""
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_LIKE_THE_FIRST = 0.95
"""What share of a table's rows must look like its first: one may be torn, the last is cut off."""


class TextColumnError(RecordError):
    """Nobody says which column of a table is its text."""

    columns: Mapping[str, str] = MappingProxyType({})
    """The names of the columns, in their order, each with its first value."""

    def located(self, **places: str | None) -> Self:
        """Return the same error with the places that were still unknown filled in."""
        located = super().located(**places)
        located.columns = self.columns
        return located


def looks_like_table(name: str, head: str) -> bool:
    """Whether a file is a table, by its name or by what it begins with."""
    return name.lower().endswith(SUFFIXES) or _best_delimiter(head) is not None


def read(source: Source) -> Iterator[Document | RecordError]:
    """Read one document a row, or its fault; raises RecordError where the table can't be read on.

    It can't either where nobody says which column is the text (TextColumnError).
    """
    encoding = source.encoding()
    if encoding.is_guess:
        source.note(encoding.note)
    head = next(source.chunks(encoding.codec), "")
    sep_line = _SEP_LINE.match(head)
    delimiter = (
        sep_line[1] if sep_line else _best_delimiter(head) or _delimiter_of_name(source.name, head)
    )
    csv.field_size_limit(MAX_OBJECT_CHARACTERS)  # of all of the process: nothing else reads CSV
    lines = _lines(source.chunks(encoding.codec))
    if sep_line:
        next(lines)
    rows = _rows(lines, delimiter, first=2 if sep_line else 1)
    first = next(((number, row) for number, row in rows if any(row)), None)
    if first is None:
        raise RecordError("the file is empty")
    columns = _columns(first[1])
    asked_for = source.text_columns.get(tuple(columns), source.text_column)
    try:
        text_column = _text_column(columns, asked_for)
    except TextColumnError as error:
        error.columns = _first_values(columns, rows)
        raise
    table = _Table(source, columns, text_column, _id_column(columns, text_column))
    if len(columns) == 1 and columns[0].casefold() != _TEXT:
        source.note(f"the first row, {shown(columns[0])}, was taken for the name of the column")
    for number, row in rows:
        if not any(cell.strip() for cell in row):
            continue
        try:
            with locating(place=f"row {number}"):
                found: Document | RecordError = table.document(number, row)
        except RecordError as fault:
            found = fault
        yield found


@dataclass(frozen=True, slots=True)
class _Table:
    """The columns of a table, which of them is the text, and which, if any, names the document."""

    source: Source
    columns: Sequence[str]
    text_column: int
    id_column: int | None

    def document(self, number: int, row: Sequence[str]) -> Document:
        """Make the document of a row; raises RecordError."""
        if len(row) != len(self.columns):
            problem = f"it has {len(row)} columns, the first row has {len(self.columns)}"
            raise RecordError(problem)
        text = checked_length(as_text(row[self.text_column], "the text"))
        if not text.strip():
            raise RecordError("its text is empty")
        others: dict[str, Json] = {
            column: as_text(cell, column)
            for index, (column, cell) in enumerate(zip(self.columns, row, strict=True))
            if index not in {self.text_column, self.id_column}
        }
        return Document(doc_id=self._name(number, row), text=text, meta=others or None)

    def _name(self, number: int, row: Sequence[str]) -> str:
        if self.id_column is None:
            return f"{self.source.doc_id}-{number}"
        name = as_text(row[self.id_column].strip(), self.columns[self.id_column])
        if not name:
            raise RecordError(f"{self.columns[self.id_column]} is empty")
        return f"{self.source.place}/{name}" if self.source.place else name


def _columns(first: Sequence[str]) -> list[str]:
    """Return the names of the columns, one without a name by its number; raises RecordError."""
    columns = [cell.strip() or f"column {number}" for number, cell in enumerate(first, start=1)]
    for column in columns:
        if columns.count(column) > 1:
            raise RecordError(f"two columns are called {shown(column)}")
    return columns


def _first_values(
    columns: Sequence[str], rows: Iterator[tuple[int, list[str]]]
) -> Mapping[str, str]:
    """Return what the columns begin with, by which people know them.

    Rows behind one that can't be read are left out: their fault is told when all is read.
    """
    head: list[list[str]] = []
    with suppress(RecordError):
        head.extend(row for _number, row in islice(rows, _SAMPLE_ROWS))
    return {
        column: next(filter(None, (row[index].strip() for row in head if index < len(row))), "")
        for index, column in enumerate(columns)
    }


def _text_column(columns: Sequence[str], wanted: str | None) -> int:
    """Find the column that is the text; raises RecordError, which lists them."""
    more = f" and {len(columns) - _MOST_LISTED} more" if len(columns) > _MOST_LISTED else ""
    listed = ", ".join(map(shown, columns[:_MOST_LISTED])) + more
    if wanted is not None and wanted in columns:
        return columns.index(wanted)
    name = (wanted or _TEXT).casefold()
    found = [index for index, column in enumerate(columns) if column.casefold() == name]
    if len(found) == 1:
        return found[0]
    if wanted is not None:
        raise TextColumnError(f"the table has no column {shown(wanted)}; it has {listed}")
    if len(columns) == 1:
        return 0
    raise TextColumnError(
        f"the file is a table (CSV): name its text column, one of {listed}; "
        "if it is prose all the same, choose the format plain text"
    )


def _id_column(columns: Sequence[str], text_column: int) -> int | None:
    names = [column.casefold() for column in columns]
    found = (names.index(wanted) for wanted in _IDS if wanted in names)
    return next((index for index in found if index != text_column), None)


def _rows(lines: Iterator[str], delimiter: str, *, first: int) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    number = first
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            problem = f"row {number} (from line {reader.line_num} of the file on) can't be read: "
            raise RecordError(f"{problem}{error}; is a quote not closed?") from error
        yield number, row
        number += 1


def _lines(chunks: Iterable[str]) -> Iterator[str]:
    """Split at line ends, which are kept: within quotes they belong to the text."""
    rest = ""
    for chunk in chunks:
        rest += chunk
        end = max(rest.rfind("\n"), rest.rfind("\r", 0, -1)) + 1  # \n may follow a last \r
        yield from io.StringIO(rest[:end], newline="")
        rest = rest[end:]
        if len(rest) > MAX_OBJECT_CHARACTERS:
            raise RecordError(f"a line is longer than {MAX_OBJECT_CHARACTERS:,} characters")
    yield from io.StringIO(rest, newline="")


def _delimiter_of_name(name: str, head: str) -> str:
    """Return the delimiter of what is a table by its name alone: what divides its first row."""
    candidates = "\t" if name.lower().endswith(".tsv") else _DELIMITERS
    counts = {each: len(row) for each in candidates for row in _head_rows(head, each)[:1]}
    best = max(counts, key=lambda each: counts[each], default=_NO_DELIMITER)
    return best if counts.get(best, 1) > 1 else _NO_DELIMITER


def _best_delimiter(head: str) -> str | None:
    """Return the delimiter of a text that looks like a table, else None."""
    found = {each: len(rows[0]) for each in _DELIMITERS if (rows := _table_rows(head, each))}
    return max(found, key=lambda delimiter: found[delimiter], default=None)


def _table_rows(head: str, delimiter: str) -> list[list[str]]:
    """Return the rows of a head, if nearly all have the columns of the first, none indented.

    In prose a blank follows a comma, but for the commas of numbers.
    """
    first_line = head.lstrip().partition("\n")[0]
    if delimiter not in _THOUSANDS.sub("", first_line):
        return []
    rows = _head_rows(head, delimiter)
    if len(rows) < _FEWEST or len(rows[0]) < _FEWEST or not all(rows[0]):
        return []
    like = sum(len(row) == len(rows[0]) and not any(map(_is_indented, row)) for row in rows)
    return rows if like >= _LIKE_THE_FIRST * len(rows) else []


def _head_rows(head: str, delimiter: str) -> list[list[str]]:
    reader = csv.reader(io.StringIO(head, newline=""), delimiter=delimiter, strict=True)
    rows: list[list[str]] = []
    with suppress(csv.Error):  # the head may end within quotes
        rows.extend(islice(reader, _HEAD_ROWS))
    return [row for row in rows if any(row)]


def _is_indented(field: str) -> bool:
    return field[:1].isspace()
