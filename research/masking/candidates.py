"""The recognizers that are measured: zero-shot and trained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.records import Document
from masking.correcting import corrected
from masking.detecting import ZERO_SHOT
from masking.operating_points import OperatingPoint
from masking.recognizers.trained import Resources, TaggerInputCache, TrainedRecognizer
from research.masking.recognizing import Candidate, Masker


def candidates(resources: Resources) -> tuple[Candidate, ...]:
    """Return the recognizers to be measured, in the order of the table."""
    return (ZeroShot(resources), Trained(resources))


class ZeroShot:
    """Zero-shot recognition; thresholds are applied to the scores of its spans."""

    name = "zero-shot"
    threshold = ZERO_SHOT[OperatingPoint.BALANCED]

    def __init__(self, resources: Resources) -> None:
        self._resources = resources

    def fit(self, documents: Sequence[Document], seed: int) -> ZeroShot:  # noqa: ARG002 - the interface of Candidate
        """Return the same recognizer: there is nothing to train."""
        return self

    def masker(self, document: Document) -> Masker:
        """Return what is masked in a document at each threshold."""
        doc = self._resources.pipeline.parse(document.text)
        spans = list(self._resources.zero_shot.recognize(doc))
        return lambda least: ((each.start, each.end) for each in spans if each.score >= least)


class Trained:
    """The trained recognizer; its inputs from texts are cached over folds, never a layer."""

    name = TrainedRecognizer.name

    def __init__(self, resources: Resources) -> None:
        self._inputs = TaggerInputCache(resources)

    def fit(self, documents: Sequence[Document], seed: int) -> FittedTrained:
        """Train on documents; raises LearningError."""
        recognizer = TrainedRecognizer.fit(
            documents, self._inputs.resources, seed=seed, inputs=self._inputs
        )
        return FittedTrained(recognizer, self._inputs)


@dataclass(frozen=True)
class FittedTrained:
    """A trained recognizer at its own threshold, as a detector uses it."""

    recognizer: TrainedRecognizer
    inputs: TaggerInputCache

    @property
    def threshold(self) -> float:
        """The threshold with the best F1 on documents of inner folds."""
        return self.recognizer.thresholds[OperatingPoint.BALANCED]

    def masker(self, document: Document) -> Masker:
        """Return what is masked in a document at each threshold, zero-shot findings included."""
        tagged = self.recognizer.ensemble.tag(self.inputs[document.text])
        found = list(self.recognizer.resources.zero_shot.recognize(tagged.doc))
        return lambda least: (
            (each.start, each.end)
            for each in corrected(found, tagged, least)
            if each.score >= least
        )
