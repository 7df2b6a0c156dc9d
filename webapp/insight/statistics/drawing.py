"""Pictures of tables: SVG drawn by matplotlib in the worker, never in a web process.

Each is as wide as a phone and says nothing by colour alone. Colours are those of the page's tokens;
`webapp.insight.statistics.formatting` lets them follow the scheme of whoever reads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from selection.evaluation.svg import ACCENT, GRID, INK, as_svg, axes_of_size, can_draw, styled
from webapp.insight.statistics.tables import Chart, Table, Unit

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 4.2
"""In inches: a phone's."""
MOST_ROWS = 24
"""More bars are no picture: the table says it better."""
FEWEST_WEEKS = 2
"""A line needs two points."""
PALEST, DEEPEST = 0.05, 0.4
"""The opacity of shades: up to less than half, figures on them are readable in both schemes."""
LONGEST_NAME = 20
ROOM = 0.09
"""The share of a bar from which its figure fits in."""
SMALL, SMALLEST, WIDEST = 8, 5, 72
"""Sizes of figures in points: the usual one, the least, and that of a single column."""
DESCRIBED = 8
"""How many rows a description reads out."""


def drawn(table: Table) -> Table:
    """Return a table with its picture, where it has one, something to draw and matplotlib."""
    if table.chart is None or not table.rows or not can_draw():
        return table
    return _drawn(table, table.chart)


@styled
def _drawn(table: Table, chart: Chart) -> Table:
    figure = _CHARTS[chart](table)
    if figure is None:
        return table
    for patch in (figure.patch, figure.axes[0].patch):
        patch.set_visible(False)  # the page's paper shows through
    return replace(
        table,
        svg=as_svg(
            figure,
            name=table.key,
            title=table.title,
            description=_description(table),
            shows_title=False,  # it stands above, as a heading
        ),
    )


def _description(table: Table) -> str:
    """Read out the first rows of what is drawn."""
    parts = []
    for row in table.shown()[:DESCRIBED]:
        cells = dict(zip((column.head for column in table.columns), row, strict=True))
        named = [cells[column.head] for column in table.columns if not column.is_number]
        drawn_cells = ", ".join(f"{head} {cells[head]}" for head in table.drawn)
        parts.append(f"{' – '.join(named or row[:1])}: {drawn_cells}")
    rest = " The rest is in the table." if len(table.rows) > DESCRIBED else ""
    return f"{table.help} {'; '.join(parts)}.{rest}"


def _bars(table: Table) -> Figure | None:
    """Draw a bar for each row, with its figure at the end."""
    [head] = table.drawn
    column, cells = table.column(head), table.cells(head)
    if len(cells) > MOST_ROWS:
        return None
    values = [column.share(cell) if column.unit is Unit.PART else cell for cell in cells]
    lengths = [float(value) if isinstance(value, int | float) else 0.0 for value in values]
    figure, axes = axes_of_size(WIDTH, 0.75 + 0.27 * len(cells))
    axes.barh(range(len(cells)), lengths, height=0.6, color=ACCENT)
    for y, (length, cell) in enumerate(zip(lengths, cells, strict=True)):
        at = (length, y)
        axes.annotate(
            column.shown(cell), at, (4, 0), textcoords="offset points", va="center", size=SMALL
        )
    _names_of_rows(axes, table)
    axes.set_xlim(0, (1 if column.unit is Unit.PART else max(lengths) or 1) * 1.35)
    axes.set_xticks([])
    axes.spines[:].set_visible(False)
    return figure


def _stacked(table: Table) -> Figure | None:
    """Draw a bar for each row, cut into parts, from the strongest shade to the palest."""
    if len(table.rows) > MOST_ROWS:
        return None
    figure, axes = axes_of_size(WIDTH, 1.05 + 0.27 * len(table.rows))
    lefts = [0.0] * len(table.rows)
    for number, head in enumerate(table.drawn):
        shares = [table.column(head).share(cell) or 0.0 for cell in table.cells(head)]
        shade = _shade(number, len(table.drawn))
        axes.barh(
            range(len(shares)),
            shares,
            left=lefts,
            height=0.7,
            label=head,
            facecolor=(ACCENT, shade),
            edgecolor=INK,
            linewidth=0.6,
        )
        _label_parts(axes, shares, lefts)
        lefts = [left + share for left, share in zip(lefts, shares, strict=True)]
    _names_of_rows(axes, table)
    axes.set_xlim(0, 1.001)
    axes.set_xticks([])
    axes.spines[:].set_visible(False)
    figure.legend(
        loc="outside lower center",
        ncols=3,
        frameon=False,
        fontsize=SMALL,
        handlelength=1.2,
        columnspacing=1.2,
    )
    return figure


def _label_parts(axes: Axes, shares: Sequence[float], lefts: Sequence[float]) -> None:
    """Write the shares on those parts of bars that have room for it."""
    for y, (share, left) in enumerate(zip(shares, lefts, strict=True)):
        if share > ROOM:
            words = f"{100 * share:.0f} %"
            axes.text(left + share / 2, y, words, ha="center", va="center", size=SMALL)


def _grid(table: Table) -> Figure | None:
    """Draw the cells, shaded by their share of the row."""
    cells = [table.cells(head) for head in table.drawn]
    shares = [
        [table.column(head).share(cell) or 0.0 for cell in column]
        for head, column in zip(table.drawn, cells, strict=True)
    ]
    texts = [
        [f"{cell[0]:,}" if isinstance(cell, list) and cell[0] else "" for cell in column]
        for column in cells
    ]
    figure, axes = axes_of_size(WIDTH, 1.0 + 0.3 * len(table.rows))
    _squares(axes, shares, texts)
    axes.set_xticks(range(len(cells)), table.drawn, size=SMALL)
    axes.set_xlabel("level", size=SMALL)
    _names_of_rows(axes, table)
    axes.set_ylim(len(table.rows) - 0.5, -0.5)
    return figure


def _pairs(table: Table) -> Figure | None:
    """Draw a square of everybody against everybody."""
    [head] = table.drawn
    column = table.column(head)
    shares = {
        frozenset(row[:2]): column.share(cell)
        for row, cell in zip(table.rows, table.cells(head), strict=True)
    }
    names = sorted({str(name) for row in table.rows for name in row[:2]})
    if len(names) > MOST_ROWS:
        return None
    values = [[shares.get(frozenset((a, b))) for b in names] for a in names]
    texts = [["" if share is None else f"{100 * share:.0f}" for share in each] for each in values]
    short = [_shortened(name) for name in names]
    names_below = max(map(len, short)) * SMALL / 72  # in inches, were all their letters "W"
    figure, axes = axes_of_size(WIDTH, 0.6 + 0.26 * len(names) + names_below)
    _squares(axes, [[share or 0.0 for share in each] for each in values], texts)
    axes.set_xticks(range(len(names)), short, rotation=90, size=SMALL)
    axes.set_yticks(range(len(names)), short, size=SMALL)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlabel(f"{head.lower()}, %", size=SMALL)
    return figure


def _squares(axes: Axes, shares: Sequence[Sequence[float]], texts: Sequence[Sequence[str]]) -> None:
    """Draw columns of squares, each with a text on it."""
    size = min(SMALL, max(SMALLEST, WIDEST // len(shares)))
    for x, (column, words) in enumerate(zip(shares, texts, strict=True)):
        for y, (share, text) in enumerate(zip(column, words, strict=True)):
            shade = DEEPEST * share
            axes.bar(
                x,
                0.94,
                0.94,
                bottom=y - 0.47,
                facecolor=(ACCENT, shade),
                edgecolor=GRID,
                linewidth=0.6,
            )
            if text:
                axes.text(x, y, text, ha="center", va="center", size=size)
    axes.set_xlim(-0.5, len(shares) - 0.5)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def _lines(table: Table) -> Figure | None:
    """Draw a line for each column over the weeks."""
    weeks = [date.fromisoformat(str(week)) for week in table.cells(table.columns[0].head)]
    days = [week.toordinal() for week in weeks]
    if len(weeks) < FEWEST_WEEKS:
        return None
    figure, axes = axes_of_size(WIDTH, 2.6)
    are_shares = all(table.column(head).unit is Unit.SHARE for head in table.drawn)
    for head, dashes, marker in zip(table.drawn, ("-", (0, (4, 2))), ("o", "s"), strict=False):
        values = [float("nan") if cell is None else cell for cell in table.cells(head)]
        axes.plot(
            days,
            values,
            color=ACCENT,
            linestyle=dashes,
            marker=marker,
            markersize=4,
            linewidth=2,
            label=head,
        )
    axes.set_ylim(0, 1.03 if are_shares else None)
    if are_shares:
        axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    axes.set_xticks([days[0], days[-1]], [f"{day:%-d %b %Y}" for day in (weeks[0], weeks[-1])])
    axes.tick_params(labelsize=SMALL)
    figure.legend(loc="outside lower center", ncols=2, frameon=False, fontsize=SMALL)
    return figure


def _names_of_rows(axes: Axes, table: Table) -> None:
    names = [_shortened(str(row[0])) for row in table.rows]
    axes.set_yticks(range(len(names)), names, size=SMALL)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(length=0)


def _shortened(name: str) -> str:
    """Return a long name without its middle: names often begin alike, and end in a number."""
    half = LONGEST_NAME // 2
    return name if len(name) <= LONGEST_NAME else f"{name[: half - 1]}…{name[-half:]}"


def _shade(number: int, of: int) -> float:
    """Return the opacity of a part of a bar."""
    return DEEPEST - (DEEPEST - PALEST) * number / max(1, of - 1)


_CHARTS: dict[Chart, Callable[[Table], Figure | None]] = {
    Chart.BARS: _bars,
    Chart.STACKED: _stacked,
    Chart.GRID: _grid,
    Chart.PAIRS: _pairs,
    Chart.LINES: _lines,
}
