"""Recognizers compared on annotated documents: how good their masks are, what they cost."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from annotation.records import Document
from benchmarks.masking.recall import Recognizer
from masking.evaluation import Masks, MaskScore, score_masks

CpuSeconds = Callable[[Document], float]
"""Recognizes in a document and returns the CPU time that took."""


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU milliseconds a document, the mean of each round."""

    rounds: tuple[float, ...]

    def __str__(self) -> str:
        return f"{median(self.rounds):.1f} ({min(self.rounds):.1f}–{max(self.rounds):.1f})"


def masks_of(recognize: Recognizer, documents: Iterable[Document]) -> Masks:
    """Return what a recognizer masks; it sees no marks, and whom to protect only in the task."""
    return {
        document.doc_id: list(recognize(replace(document, layers=()), ())) for document in documents
    }


def score_part(documents: Sequence[Document], masks: Masks) -> MaskScore:
    """Score the masks of some of the documents."""
    return score_masks(documents, {each.doc_id: masks[each.doc_id] for each in documents})


def f1(precision: float | None, recall: float | None) -> float | None:
    """Return the harmonic mean, None where one of them could not be counted."""
    if precision is None or recall is None:
        return None
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def cpu_seconds(recognize: Recognizer) -> CpuSeconds:
    """Return what takes the CPU time of a recognizer that works in this process."""

    def measure(document: Document) -> float:
        begin = time.process_time()
        list(recognize(document, ()))
        return time.process_time() - begin

    return measure


def measure_costs(
    others: Sequence[Document],
    measured: Sequence[Document],
    open_recognizers: Callable[[], Mapping[str, CpuSeconds]],
    rounds: int,
) -> dict[str, Cost]:
    """Measure recognizers in turn on each document, some rounds over.

    They are opened anew for each round and warmed up on `others`: nobody remembers the words of the
    measured documents, as nobody does of texts to come.
    """
    milliseconds: dict[str, list[float]] = {}
    for _ in range(rounds):
        recognizers = open_recognizers()
        _sum_seconds(recognizers, others)
        for name, seconds in _sum_seconds(recognizers, measured).items():
            milliseconds.setdefault(name, []).append(seconds / len(measured) * 1e3)
    return {name: Cost(tuple(each)) for name, each in milliseconds.items()}


def _sum_seconds(
    recognizers: Mapping[str, CpuSeconds], documents: Iterable[Document]
) -> dict[str, float]:
    sums = dict.fromkeys(recognizers, 0.0)
    for document in documents:
        bare = replace(document, layers=())
        for name, measure in recognizers.items():
            sums[name] += measure(bare)
    return sums
