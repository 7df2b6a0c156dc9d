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
class TaggerInput:
    """The input of the taggers for one text."""

    doc: Doc
    features: Features
    views: tuple[Matrix, ...]

    @classmethod
    def of(cls, text: TokenizedText, encoder: Encoder) -> TaggerInput:
        """Compute the input for a text."""
        ranks = vocabulary_ranks(encoder, [token.text for token in text.doc])
        return cls(text.doc, features_of(text, ranks), views_of(text, encoder))


@dataclass(frozen=True, slots=True)
class TrainingExample:
    """A text as one annotator corrected it."""

    inputs: TaggerInput
    labels: list[str]
    types: list[SemanticType | None]

    @classmethod
    def of(cls, inputs: TaggerInput, layer: Layer) -> TrainingExample:
        """Take the labels that an annotator's layer gives each token."""
        doc = inputs.doc
        return cls(inputs, labels_of(doc, layer), types_of(doc, layer))


@dataclass(frozen=True, slots=True)
class Ensemble:
    """A conditional random field, and a linear model for each view."""

    crf: CrfTagger
    linear: tuple[LinearTagger, ...]

    @classmethod
    def fit(cls, examples: Sequence[TrainingExample]) -> Ensemble:
        """Train on examples in which some tokens must be masked, and others not."""
        labels = [example.labels for example in examples]
        types = [example.types for example in examples]
        crf = CrfTagger.fit([example.inputs.features for example in examples], labels)
        views = zip(*(example.inputs.views for example in examples), strict=True)
        return cls(crf, tuple(LinearTagger.fit(view, labels, types) for view in views))

    def tag(self, inputs: TaggerInput) -> TaggedTokens:
        """Return the mean probabilities of all models for each token."""
        by_crf, begins = self.crf.probabilities(inputs.features)
        pairs = list(zip(self.linear, inputs.views, strict=True))
        votes = [by_crf, *(linear.probabilities(view) for linear, view in pairs)]
        types = np.sum([linear.types(view) for linear, view in pairs], axis=0)
        begins = begins / np.maximum(by_crf, np.finfo(float).tiny)
        return TaggedTokens(inputs.doc, np.mean(votes, axis=0), begins, types)

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
