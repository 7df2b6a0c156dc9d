"""Counting the mask rates of the recognizers, for `masking/rates.json`.

And the metrics of masks that are decided by these rates, on documents that no rate is counted on.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from annotation.composing import composed
from annotation.records import Document
from masking.detecting import Detector
from masking.evaluation.coverage import iter_tokens
from masking.evaluation.gold import GoldDocument
from masking.experiments.suggesting import metrics_at
from masking.operating_points import ALL_STEPS, MetricsByStep
from masking.rates import MaskRates
from masking.repeating import AGAIN

_DIGITS = 4
"""Of a share: more than documents could tell apart."""


def split(documents: Iterable[Document]) -> tuple[list[Document], list[Document]]:
    """Return every second document by doc_id, which rates are counted on, and the others."""
    ordered = sorted(documents, key=lambda document: document.doc_id)
    return ordered[::2], ordered[1::2]


def count_rates(detector: Detector, documents: Iterable[Document]) -> MaskRates:
    """Count the words found in annotated documents, a word once for each annotator.

    Forms of the protected name do not count: they are masked in any case, and would take the words
    away that other reasons are counted by.
    """
    words = (_words(detector, document) for document in map(composed, documents))
    return MaskRates.count(chain.from_iterable(words))


def _words(detector: Detector, document: Document) -> Iterator[tuple[str, bool]]:
    gold = GoldDocument(document)
    for span in detector.find(detector.pipeline.parse(document.text)):
        for start, end in iter_tokens(document.text, span.start, span.end):
            agreeing = gold.count_agreeing(start, end)
            for annotator in range(gold.annotators):
                yield span.reason.removeprefix(AGAIN), annotator < agreeing


def higher(first: MaskRates, second: MaskRates) -> MaskRates:
    """Return each reason's counts in that kind of text in which it had to be masked more often.

    What gives people away in one kind of text, as diseases do in ward notes, would be drowned by
    the other in pooled counts.
    """
    chosen = {
        reason: max((first, second), key=lambda rates: _share(rates, reason))
        for reason in {*first.found, *second.found}
    }
    masked = {reason: rates.masked[reason] for reason, rates in chosen.items()}
    return MaskRates(masked, {reason: rates.found[reason] for reason, rates in chosen.items()})


def _share(rates: MaskRates, reason: str) -> float:
    """Return the share of masked words; below all others where there are no words."""
    found = rates.found.get(reason, 0)
    return rates.masked[reason] / found if found else -1


def measure_steps(detector: Detector, documents: Sequence[Document], on: str) -> MetricsByStep:
    """Measure the masks of each step from privacy to utility."""
    return MetricsByStep.of(on, metrics_at(detector, documents, ALL_STEPS))


def to_json(rates: MaskRates, counted_on: str, expected: MetricsByStep) -> str:
    """Return rates as they are shipped, with the metrics to be expected."""
    counts = {reason: [rates.masked[reason], found] for reason, found in rates.found.items()}
    steps = [[_rounded(step.recall), _rounded(step.precision)] for step in expected.steps]
    value = {
        "counted_on": counted_on,
        "counts": counts,
        "expected": {"counted_on": expected.counted_on, "steps": steps},
    }
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, _DIGITS)
