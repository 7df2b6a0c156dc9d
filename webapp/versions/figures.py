"""The figures of a version in words and numbers, for those who can't see or trust a picture."""

from __future__ import annotations

from dataclasses import dataclass

from annotation.formatting import counted
from learning.summaries import VersionSummary
from webapp.platform.formatting import decimal_percent, percent

FIGURES = {
    "confusion": (
        "Levels",
        "Rows are the levels that annotators chose, columns those that the model would have "
        "suggested; on the diagonal both are the same. Level 1 is the most specific.",
    ),
    "learning": (
        "Learning curve",
        "How often the model is right when it learns from ever more documents. Where the line "
        "still rises, more documents help.",
    ),
    "reliability": (
        "Confidence",
        "Of the suggestions with a confidence of, say, 80 %, about 80 % should be right: the "
        "nearer the line to the diagonal, the more the confidence can be believed.",
    ),
    "importance": (
        "What it goes by",
        "The share of each feature in what the model has learnt: “target” is how often the like "
        "was chosen in other documents, “similarity” and “embedding” what the text encoder says.",
    ),
}
"""Name → heading, and how to read it, in the order in which they are shown."""
MOST_FEATURES = 30
"""How many features a table names."""


@dataclass(frozen=True, slots=True)
class Table:
    """The numbers behind a figure, as written; the first of a row names it."""

    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def described(name: str, summary: VersionSummary) -> str:
    """Say in a sentence what a figure shows; without its numbers, how to read it."""
    levels, counts = summary.confusion
    curve, importance = summary.curve, summary.importance_shares
    if name == "confusion" and levels:
        hits, total = sum(row[y] for y, row in enumerate(counts)), sum(map(sum, counts))
        return f"{hits:,.0f} of {total:,.0f} choices are on the diagonal."
    if name == "learning" and curve:
        first, last = curve[0], curve[-1]
        fewest = counted(int(first["documents"]), "document")
        return (
            f"{percent(first['accuracy'])} right with {fewest}, "
            f"{percent(last['accuracy'])} with {last['documents']}."
        )
    if name == "importance" and importance:
        return f"first {', '.join(f'{name} {percent(share)}' for name, share in importance[:3])}."
    return FIGURES[name][1]


def numbers_of(name: str, summary: VersionSummary) -> Table:
    """Return the numbers of a figure, as far as the version keeps them."""
    return _TABLES[name](summary)


def _confusion(summary: VersionSummary) -> Table:
    levels, counts = summary.confusion
    names = [str(level) if level else "none" for level in levels]
    return Table(
        ("Chosen", *(f"Suggested {name}" for name in names)),
        tuple(
            (f"Level {name}" if name != "none" else name, *(f"{count:,.0f}" for count in row))
            for name, row in zip(names, counts, strict=True)
        ),
    )


def _learning(summary: VersionSummary) -> Table:
    return Table(
        ("Documents", "Right", "Spread over runs"),
        tuple(
            (
                str(point["documents"]),
                decimal_percent(point["accuracy"]),
                decimal_percent(point["spread"]),
            )
            for point in summary.curve
        ),
    )


def _reliability(summary: VersionSummary) -> Table:
    return Table(
        ("Mean confidence", "Right", "Suggestions"),
        tuple(
            (
                decimal_percent(each["confidence"]),
                decimal_percent(each["agreeing"]),
                f"{each['examples']:,}",
            )
            for each in summary.reliability
        ),
    )


def _importance(summary: VersionSummary) -> Table:
    shares = tuple(
        (name, decimal_percent(share)) for name, share in summary.importance_shares[:MOST_FEATURES]
    )
    return Table(("Feature", "Share"), shares)


_TABLES = {
    "confusion": _confusion,
    "learning": _learning,
    "reliability": _reliability,
    "importance": _importance,
}
