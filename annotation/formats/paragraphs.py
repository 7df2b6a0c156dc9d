"""What stands between the paragraphs of a text document: newlines, and tabs between cells."""

from __future__ import annotations

from dataclasses import dataclass, field

_ROWS = frozenset({"tr", "table-row"})
_CELLS = frozenset({"tc", "table-cell", "covered-table-cell"})
"""By their names in Word and in OpenDocument files."""


@dataclass(slots=True)
class Separators:
    """Knows what stands before the next paragraph, called for every row, cell and paragraph.

    A cell without a paragraph keeps its place in the row.
    """

    _next: str = ""
    _rows: list[int] = field(default_factory=list)
    """The number of cells in each open row, an inner table's behind that of its outer one."""
    _is_filled: bool = False
    """Whether the cell at hand has had a paragraph."""

    def paragraph(self) -> str:
        """Begin a paragraph; return what stands before it."""
        before, self._next, self._is_filled = self._next, "\n", True
        return before

    def begin(self, name: str) -> None:
        """Begin a row or a cell of a table, or anything else, by its element's name."""
        if name in _ROWS:
            self._rows.append(0)
        elif name in _CELLS and self._rows:
            self._cell()

    def _cell(self) -> None:
        if self._rows[-1]:
            self._next = "\t" if self._is_filled else self._next + "\t"
        self._rows[-1] += 1
        self._is_filled = False

    def end(self, name: str) -> None:
        """End an element; what follows a row stands on a line of its own."""
        if name in _ROWS and self._rows:
            self._rows.pop()
            self._next = "\n"
