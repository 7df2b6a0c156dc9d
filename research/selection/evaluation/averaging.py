"""Several runs as one: means over seeds, and how far the seeds are apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from selection.evaluation.measures import AVERAGES, Averages, Scores, Slice, score
from selection.evaluation.protocols import Answer

FIGURES = ("majority_accuracy", "any_accuracy", "mrr", "precision", "recall", "f1", "nll", "ece")
"""The metrics of Scores that are one number."""


def metrics_of(scores: Scores) -> dict[str, float]:
    """Return the metrics that are one number by name."""
    return {name: getattr(scores, name) for name in FIGURES}


def mean_scores(runs: Sequence[Sequence[Answer]]) -> Scores:
    """Return the means over runs on the same documents.

    Counts of the confusion matrix are means too; the bins of the reliability diagram hold the
    answers of all runs together.
    """
    scores = [score(answers) for answers in runs]
    averaged: dict[str, Any] = {**means([metrics_of(each) for each in scores])}
    together = score([answer for answers in runs for answer in answers])
    return replace(
        together,
        examples=together.examples // len(runs),
        **averaged,
        levels={way: _mean_averages([each.levels[way] for each in scores]) for way in AVERAGES},
        confusion=replace(
            together.confusion,
            counts=tuple(
                tuple(count / len(runs) for count in row) for row in together.confusion.counts
            ),
        ),
        by_type=_thinned(together.by_type, len(runs)),
        by_length=_thinned(together.by_length, len(runs)),
    )


def means(metrics: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the mean of each metric."""
    return {name: float(np.mean([each[name] for each in metrics])) for name in metrics[0]}


def deviations(metrics: Sequence[Mapping[str, float]]) -> dict[str, float] | None:
    """Return the standard deviation of each metric (of a sample), None for a single run."""
    if len(metrics) == 1:
        return None
    return {name: float(np.std([each[name] for each in metrics], ddof=1)) for name in metrics[0]}


def _mean_averages(averages: Sequence[Averages]) -> Averages:
    return Averages(
        **means([{"precision": a.precision, "recall": a.recall, "f1": a.f1} for a in averages])
    )


def _thinned(slices: Mapping[str, Slice], runs: int) -> dict[str, Slice]:
    return {name: replace(each, examples=each.examples // runs) for name, each in slices.items()}
