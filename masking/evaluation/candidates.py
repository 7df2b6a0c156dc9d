"""The recognizers that are measured: what needs no training, and what learns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.records import Document
from masking.correcting import corrected
from masking.detecting import ZERO_SHOT
from masking.evaluation.recognizing import Candidate, Masker
from masking.operating import OperatingPoint
from masking.recognizers.trained import EvidenceCache, Resources, TrainedRecognizer


def candidates(resources: Resources) -> tuple[Candidate, ...]:
    """Return the recognizers to be measured, in the order of the table."""
    return (ZeroShot(resources), Trained(resources))


class ZeroShot:
    """What recognizes without training: the scores of its spans are what thresholds cut."""

    name = "zero-shot"
    threshold = ZERO_SHOT[OperatingPoint.BALANCED]

    def __init__(self, resources: Resources) -> None:
        self._resources = resources

    def fit(self, documents: Sequence[Document], seed: int) -> ZeroShot:  # noqa: ARG002 - the interface of Candidate
        """Learn nothing."""
        return self

    def masker(self, document: Document) -> Masker:
        """Look at the text of a document."""
        doc = self._resources.pipeline.parse(document.text)
        spans = list(self._resources.zero_shot.recognize(doc))
        return lambda least: ((each.start, each.end) for each in spans if each.score >= least)


class Trained:
    """The trained recognizer; what is seen of a text is kept from fold to fold, never a layer."""

    name = TrainedRecognizer.name

    def __init__(self, resources: Resources) -> None:
        self._evidence = EvidenceCache(resources)

    def fit(self, documents: Sequence[Document], seed: int) -> FittedTrained:
        """Train on documents; raises LearningError."""
        recognizer = TrainedRecognizer.fit(
            documents, self._evidence.resources, seed=seed, evidence=self._evidence
        )
        return FittedTrained(recognizer, self._evidence)


@dataclass(frozen=True)
class FittedTrained:
    """A trained recognizer at its own threshold, as a detector uses it."""

    recognizer: TrainedRecognizer
    evidence: EvidenceCache

    @property
    def threshold(self) -> float:
        """Where F1 was best on documents of inner folds."""
        return self.recognizer.thresholds[OperatingPoint.BALANCED]

    def masker(self, document: Document) -> Masker:
        """Look at the text of a document; what is found without training is there, too."""
        tagged = self.recognizer.ensemble.tag(self.evidence[document.text])
        found = list(self.recognizer.resources.zero_shot.recognize(tagged.doc))
        return lambda least: (
            (each.start, each.end)
            for each in corrected(found, tagged, least)
            if each.score >= least
        )
