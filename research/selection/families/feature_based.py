"""Which level is chosen, by ensembles of trees over counted words (Zhang & Qiu, III-B).

The words of the span counted, the semantic type as a number and the number of candidates → level,
by a random forest, XGBoost and CatBoost, stacked: a logistic regression over the probabilities that
each gave for documents it had not learnt from.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import catboost
import numpy as np
import xgboost
from safetensors import SafetensorError
from safetensors.numpy import load_file, save_file
from scipy.sparse import csr_matrix, hstack
from sklearn.feature_extraction.text import CountVectorizer

from annotation.types import SemanticType
from learning.encoding import Encoder
from learning.errors import TrainingError, VersionError
from research.selection.families.stacking import (
    Rows,
    Stack,
    Trees,
    ask_stack,
    ask_trees,
    fit_stack,
    fit_trees,
    load_trees,
    save_trees,
    spread,
)
from selection.examples import Example, ExampleDocument, Floats
from selection.families import Family, Training

_TYPES = tuple(SemanticType)
_SETTINGS, _STACK = "settings.json", "stack.safetensors"


class Features:
    """From examples to counted words, type and number of candidates."""

    def __init__(self, vocabulary: Mapping[str, int], ablated: frozenset[str]) -> None:
        self.vocabulary = dict(vocabulary)
        self.ablated = ablated
        is_counting = vocabulary and "text" not in ablated
        self._counter = CountVectorizer(vocabulary=self.vocabulary) if is_counting else None

    @classmethod
    def of(cls, examples: Sequence[Example], ablated: frozenset[str]) -> Features:
        """Learn the words of the spans; spans without any word leave an empty vocabulary."""
        words = CountVectorizer().build_analyzer()
        found = sorted({word for example in examples for word in words(example.span_text)})
        return cls({word: number for number, word in enumerate(found)}, ablated)

    def __call__(self, examples: Sequence[Example]) -> csr_matrix:
        """Return the features, shape (examples, 2 + words)."""
        types = [_TYPES.index(example.entity_type) for example in examples]
        lengths = [len(example.options) for example in examples]
        shown = ["type" not in self.ablated, "length" not in self.ablated]
        plain = csr_matrix(np.array([types, lengths], dtype=np.float32).T * shown)
        if self._counter is None:
            return plain
        counts = self._counter.transform([example.span_text for example in examples])
        return hstack([plain, counts], format="csr", dtype=np.float32)


class FeatureBasedModel:
    """Ensembles of trees and the stack over them, for some levels."""

    def __init__(
        self, features: Features, levels: Sequence[int], trees: Trees, stack: Stack
    ) -> None:
        self.features = features
        self.levels = tuple(levels)
        self.trees = trees
        self.stack = stack

    def rank(self, document: ExampleDocument) -> list[Floats]:
        """Give each candidate the probability of its level."""
        if not document.examples:
            return []
        logarithms = ask_trees(self.trees, self.features(document.examples))
        rows = ask_stack(self.stack, logarithms)
        return [
            spread(self.levels, [option.level for option in example.options], row)
            for example, row in zip(document.examples, rows, strict=True)
        ]

    def save(self, folder: Path) -> None:
        """Write the trees in their own formats, the stack as safetensors, the rest as JSON."""
        save_trees(self.trees, folder)
        save_file({"weights": self.stack[0], "shifts": self.stack[1]}, folder / _STACK)
        settings = {
            "levels": self.levels,
            "trees": list(self.trees),
            "without": sorted(self.features.ablated),
            "vocabulary": self.features.vocabulary,
        }
        (folder / _SETTINGS).write_text(json.dumps(settings), encoding="utf-8")


class FeatureBasedFamily:
    """Learns three ensembles of trees, and how far to trust each."""

    groups: tuple[str, ...] = ("text", "type", "length")

    def fit(self, documents: Sequence[ExampleDocument], training: Training) -> FeatureBasedModel:
        """Fit the ensembles on all documents, the stack on those held back in turn.

        Raises TrainingError where nobody chose anything.
        """
        chosen = [
            (number, example)
            for number, document in enumerate(documents)
            for example in document.examples
            if example.votes.sum() > 0
        ]
        if not chosen:
            raise TrainingError(
                "There is nothing to learn from: nobody has chosen a replacement in these "
                "documents."
            )
        training.on_progress(0.0, "all documents")
        features = Features.of([example for _, example in chosen], training.ablated)
        levels, rows = _rows(chosen, features)
        trees = fit_trees(rows, len(levels), training.seed)
        stack = fit_stack(rows, len(levels), trees, training)
        training.on_progress(1.0, "trained")
        return FeatureBasedModel(features, levels, trees, stack)

    def load(self, folder: Path, encoder: Encoder) -> FeatureBasedModel:  # noqa: ARG002 - the interface of all families
        """Open a saved model; raises VersionError."""
        try:
            settings = json.loads((folder / _SETTINGS).read_text(encoding="utf-8"))
            features = Features(settings["vocabulary"], frozenset(settings["without"]))
            trees = load_trees(folder, settings["trees"])
            saved = load_file(folder / _STACK)
            stack = saved["weights"], saved["shifts"]
            return FeatureBasedModel(features, settings["levels"], trees, stack)
        except (OSError, ValueError, KeyError, TypeError, SafetensorError) as error:
            raise VersionError(f"{folder} holds no feature-based model: {error!r}") from error
        except (xgboost.core.XGBoostError, catboost.CatBoostError) as error:
            raise VersionError(f"{folder} holds trees that can't be read: {error}") from error


def _rows(
    chosen: Sequence[tuple[int, Example]], features: Features
) -> tuple[tuple[int, ...], Rows]:
    """Return the levels that were ever chosen, and a row for each that was, of an example."""
    found = [
        (place, number, option.level, votes / example.votes.sum())
        for place, (number, example) in enumerate(chosen)
        for option, votes in zip(example.options, example.votes.tolist(), strict=True)
        if votes
    ]
    places, numbers, levels, weights = (np.array(column) for column in zip(*found, strict=True))
    known, indices = np.unique(levels, return_inverse=True)
    matrix = features([example for _, example in chosen])[places]
    return tuple(known.tolist()), Rows(matrix, indices, weights, numbers)


FAMILY: Family = FeatureBasedFamily()
