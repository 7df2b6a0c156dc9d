"""The metrics of recognizers, at their own threshold and at a common precision.

See `masking.evaluation.metrics` for what is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev
from typing import Protocol

from annotation.records import Document, Json
from masking.evaluation.coverage import Span
from masking.evaluation.metrics import Metrics, mask_metrics, word_metrics
from research.masking.plans import Plan

LEAST_PRECISION = 0.8
"""The precision at which the recall of recognizers is compared."""
_THRESHOLDS = tuple(step / 200 for step in range(1, 200))

Masker = Callable[[float], Iterable[Span]]
"""Returns what is masked in a document at a threshold."""
OnProgress = Callable[[str], None]
"""Called with what is being done."""


class FittedRecognizer(Protocol):
    """A recognizer that is ready for use."""

    @property
    def threshold(self) -> float:
        """The threshold at which it would be used."""
        ...

    def masker(self, document: Document) -> Masker:
        """Return what is masked in a document, of which only the text is read."""
        ...


class Candidate(Protocol):
    """A recognizer to be measured, trainable or not."""

    @property
    def name(self) -> str:
        """Its name in tables."""
        ...

    def fit(self, documents: Sequence[Document], seed: int) -> FittedRecognizer:
        """Train on documents, if there is anything to train; raises LearningError."""
        ...


@dataclass(frozen=True, slots=True)
class Prediction:
    """A recognizer's masks for a document that it was not trained on."""

    document: Document
    threshold: float
    masker: Masker


@dataclass(frozen=True, slots=True)
class Report:
    """The metrics of a recognizer, one of each a seed."""

    own: tuple[Metrics, ...]
    """Metrics at the threshold that it was fitted with."""
    compared: tuple[Metrics, ...]
    """Metrics at the lowest threshold with a precision of 0.8 on the tested documents."""

    def to_json(self) -> dict[str, Json]:
        """Return means over the seeds, and over several seeds standard deviations as well."""
        value: dict[str, Json] = {
            **means_of(self.own),
            "at_precision_80": {**means_of(self.compared)},
        }
        if len(self.own) > 1:
            value["deviations"] = {
                **deviations_of(self.own),
                "at_precision_80": {**deviations_of(self.compared)},
            }
        return value


def evaluate(candidate: Candidate, plan: Plan, on_progress: OnProgress) -> Report:
    """Measure a recognizer; raises LearningError where it can't be trained."""
    runs = [list(_predict(candidate, plan, seed, on_progress)) for seed in plan.seeds]
    own = tuple(_metrics_at(predictions, None) for predictions in runs)
    return Report(own, tuple(map(_compared, runs)))


def _predict(
    candidate: Candidate, plan: Plan, seed: int, on_progress: OnProgress
) -> Iterator[Prediction]:
    for number, fold in enumerate(plan.split(seed), 1):
        on_progress(f"{candidate.name}: seed {seed}, fold {number}")
        fitted = candidate.fit(fold.train, seed)
        for document in fold.test:
            yield Prediction(document, fitted.threshold, fitted.masker(document))


def _compared(predictions: Sequence[Prediction]) -> Metrics:
    """Return the metrics at the precision compared, None where no threshold reaches it."""
    for threshold in _THRESHOLDS:
        metrics = word_metrics((each.document, _spans(each, threshold)) for each in predictions)
        if (metrics["precision"] or 0) >= LEAST_PRECISION:
            return {"threshold": threshold, **_metrics_at(predictions, threshold)}
    return dict.fromkeys(("threshold", "precision", "recall", "f1", "er_di", "er_qi"))


def _metrics_at(predictions: Sequence[Prediction], threshold: float | None) -> Metrics:
    """Return metrics at one threshold, or at the one that each prediction was made with."""
    return mask_metrics([(each.document, _spans(each, threshold)) for each in predictions])


def _spans(prediction: Prediction, threshold: float | None) -> list[Span]:
    return list(prediction.masker(prediction.threshold if threshold is None else threshold))


def means_of(runs: Sequence[Mapping[str, float | None]]) -> Metrics:
    """Return the mean of each figure over the seeds, None where it is missing in one."""
    return {name: _over(fmean, runs, name) for name in runs[0]}


def deviations_of(runs: Sequence[Mapping[str, float | None]]) -> Metrics:
    """Return the standard deviation of each figure over the seeds."""
    return {name: _over(pstdev, runs, name) for name in runs[0]}


def _over(
    summary: Callable[[Sequence[float]], float],
    runs: Sequence[Mapping[str, float | None]],
    name: str,
) -> float | None:
    values = [value for run in runs if (value := run[name]) is not None]
    return summary(values) if len(values) == len(runs) else None
