"""What is suggested for the mentions of a document that are still open; light enough for the web.

A worker computes a payload for each assignment, once; the web process ranks the candidates anew
from it and from what the annotator has chosen so far.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from learning.errors import VersionError
from selection.annotator_features import TYPES, AnnotatorFeatures
from selection.annotator_rates import UNKNOWN, Integers
from selection.examples import Floats
from selection.payload import DIGITS, SuggestionPayload
from selection.trees import Trees

SETTINGS = "personal.json"
"""Among a model's files: temperature, names of the trees' files."""
FORMAT = 1


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

    def __init__(self, trees: Sequence[Trees] = (), temperature: float = 1.0) -> None:
        """Without trees the base probabilities are taken as they are."""
        self._trees = trees
        self._temperature = temperature

    @classmethod
    def open(cls, folder: Path) -> Suggester:
        """Open a version or a part of it; raises VersionError, MissingLibraryError."""
        model = folder / "model"
        return cls.load(model) if (model / SETTINGS).is_file() else cls()

    @classmethod
    def load(cls, folder: Path) -> Suggester:
        """Open the files of a personal model; raises VersionError, MissingLibraryError."""
        try:
            settings = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
            if settings["format"] != FORMAT:
                raise VersionError(
                    f"{folder / SETTINGS} is in format {settings['format']}, this version of the "
                    f"program reads {FORMAT}: train a new one."
                )
            if tuple(settings.get("types", TYPES)) != TYPES:  # without: 0.1, which had the same
                raise VersionError(
                    f"{folder} was trained on other semantic types: train a new one."
                )
            trees = [Trees.open(folder / name) for name in settings["trees"]]
            return cls(trees, float(settings["temperature"]))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise VersionError(f"{folder} holds no personal model: {error}") from error

    def suggest(
        self, payload: SuggestionPayload, chosen: Mapping[str, str]
    ) -> dict[str, Suggestion]:
        """Return the suggestion for each open mention: those in the payload and not in `chosen`.

        `chosen` holds the texts chosen so far in this document, by mention. Where the model has no
        answer for a mention, there is no suggestion.
        """
        mentions = payload.mentions
        open_ones = [number for number, key in enumerate(mentions) if key not in chosen]
        if self._trees and payload.annotator:
            features = AnnotatorFeatures(payload, payload.annotator)
            probabilities = self.probabilities(features, _indices(payload, chosen), open_ones)
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
        self, of_annotator: AnnotatorFeatures, chosen: Integers, wanted: Sequence[int]
    ) -> list[Floats]:
        """Return the probability that each candidate is chosen, for the mentions that are wanted.

        `chosen` holds an index for each mention of the document, or UNKNOWN.
        """
        if not len(wanted):
            return []
        places = of_annotator.places
        rows = np.concatenate([places.rows(number) for number in wanted])
        features = of_annotator.features(chosen)[rows]
        scores = sum((each.score(features) for each in self._trees), np.zeros(len(rows)))
        logits = np.log(places.probabilities[rows]) + scores / max(len(self._trees), 1)
        sizes = places.sizes[list(wanted)]
        ends = np.cumsum(sizes)
        starts = ends - sizes
        top = np.repeat(np.maximum.reduceat(logits, starts), sizes)
        powers = np.exp((logits - top) / self._temperature)
        probabilities = powers / np.repeat(np.add.reduceat(powers, starts), sizes)
        return np.split(probabilities, ends[:-1])


def _indices(payload: SuggestionPayload, chosen: Mapping[str, str]) -> Integers:
    """Return the choices made as indices; a text that is not among the candidates is UNKNOWN."""
    return np.array(
        [
            texts.index(chosen[key]) if key in chosen and chosen[key] in texts else UNKNOWN
            for key, texts in zip(payload.mentions, payload.texts, strict=True)
        ],
        dtype=np.int64,
    )
