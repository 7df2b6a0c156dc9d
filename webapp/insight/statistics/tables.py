"""Tables of figures: one form for pages, files of comma-separated values, JSON and pictures."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Any

from webapp.platform.formatting import inert, percent

NOTHING = "–"
TOTAL = "All"
"""How the last row begins that sums up the others."""


class Unit(StrEnum):
    """What the cells of a column are."""

    TEXT = "text"
    DOCUMENT = "document"
    """By its name in the dataset."""
    COUNT = "count"
    PART = "part"
    """A count and the whole that it is of: [3, 4]."""
    SHARE = "share"
    NUMBER = "number"
    DATE = "date"
    """As ISO 8601 writes it."""


class Chart(StrEnum):
    """How a table is drawn."""

    BARS = "bars"
    """A bar for each row."""
    STACKED = "stacked"
    """A bar for each row, cut into its columns."""
    GRID = "grid"
    """Its cells, shaded by their share."""
    PAIRS = "pairs"
    """A square of the names in its first two columns, shaded by share."""
    LINES = "lines"
    """A line for each column over the weeks in the first."""


class Group(StrEnum):
    """What a table is about: a section of the page."""

    WORK = "Progress and time"
    CHOICES = "What was chosen"
    MARKS = "What was marked"
    AGREEMENT = "Agreement"
    DISPUTED = "Where annotators differ most"


Cell = str | int | float | list[int] | None


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its head, and what its cells are."""

    head: str
    unit: Unit = Unit.COUNT

    @property
    def is_number(self) -> bool:
        """Whether the cells stand to the right."""
        return self.unit not in {Unit.TEXT, Unit.DOCUMENT}

    def shown(self, cell: Cell) -> str:
        """Return a cell as people read it."""
        share = self.share(cell)
        match self.unit, cell:
            case _, None:
                return NOTHING
            case Unit.PART, [part, whole]:
                words = f"{part:,} ({percent(share)})" if part else "0"
                return words if whole else NOTHING
            case Unit.SHARE, _:
                return percent(share)
            case Unit.NUMBER, int() | float():
                digits = 2 if abs(cell) < 1 else 1
                return f"{cell:,.{digits}f}".replace("-", "−")
            case Unit.DATE, str():
                return f"{date.fromisoformat(cell):%-d %b %Y}"
        return f"{cell:,}" if isinstance(cell, int) else str(cell)

    def share(self, cell: Cell) -> float | None:
        """Return the share that a cell says, None where it says none."""
        match cell:
            case [part, whole]:
                return part / whole if whole else None
            case int() | float() if self.unit is Unit.SHARE:
                return cell
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Figures about one thing: a row for each type, person or week."""

    key: str
    """Its name in addresses and files."""
    group: Group
    title: str
    help: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    chart: Chart | None = None
    drawn: tuple[str, ...] = ()
    """The heads of the columns that the chart shows."""
    svg: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return what `from_json` reads."""
        return {
            "key": self.key,
            "group": self.group,
            "title": self.title,
            "help": self.help,
            "columns": [[column.head, column.unit] for column in self.columns],
            "rows": [list(row) for row in self.rows],
            "chart": self.chart,
            "drawn": list(self.drawn),
            "svg": self.svg,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Table:
        """Undo `to_json`."""
        return cls(
            key=value["key"],
            group=Group(value["group"]),
            title=value["title"],
            help=value["help"],
            columns=tuple(Column(head, Unit(unit)) for head, unit in value["columns"]),
            rows=tuple(map(tuple, value["rows"])),
            chart=Chart(value["chart"]) if value["chart"] else None,
            drawn=tuple(value["drawn"]),
            svg=value["svg"],
        )

    def cells(self, head: str) -> list[Cell]:
        """Return the cells below a head."""
        [at] = [at for at, column in enumerate(self.columns) if column.head == head]
        return [row[at] for row in self.rows]

    def column(self, head: str) -> Column:
        """Find a column by its head."""
        return next(column for column in self.columns if column.head == head)

    def of_person(self, name: str) -> Table:
        """Return the row that begins with a name, without the picture of all."""
        rows = tuple(row for row in self.rows if row[0] == name)
        return replace(self, rows=rows[:1], chart=None, svg="")

    def shown(self) -> list[list[str]]:
        """Return the rows as people read them."""
        return [
            [column.shown(cell) for column, cell in zip(self.columns, row, strict=True)]
            for row in self.rows
        ]

    def records(self) -> list[dict[str, Cell]]:
        """Return a record for each row, by the heads; a part is two, a count and a share."""
        return [dict(self._fields(row)) for row in self.rows]

    def to_csv(self) -> str:
        """Return the table as comma-separated values under their heads."""
        file = io.StringIO()
        heads = [head for head, _ in self._fields((None,) * len(self.columns))]
        writer = csv.DictWriter(file, heads)
        writer.writeheader()
        writer.writerows(
            {head: inert(cell) for head, cell in row.items()} for row in self.records()
        )
        return file.getvalue()

    def _fields(self, row: Sequence[Cell]) -> Iterator[tuple[str, Cell]]:
        for column, cell in zip(self.columns, row, strict=True):
            yield column.head, cell[0] if isinstance(cell, list) else cell
            if column.unit is Unit.PART:
                yield f"{column.head}, share", column.share(cell)
