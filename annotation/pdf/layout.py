"""The order in which a page is read: its lines, its columns, the rows and cells of its tables.

A gutter is a strip that no word stands in, wide in the line where it begins. What it sets apart is
read column by column where it is running text, its lines broken because the next word had no room,
or where the file has one column written behind the other; else it is a table, read row by row with
tabs between its cells. Measures are in parts of the height of the line at hand.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise

from annotation.pdf.pieces import (
    HOLE,
    SAME_LINE,
    Line,
    Piece,
    Word,
    joined,
    lines_of,
    pieces_of,
    shared_height,
)

_WIDER = 1.5
"""The least width of a gap between cells, in the narrowest spaces of its line."""
_NARROWEST = 0.2
"""The least share of a gutter that remains further down."""
_ALIGNED = 0.15
"""The most by which the beginnings of lines of one column differ."""
_BESIDE = 0.25
"""The part of the lower of two lines that the other stands beside, in two columns."""
_FLOWING = 0.5
"""The part of the line ends of running text that the width of its column has made."""
_LONGEST_WORD = 0.4
"""The part of the width of its column up to which a word shows why the line before it ended."""
_FEWEST_LINES = 3
"""Lines by which a column shows that it is running text."""
_EDGE_LINES = 3
"""Lines at the top or foot of a page that may be set off as its header or footer."""
_MOST_NESTED = 8
"""Columns within columns; what is set deeper is read line by line."""


_Strip = tuple[float, float]
"""The left and the right border of a gutter."""


def text_of(words: Sequence[Word]) -> str:
    """Return the text of a page whose words come in the order they were written in."""
    return "\n".join(_read(list(pieces_of(words)), 0))


def _read(pieces: list[Piece], depth: int) -> Iterator[str]:
    """Yield the lines of a part of a page."""
    lines = lines_of(pieces)
    if depth == _MOST_NESTED:
        yield from map(joined, lines)
        return
    for strips, block in _blocks(lines):
        for part in _without_edges(block) if strips else [block]:
            cut = _cut(part, strips)
            if len(cut) < 2:  # noqa: PLR2004 - nothing to set apart
                yield from map(joined, part)
            elif _are_columns(cut):
                for column in cut:
                    yield from _read(column, depth + 1)
            else:
                yield from _rows(_cut(part, _free(part, strips)))


def _blocks(lines: list[Line]) -> Iterator[tuple[list[_Strip], list[Line]]]:
    """Yield runs of lines with the gutters that go through all of them."""
    strips: list[_Strip] = []
    block: list[Line] = []
    for index, line in enumerate(lines):
        parted, kept = _through(line, strips, block)
        if strips and kept:
            strips = kept
            block.append(parted)
            continue
        beginning = _holes([*line, *_beside(lines, index)])
        if block and strips:
            yield strips, block
            block = []
        elif beginning:
            above, beginning = _beside_a_gutter(block, line, beginning)
            if len(above) < len(block):
                yield [], block[: len(block) - len(above)]
            block = above
        strips = beginning
        block.append(line)
    if block:
        yield strips, block


def _beside_a_gutter(
    lines: list[Line], below: Line, strips: list[_Strip]
) -> tuple[list[Line], list[_Strip]]:
    """Return the last lines that go on below without a larger gap, and their gutters."""
    found: list[Line] = []
    for line in reversed(lines):
        gap = min(piece.top for piece in below) - max(piece.bottom for piece in line)
        below, kept = _through(line, strips, [below])
        if len(kept) < len(strips) or gap > SAME_LINE * line[0].height:
            break
        strips = kept
        found.insert(0, below)
    return found, strips


def _beside(lines: list[Line], index: int) -> Iterator[Piece]:
    """Yield the pieces of the next line that stand beside this one, lower by a part of a line."""
    for piece in lines[index + 1] if index + 1 < len(lines) else ():
        if any(shared_height(piece, other) >= _BESIDE for other in lines[index]):
            yield piece


def _holes(line: Line) -> list[_Strip]:
    """Return the gaps that may begin a gutter."""
    strips: list[_Strip] = []
    end = float("inf")
    for piece in sorted(line, key=lambda piece: piece.left):
        if piece.left - end >= HOLE * piece.height:
            strips.append((end, piece.left))
        end = piece.right if end == float("inf") else max(end, piece.right)
    return strips


def _through(line: Line, strips: list[_Strip], block: list[Line]) -> tuple[Line, list[_Strip]]:
    """Return a line, parted where gutters go through it, and what it leaves of them."""
    kept: list[_Strip] = []
    for strip in strips:
        left, right = strip
        parted: Line = []
        for piece in line:
            least = _NARROWEST * piece.height
            if piece.right <= left or piece.left >= right:
                parted.append(piece)
            elif piece.left - left >= least and piece.right > right - least:
                right = piece.left
                parted.append(piece)
            elif right - piece.right >= least and piece.left < left + least:
                left = piece.right
                parted.append(piece)
            elif halves := _halves(piece, (left, right), block):
                left, right = max(left, halves[0].right), min(right, halves[1].left)
                parted += halves
            else:
                break
        else:
            kept.append((left, right))
            line = parted
    return line, kept


def _halves(piece: Piece, strip: _Strip, block: list[Line]) -> list[Piece]:
    """Part a piece at the gap that lies in a gutter, where the column behind it begins."""
    behind = [
        min((o.left for o in line if o.left >= strip[1]), default=float("inf")) for line in block
    ]
    if piece.right > max(other.right for line in block for other in line) + piece.height:
        return []
    gaps = [following.left - word.right for word, following in pairwise(piece.words)]
    for index, gap in enumerate(gaps, start=1):
        start = piece.words[index].left
        if piece.words[index - 1].right >= strip[1] or start <= strip[0]:
            continue
        aligned = sum(abs(left - start) <= _ALIGNED * piece.height for left in behind)
        if aligned > 1 or (aligned and gap > _WIDER * min(gaps)):
            return [
                replace(piece, words=piece.words[:index]),
                replace(piece, words=piece.words[index:]),
            ]
    return []


def _without_edges(block: list[Line]) -> list[list[Line]]:
    """Set off the first and last lines where more than the usual space parts them from the rest."""
    tops = [min(piece.top for piece in line) for line in block]
    bottoms = [max(piece.bottom for piece in line) for line in block]
    gaps = [top - bottom for bottom, top in zip(bottoms, tops[1:], strict=False)]
    if len(gaps) <= 2 * _EDGE_LINES:
        return [block]
    height = statistics.median(map(float.__sub__, bottoms, tops))
    usual = 1.5 * max(height / 2, *gaps[_EDGE_LINES:-_EDGE_LINES])
    head = next((i + 1 for i in reversed(range(_EDGE_LINES)) if gaps[i] > usual), 0)
    ends = range(len(gaps) - _EDGE_LINES, len(gaps))
    foot = next((i + 1 for i in ends if gaps[i] > usual), len(block))
    return [part for part in (block[:head], block[head:foot], block[foot:]) if part]


def _cut(block: list[Line], strips: list[_Strip]) -> list[list[Piece]]:
    """Return the pieces of each column, from left to right."""
    edges = sorted(left for left, _ in strips)
    columns: list[list[Piece]] = [[] for _ in range(len(edges) + 1)]
    for line in block:
        for piece in line:
            columns[sum(piece.left >= edge for edge in edges)].append(piece)
    return [column for column in columns if column]


def _free(block: list[Line], strips: list[_Strip]) -> list[_Strip]:
    """Return all gutters of a block: those it began with, and wide ones that show in all of it."""
    pieces = sorted((piece for line in block for piece in line), key=lambda piece: piece.left)
    found = list(strips)
    end = pieces[0].right
    for piece in pieces:
        is_known = any(left < piece.left and right > end for left, right in strips)
        if piece.left - end >= HOLE * piece.height and not is_known:
            found.append((end, piece.left))
        end = max(end, piece.right)
    return found


def _are_columns(columns: list[list[Piece]]) -> bool:
    """Return whether columns are those of a page, not of a table."""
    lines = [lines_of(column) for column in columns]
    if sum(len(each) > 1 for each in lines) < 2:  # noqa: PLR2004 - one column is none
        return False
    written = sorted((piece.number, index) for index, each in enumerate(columns) for piece in each)
    turns = sum(one != other for (_, one), (_, other) in pairwise(written))
    if turns < 2 * len(columns) - 1:  # two rows of a table already take as many
        return True
    flowing = [each for each in lines if _is_flowing(each)]
    if 2 * sum(map(len, flowing)) < sum(map(len, lines)):
        return False
    least = 1 if 2 * turns < sum(map(len, lines)) else 2  # cells that were written in one go
    return len(flowing) > 1 and _row_ends(lines) < least


def _is_flowing(lines: list[Line]) -> bool:
    """Return whether most lines end where the next word has no room."""
    if len(lines) < _FEWEST_LINES:
        return False
    edge = max(line[-1].right for line in lines)
    full = 0
    for line, following in pairwise(lines):
        word = following[0].words[0]
        length = word.right - word.left + _NARROWEST * following[0].height
        is_short = length < _LONGEST_WORD * (edge - line[0].left)
        full += is_short and line[-1].right + length > edge
    return full >= _FLOWING * (len(lines) - 1)


def _row_ends(columns: list[list[Line]]) -> int:
    """Count the wider gaps between lines if all go through all columns, as between rows."""
    height = columns[0][0][0].height
    boxes = [[(line[0].top, line[0].bottom) for line in lines] for lines in columns]
    usual = statistics.median(chain(*(_spaces(each).values() for each in boxes)))
    usual += _ALIGNED * height
    through = [place for place, gap in _spaces(sorted(chain(*boxes))).items() if gap > usual]
    wider = [place for each in boxes for place, gap in _spaces(each).items() if gap > usual]
    are_common = all(
        any(top <= upper and lower <= bottom for upper, lower in through) for top, bottom in wider
    )
    return len(through) if are_common else 0


def _spaces(boxes: list[tuple[float, float]]) -> dict[tuple[float, float], float]:
    """Return where nothing stands between boxes from top to foot, and how high that is."""
    spaces: dict[tuple[float, float], float] = {}
    end = boxes[0][1]
    for top, bottom in boxes[1:]:
        spaces[end, top] = top - end
        end = max(end, bottom)
    return spaces


def _rows(columns: list[list[Piece]]) -> Iterator[str]:
    """Yield the rows of a table, tabs between cells, whose lines stay lines."""
    rows: list[list[_Cell]] = []
    end = float("-inf")
    for cell in sorted(_cells(columns), key=lambda cell: cell.top):
        if not rows or end - cell.top < _BESIDE * cell.pieces[0].height:
            rows.append([])
            end = cell.bottom
        rows[-1].append(cell)
        end = max(end, cell.bottom)
    for row in rows:
        row.sort(key=lambda cell: (cell.column, cell.top))
        yield "\t".join("\n".join(map(joined, lines_of(cell.pieces))) for cell in row)


@dataclass(slots=True)
class _Cell:
    """Pieces of one column that were written in one go and hang together."""

    column: int
    pieces: list[Piece]
    top: float
    bottom: float

    def takes(self, column: int, piece: Piece) -> bool:
        """Return whether a piece belongs to the cell, too."""
        gap = piece.top - self.bottom
        return column == self.column and -self.pieces[-1].height <= gap < piece.height


def _cells(columns: list[list[Piece]]) -> list[_Cell]:
    written = sorted(
        ((index, piece) for index, each in enumerate(columns) for piece in each),
        key=lambda each: each[1].number,
    )
    cells: list[_Cell] = []
    for column, piece in written:
        if cells and cells[-1].takes(column, piece):
            cells[-1].pieces.append(piece)
            cells[-1].bottom = max(cells[-1].bottom, piece.bottom)
        else:
            cells.append(_Cell(column, [piece], piece.top, piece.bottom))
    return cells
