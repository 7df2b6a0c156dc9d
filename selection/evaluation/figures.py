"""Scores as pictures: SVG with real text, the same figures give the same file.

Drawn for a light card as wide as a phone; nothing in them is told by colour alone. Styles stand in
attributes, because the pages' content security policy refuses inline style sheets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from selection.evaluation.learning import CurvePoint
from selection.evaluation.measures import Bin, Confusion, Scores
from selection.evaluation.svg import ACCENT, GRID, INK, SOFT, as_svg, axes_of_size, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap

HIGHEST_LEVEL = 7
"""Higher levels share the last row and column: so many fit on a phone."""
FEATURES = 15
"""How many features are shown, the weightiest first."""
LONGEST_NAME = 44
DARK = 0.55
"""Cells with a larger share have light figures."""
MARGIN = 0.06
"""Room above and below the learning curve."""

CONFUSION, CURVE, RELIABILITY, IMPORTANCE = "confusion", "learning", "reliability", "importance"


def draw_all(
    scores: Scores,
    *,
    importance: Mapping[str, float] | None = None,
    curve: Sequence[CurvePoint] = (),
) -> dict[str, str]:
    """Return name → SVG of the figures there is something to show for."""
    figures = {
        CONFUSION: draw_confusion(scores.confusion),
        RELIABILITY: draw_reliability(scores.reliability, scores.ece),
    }
    if len(curve) > 1:
        figures[CURVE] = draw_learning_curve(curve)
    if importance and sum(importance.values()) > 0:
        figures[IMPORTANCE] = draw_importance(importance)
    return figures


@styled
def draw_confusion(confusion: Confusion) -> str:
    """Draw levels chosen (rows) against levels suggested: counts, shaded by share of the row."""
    names, counts = fold_levels(confusion)
    figure, axes = axes_of_size(4.2, 1.35 + 0.4 * len(names))
    shares = [[count / (sum(row) or 1) for count in row] for row in counts]
    axes.pcolormesh(shares, cmap=_shades(), vmin=0, vmax=1, edgecolors="white", linewidth=1.5)
    axes.invert_yaxis()
    for y, row in enumerate(counts):
        for x, count in enumerate(row):
            if count:
                colour = "white" if shares[y][x] > DARK else INK
                weight = "bold" if x == y else "normal"
                text = f"{count:,.0f}" if count >= 1 else "<1"
                axes.text(
                    x + 0.5, y + 0.5, text, ha="center", va="center", color=colour, weight=weight
                )
    middles = [place + 0.5 for place in range(len(names))]
    axes.set_xticks(middles, names)
    axes.set_yticks(middles, names)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_xlabel("level suggested")
    axes.set_ylabel("level chosen")
    total = sum(map(sum, counts))
    hits = sum(row[y] for y, row in enumerate(counts))
    return as_svg(
        figure,
        title="Levels chosen and suggested",
        description=f"Confusion matrix over {total:,.0f} mentions; {hits:,.0f} are on the "
        "diagonal, where the level suggested is the level chosen.",
    )


@styled
def draw_reliability(bins: Sequence[Bin], ece: float) -> str:
    """Draw how often answers of each confidence were right, above how many there were."""
    figure, axes = axes_of_size(4.2, 4.1)
    examples = sum(each.examples for each in bins) or 1
    axes.plot([0, 1], [0, 1], color=SOFT, linewidth=1, linestyle=(0, (4, 3)))
    key = "dashed: as sure as right\nbars: how many suggestions"
    axes.text(0.02, 0.98, key, color=SOFT, va="top", linespacing=1.5)
    width = 0.09
    for each in bins:
        left = min(int(each.confidence * 10), 9) / 10 + (0.1 - width) / 2
        share = each.examples / examples
        axes.bar(left, share * 0.5, width, align="edge", color=GRID)
    x, y = [each.confidence for each in bins], [each.agreeing for each in bins]
    axes.plot(x, y, color=ACCENT, linewidth=2, marker="o", markersize=6)
    _percent(axes, "x")
    _percent(axes, "y")
    axes.set_xlabel("confidence")
    axes.set_ylabel("how often right")
    return as_svg(
        figure,
        title=f"Confidence: off by {100 * ece:.1f} points",
        description="Reliability diagram: for the suggestions of each confidence, how often "
        f"annotators chose them. The mean distance from the diagonal is {100 * ece:.1f} points; "
        "the grey bars show how many suggestions there were.",
    )


@styled
def draw_learning_curve(curve: Sequence[CurvePoint]) -> str:
    """Draw accuracy over the number of documents trained on, with the spread over runs."""
    figure, axes = axes_of_size(4.2, 3.2)
    x = [point.documents for point in curve]
    y = [point.accuracy for point in curve]
    low = [point.accuracy - point.spread for point in curve]
    high = [point.accuracy + point.spread for point in curve]
    axes.fill_between(x, low, high, color=ACCENT, alpha=0.15, linewidth=0)
    axes.plot(x, y, color=ACCENT, linewidth=2, marker="o", markersize=6)
    for point, offset, side in ((curve[0], (6, -12), "left"), (curve[-1], (0, 9), "right")):
        at = (point.documents, point.accuracy)
        text = f"{100 * point.accuracy:.1f} %"
        axes.annotate(text, at, offset, textcoords="offset points", ha=side)
    axes.set_ylim(max(0, min(low) - MARGIN), min(1, max(high) + MARGIN))
    axes.locator_params(axis="x", integer=True)
    axes.set_xlim(0, max(x) * 1.04)
    _percent(axes, "y")
    axes.set_xlabel("documents trained on")
    axes.set_ylabel("right")
    return as_svg(
        figure,
        title="What more documents bring",
        description=f"Learning curve: accuracy goes from {100 * y[0]:.1f} % with {x[0]} documents "
        f"to {100 * y[-1]:.1f} % with {x[-1]}.",
    )


@styled
def draw_importance(importance: Mapping[str, float]) -> str:
    """Draw the weightiest features as bars, each as a share of the whole."""
    total = sum(importance.values())
    ordered = sorted(importance.items(), key=lambda item: (-item[1], item[0]))
    ordered = [(name, value) for name, value in ordered if value > 0]
    shown = ordered[:FEATURES]
    figure, axes = axes_of_size(4.2, 0.75 + 0.36 * len(shown))
    for y, (name, value) in enumerate(shown):
        share = 100 * value / total
        axes.barh(y, share, height=0.3, color=ACCENT)
        label = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
        axes.text(0, y - 0.24, label, va="bottom", ha="left")
        axes.annotate(f"{share:.1f} %", (share, y), (4, 0), textcoords="offset points", va="center")
    axes.set_xlim(0, 118 * shown[0][1] / total)
    axes.set_ylim(len(shown) - 0.6, -0.9)
    axes.axis("off")
    first = ", ".join(f"{name} {100 * value / total:.1f} %" for name, value in shown[:3])
    return as_svg(
        figure,
        title="What the model goes by",
        description=f"The {len(shown)} weightiest of {len(ordered)} features in use, by their "
        f"share of the gain; first {first}.",
    )


def fold_levels(confusion: Confusion) -> tuple[list[str], list[list[float]]]:
    """Return the names and counts of a matrix of levels, those from HIGHEST_LEVEL on as one.

    No level between is left out.
    """
    there = {min(level, HIGHEST_LEVEL) for level in confusion.levels}
    levels = sorted(there | set(range(1, max(there, default=1))))
    places = {level: place for place, level in enumerate(levels)}
    counts = [[0.0] * len(levels) for _ in levels]
    for level, row in zip(confusion.levels, confusion.counts, strict=True):
        for other, count in zip(confusion.levels, row, strict=True):
            y, x = (places[min(each, HIGHEST_LEVEL)] for each in (level, other))
            counts[y][x] += count
    folded = any(level > HIGHEST_LEVEL for level in confusion.levels)
    names = {0: "none"} | ({HIGHEST_LEVEL: f"{HIGHEST_LEVEL}+"} if folded else {})
    return [names.get(level, str(level)) for level in levels], counts


def _shades() -> Colormap:
    from matplotlib.colors import LinearSegmentedColormap  # noqa: PLC0415 - heavy

    return LinearSegmentedColormap.from_list("shades", ["#f4f7f6", ACCENT])


def _percent(axes: Axes, which: str) -> None:
    """Write an axis of shares in per cent."""
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
