"""What is suggested for the mentions of a document that are still open; light enough for the web.

A worker computes a payload for each assignment, once; the web process ranks the candidates anew
from it and from what the annotator has chosen so far.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from learning.errors import VersionError
from selection.annotator_features import FEATURES, UNKNOWN, AnnotatorFeatures
from selection.conditional_logit import log_softmax
from selection.examples import Floats, Integers
from selection.payload import DIGITS, SuggestionPayload

WEIGHTS = "annotator.json"
"""Among a model's files: the weight of each feature of a candidate."""

BASE = np.eye(len(FEATURES))[0]
"""The weights of who goes by the base probabilities alone."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The most probable candidate of a mention, with the probability that it is chosen, 0…1.

    `probabilities` holds that of every candidate, by text.
    """

    text: str
    confidence: float
    probabilities: Mapping[str, float] = field(default_factory=dict, compare=False)


class Suggester:
    """Suggests from payloads, by one trained version; threads may share it."""

    def __init__(self, weights: Floats = BASE) -> None:
        """Weigh `FEATURES`; without weights the base probabilities are taken as they are."""
        self.weights = weights

    @classmethod
    def open(cls, folder: Path) -> Suggester:
        """Open a version or a part of it; raises VersionError.

        Versions that know no annotator, or were trained by 0.1, give their base probabilities.
        """
        model = folder / "model"
        return cls.load(model) if (model / WEIGHTS).is_file() else cls()

    @classmethod
    def load(cls, folder: Path) -> Suggester:
        """Open the files of a personal model; raises VersionError."""
        try:
            weights = json.loads((folder / WEIGHTS).read_text(encoding="utf-8"))
            if tuple(weights) != FEATURES:
                raise VersionError(
                    f"{folder} was trained on other features than this version of the program "
                    "has: train a new one."
                )
            return cls(np.array([float(each) for each in weights.values()]))
        except (OSError, ValueError, TypeError, AttributeError) as error:
            raise VersionError(
                f"{folder} holds no personal model: {error}. Train a new one."
            ) from error

    def suggest(
        self, payload: SuggestionPayload, chosen: Mapping[str, str]
    ) -> dict[str, Suggestion]:
        """Return the suggestion for each open mention: those in the payload and not in `chosen`.

        `chosen` holds the texts chosen so far in this document, by mention. Where the model has no
        answer for a mention, there is no suggestion.
        """
        mentions = payload.mentions
        open_ones = [number for number, key in enumerate(mentions) if key not in chosen]
        if payload.annotator:
            features = AnnotatorFeatures(payload, payload.annotator)
            probabilities = self.probabilities(
                features, _indices(payload, chosen), np.array(open_ones, dtype=np.int64)
            )
        else:
            probabilities = [np.array(payload.probabilities[number]) for number in open_ones]
        found: dict[str, Suggestion] = {}
        for number, each in zip(open_ones, probabilities, strict=True):
            best = int(each.argmax()) if len(each) else 0
            if len(each) and each[best] > 0:
                texts, rounded = payload.texts[number], each.round(DIGITS).tolist()
                by_text = dict(zip(texts, rounded, strict=True))
                found[mentions[number]] = Suggestion(texts[best], rounded[best], by_text)
        return found

    def probabilities(
        self, of_annotator: AnnotatorFeatures, chosen: Integers, wanted: Integers
    ) -> list[Floats]:
        """Return the probability that each candidate is chosen, for the mentions that are wanted.

        `chosen` holds an index for each mention of the document, or UNKNOWN; those wanted are open.
        """
        if not len(wanted):
            return []
        scores = of_annotator.features(chosen, wanted) @ self.weights
        sizes = of_annotator.expected.sizes[wanted]
        return np.split(np.exp(log_softmax(scores, sizes)), np.cumsum(sizes)[:-1])


def _indices(payload: SuggestionPayload, chosen: Mapping[str, str]) -> Integers:
    """Return the choices made as indices; a text that is not among the candidates is UNKNOWN."""
    return np.array(
        [
            texts.index(chosen[key]) if key in chosen and chosen[key] in texts else UNKNOWN
            for key, texts in zip(payload.mentions, payload.texts, strict=True)
        ],
        dtype=np.int64,
    )
