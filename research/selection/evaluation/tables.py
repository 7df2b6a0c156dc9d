"""What an evaluation found, as tables of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from research.selection.evaluation.evaluating import (
    CHOICE_ACCURACY,
    CHOICE_NLL,
    NEWCOMER_ACCURACY,
    NEWCOMER_NLL,
    FamilyReport,
)
from research.selection.evaluation.intervals import Difference, Interval
from research.selection.evaluation.report import Differences, Report
from selection.evaluation.figures import fold_levels
from selection.evaluation.measures import AVERAGES, Averages, Slice
from selection.examples import count_examples

Reports = Mapping[str, FamilyReport]
Table = Iterator[Sequence[str]]
"""A row of headings, then the rows; the first column is flush left."""

_MAIN = {
    "majority": "majority_accuracy",
    "any choice": "any_accuracy",
    "MRR": "mrr",
    "NLL": "nll",
}
"""Heading → key of a figure, of next choices where a family is personal."""
_OF_CHOICES = {
    "next choice": CHOICE_ACCURACY,
    "its NLL": CHOICE_NLL,
    "of newcomers": NEWCOMER_ACCURACY,
    "their NLL": NEWCOMER_NLL,
}
_AS_THEY_ARE = {"mrr", "nll", CHOICE_NLL, NEWCOMER_NLL}
"""Figures that are no shares, to three places; all others are told in percent."""


def lines_of(report: Report) -> Iterator[str]:
    """Yield the lines of a report for people."""
    yield from _head(report)
    tables: dict[str, Callable[[Reports], Table]] = {
        "Mean ± standard deviation over seeds; accuracies and ECE in %": (
            lambda each: _means(each, _MAIN | {"ECE": "ece"})
        ),
        "95 % bootstrap intervals over documents": lambda each: _intervals(each, _MAIN),
        "Of next choices; newcomers are annotators whose other documents are not known": (
            lambda each: _means(each, _OF_CHOICES)
        ),
        "95 % bootstrap intervals of next choices": lambda each: _intervals(each, _OF_CHOICES),
        "Precision, recall, F1 in %: of pairs, and of levels in three averages": _averages,
        "What it takes: CPU time (by the clock)": _costs,
        "By majority in %, by semantic type": lambda each: _sliced(each, "by_type"),
        "By majority in %, by length of the list": lambda each: _sliced(each, "by_length"),
    }
    for heading, rows in tables.items():
        yield from _titled(heading, rows(report.families))
    if differences := report.differences():
        what = "Differences, paired by document, with 95 % bootstrap intervals: "
        yield from _titled(f"{what}by vote", _differences(differences, _MAIN))
        yield from _titled(f"{what}next choices", _differences(differences, _OF_CHOICES))
    for name, each in report.families.items():
        yield from _titled(f"{name}: levels chosen (rows) and suggested (columns)", _levels(each))
        if each.ablation:
            yield from _titled(f"{name}: without a group of features", _ablation(each))
    if report.skipped:
        yield ""
    for name, reason in report.skipped.items():
        yield f"{name} was not measured: {reason}"


def _head(report: Report) -> Iterator[str]:
    plan = report.plan
    seeds = ", ".join(str(seed) for seed in plan.seeds)
    way = f"{plan.folds} folds by document" if plan.train is None else "tested on all of them"
    yield (
        f"{len(plan.documents)} documents, {count_examples(plan.documents):,} mentions with "
        f"choices; {way}, seeds {seeds}; text encoder {plan.encoder.identity}."
    )
    if plan.train is not None:
        yield f"Trained on {len(plan.train)} other documents."
    yield (
        f"Next choice: agreement with the annotator's own choices, one after the other, on "
        f"{len(plan.asked)} documents."
    )
    if personal := [name for name, each in report.families.items() if each.is_personal]:
        yield f"All metrics of {', '.join(personal)} are of next choices (own choice = majority)."


def _means(families: Reports, columns: Mapping[str, str]) -> Table:
    yield ("", *columns)
    for name, each in families.items():
        means = {**each.scores.to_json(), **each.of_choices}
        spread = each.spread or {}
        yield name, *(_spread(key, means[key], spread.get(key)) for key in columns.values())


def _spread(key: str, mean: float, spread: float | None) -> str:
    factor, places = (1, 3) if key in _AS_THEY_ARE else (100, 2)
    text = f"{factor * mean:.{places}f}"
    return text if spread is None else f"{text} ± {factor * spread:.{places}f}"


def _intervals(families: Reports, columns: Mapping[str, str]) -> Table:
    yield ("", *columns)
    for name, each in families.items():
        yield name, *(_interval(key, each.intervals[key]) for key in columns.values())


def _interval(key: str, interval: Interval) -> str:
    if interval is None:
        return "–"
    factor, places = (1, 3) if key in _AS_THEY_ARE else (100, 1)
    return "–".join(f"{factor * bound:.{places}f}" for bound in interval)


def _differences(differences: Differences, columns: Mapping[str, str]) -> Table:
    """Say what each family has more than those after it."""
    yield ("", *columns)
    for (one, other), found in differences.items():
        yield f"{one} − {other}", *(_difference(key, found[key]) for key in columns.values())


def _difference(key: str, found: Difference) -> str:
    factor, places = (1, 3) if key in _AS_THEY_ARE else (100, 1)
    text = f"{factor * found.mean:+.{places}f}"
    if found.interval is None:
        return text
    low, high = (f"{factor * bound:+.{places}f}" for bound in found.interval)
    return f"{text} [{low}, {high}]"


def _averages(families: Reports) -> Table:
    yield ("", "pairs", "", "", *(cell for way in AVERAGES for cell in (way, "", "")))
    for name, each in families.items():
        scores = each.scores
        parts = [Averages(scores.precision, scores.recall, scores.f1)]
        parts += [scores.levels[way] for way in AVERAGES]
        yield (
            name,
            *(f"{100 * v:.2f}" for part in parts for v in (part.precision, part.recall, part.f1)),
        )


def _costs(families: Reports) -> Table:
    yield ("", "training, s", "a document, ms", "model, kB")
    for name, each in families.items():
        cost = each.cost
        training = f"{cost.training_seconds:.1f} ({cost.wall_training_seconds:.1f})"
        document = (
            f"{cost.milliseconds_per_document:.1f} ({cost.wall_milliseconds_per_document:.1f})"
        )
        yield name, training, document, f"{cost.model_bytes / 1000:,.0f}"


def _sliced(families: Reports, part: str) -> Table:
    yield ("", *families)
    slices: list[Mapping[str, Slice]] = [getattr(each.scores, part) for each in families.values()]
    for key in dict.fromkeys(key for each in slices for key in each):
        yield key, *(_slice(each.get(key)) for each in slices)


def _slice(found: Slice | None) -> str:
    return "–" if found is None else f"{100 * found.majority_accuracy:.1f} of {found.examples}"


def _levels(report: FamilyReport) -> Table:
    names, counts = fold_levels(report.scores.confusion)
    yield ("", *names)
    for name, row in zip(names, counts, strict=True):
        yield name, *(f"{count:.1f}" if count else "·" for count in row)


def _ablation(report: FamilyReport) -> Table:
    yield ("", "majority", "any choice", "MRR", "worth")
    for group, each in report.ablation.items():
        accuracies = (each.majority_accuracy, each.any_accuracy)
        yield (
            group,
            *(f"{100 * accuracy:.2f}" for accuracy in accuracies),
            f"{each.mrr:.3f}",
            f"{100 * each.worth:+.2f}",
        )


def _titled(heading: str, rows: Table) -> Iterator[str]:
    """Yield a table with its heading, the columns as wide as their widest cell."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    yield from ("", heading)
    for first, *others in table:
        cells = [f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True)]
        yield "  ".join([f"{first:<{widths[0]}}", *cells]).rstrip()
