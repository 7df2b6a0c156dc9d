"""Taggers whose probabilities are averaged: fitted, applied, saved together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from annotation.records import Layer
from annotation.types import SemanticType
from learning.encoding import Encoder
from learning.token_states import vocabulary_ranks
from masking.tagging.crf import CrfTagger
from masking.tagging.features import Features, features_of
from masking.tagging.linear import LinearTagger
from masking.tagging.tagged import TaggedTokens
from masking.tagging.tokens import TokenizedText, labels_of, types_of
from masking.tagging.vectors import Matrix, views_of

if TYPE_CHECKING:
    from spacy.tokens import Doc


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the taggers see of a text."""

    doc: Doc
    features: Features
    views: tuple[Matrix, ...]

    @classmethod
    def of(cls, text: TokenizedText, encoder: Encoder) -> Evidence:
        """Look a text over."""
        ranks = vocabulary_ranks(encoder, [token.text for token in text.doc])
        return cls(text.doc, features_of(text, ranks), views_of(text, encoder))


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
    """A conditional random field, and a linear model for each view."""

    crf: CrfTagger
    linear: tuple[LinearTagger, ...]

    @classmethod
    def fit(cls, lessons: Sequence[Lesson]) -> Ensemble:
        """Learn from lessons in which some tokens must be masked, and others not."""
        labels = [lesson.labels for lesson in lessons]
        types = [lesson.types for lesson in lessons]
        crf = CrfTagger.fit([lesson.evidence.features for lesson in lessons], labels)
        views = zip(*(lesson.evidence.views for lesson in lessons), strict=True)
        return cls(crf, tuple(LinearTagger.fit(view, labels, types) for view in views))

    def tag(self, evidence: Evidence) -> TaggedTokens:
        """Return what all of them say of each token."""
        by_crf, begins = self.crf.probabilities(evidence.features)
        pairs = list(zip(self.linear, evidence.views, strict=True))
        votes = [by_crf, *(linear.probabilities(view) for linear, view in pairs)]
        types = np.sum([linear.types(view) for linear, view in pairs], axis=0)
        begins = begins / np.maximum(by_crf, np.finfo(float).tiny)
        return TaggedTokens(evidence.doc, np.mean(votes, axis=0), begins, types)

    @classmethod
    def open(cls, folder: Path) -> Ensemble:
        """Open what `save` wrote; raises VersionError."""
        return cls(CrfTagger.open(folder), tuple(map(LinearTagger.open, _linear_files(folder))))

    def save(self, folder: Path) -> None:
        """Write the models."""
        self.crf.save(folder)
        for linear, path in zip(self.linear, _linear_files(folder), strict=True):
            linear.save(path)


def _linear_files(folder: Path) -> list[Path]:
    return [folder / f"linear-{view}.safetensors" for view in ("span", "neighbours")]
