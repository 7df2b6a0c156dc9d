"""Two taggers whose probabilities are averaged: fitted, applied, saved together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from annotation.records import Layer
from annotation.types import SemanticType
from learning.encoding import Encoder
from masking.tagging.crf import CrfTagger
from masking.tagging.features import Features, features_of
from masking.tagging.linear import LinearTagger
from masking.tagging.tagged import TaggedTokens
from masking.tagging.tokens import TokenizedText, labels_of, types_of
from masking.tagging.vectors import Matrix, vectors_of

if TYPE_CHECKING:
    from spacy.tokens import Doc


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the taggers see of a text."""

    doc: Doc
    features: Features
    vectors: Matrix

    @classmethod
    def of(cls, text: TokenizedText, encoder: Encoder) -> Evidence:
        """Look a text over."""
        return cls(text.doc, features_of(text), vectors_of(text, encoder))


@dataclass(frozen=True, slots=True)
class Lesson:
    """A text as one annotator corrected it."""

    evidence: Evidence
    labels: list[str]
    types: list[SemanticType | None]

    @classmethod
    def of(cls, evidence: Evidence, layer: Layer) -> Lesson:
        """Take what an annotator said of each token."""
        doc = evidence.doc
        return cls(evidence, labels_of(doc, layer), types_of(doc, layer))


@dataclass(frozen=True, slots=True)
class Ensemble:
    """A conditional random field and a linear model."""

    crf: CrfTagger
    linear: LinearTagger

    @classmethod
    def fit(cls, lessons: Sequence[Lesson]) -> Ensemble:
        """Learn from lessons in which some tokens must be masked, and others not."""
        labels = [lesson.labels for lesson in lessons]
        crf = CrfTagger.fit([lesson.evidence.features for lesson in lessons], labels)
        vectors = [lesson.evidence.vectors for lesson in lessons]
        return cls(crf, LinearTagger.fit(vectors, labels, [lesson.types for lesson in lessons]))

    def tag(self, evidence: Evidence) -> TaggedTokens:
        """Return what the two say of each token."""
        by_crf, begins = self.crf.probabilities(evidence.features)
        masked = (by_crf + self.linear.probabilities(evidence.vectors)) / 2
        begins = begins / np.maximum(by_crf, np.finfo(float).tiny)
        return TaggedTokens(evidence.doc, masked, begins, self.linear.types(evidence.vectors))

    @classmethod
    def open(cls, folder: Path) -> Ensemble:
        """Open what `save` wrote; raises VersionError."""
        return cls(CrfTagger.open(folder), LinearTagger.open(folder))

    def save(self, folder: Path) -> None:
        """Write both models."""
        self.crf.save(folder)
        self.linear.save(folder)
