"""The attack by meaning: whose background reads like the text, together with its words.

Two things speak for a person: the cosine of the rare words (as TF-IDF has it), and that of what an
encoder makes of the pieces of both texts. How much each of them weighs is fitted by `python -m
privacy fit`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from annotation.records import MASK
from learning.encoding import Encoder
from ontology.rules.persons import without_numbers
from privacy.attacks import Attacked, Target
from privacy.attacks.words import best_two, evidence, first_words, name_in, rank_of
from privacy.background.opened import Background
from privacy.confidence import NOBODY, WEIGHTS, Confidence, Scores

Floats = NDArray[np.float32]

NAME = "meaning"
FEATURES = ("words", "meaning")
COMBINATION = WEIGHTS / "meaning.json"
FEWEST_PEOPLE = 9
"""Among fewer people the attack is not run: its confidence was tried on no fewer.

How far each of a few people lies from their mean says nothing: of two, one always stands out.
"""
MOST_PEOPLE = 5_000
"""Among more people the worker does not run it: their texts would take hours to encode."""
PIECE = 120
"""So many words are encoded together: what the encoder reads at once, with room for long words."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What an attack sees of a text: two cosines for each person, shape (people, 2)."""

    features: Floats

    def among(self, people: Sequence[int] | NDArray[np.intp]) -> Sight:
        """Return the same where there are only some of the people."""
        return Sight(self.features[people])

    def standing_out(self) -> tuple[Floats, Floats]:
        """Return how far each cosine lies above the mean of all people, in standard deviations.

        Beside it comes how far a cosine of 1 would, shape (2,).
        """
        middle, spread = self.features.mean(axis=0), self.features.std(axis=0) + 1e-6
        return (self.features - middle) / spread, (1 - middle) / spread


class Comparison:
    """Compares texts with those about the people of a background."""

    def __init__(
        self, background: Background, encoder: Encoder, *, kept_in: Path | None = None
    ) -> None:
        """`kept_in` is a folder that keeps the vectors of a background: they take minutes."""
        self._background = background
        self._encoder = encoder
        self._kept_in = kept_in

    def see(self, text: str) -> Sight:
        """Return what of a text speaks for whom."""
        words = first_words(text)
        said = np.array([*self._background.informativeness(words).values()])
        cosines = self._background.scores(words) / self._background.lengths
        length = float(np.sqrt((said**2).sum())) or 1.0
        features = np.stack([cosines / length, self._likeness(text)], axis=1)
        return Sight(features.astype(np.float32))

    def _likeness(self, text: str) -> Floats:
        """Return the cosine of the best piece for each piece of a text, averaged: (people,)."""
        vectors, starts = self._pieces
        asked = self._encoder.encode(pieces_of(without_numbers(text).replace(MASK, " ")))
        best: Floats = np.maximum.reduceat(vectors @ asked.T, starts, axis=0)
        mean: Floats = best.mean(axis=1)
        return mean

    @cached_property
    def _pieces(self) -> tuple[Floats, NDArray[np.int64]]:
        """The vectors of the pieces of all people, and where those of each person begin."""
        if self._kept_in is None:
            return self._encode_people()
        kept = self._kept_in / f"meaning-{self._encoder.identity}.npz"
        if not kept.exists():
            vectors, starts = self._encode_people()
            beside = kept.with_stem(f".{kept.stem}")  # what was killed there is written over
            np.savez(beside, vectors=vectors.astype(np.float16), starts=starts)
            beside.replace(kept)
        with np.load(kept) as stored:
            return stored["vectors"].astype(np.float32), stored["starts"]

    def _encode_people(self) -> tuple[Floats, NDArray[np.int64]]:
        pieces, starts = list[str](), list[int]()
        for key in self._background.keys:
            starts.append(len(pieces))
            pieces += pieces_of(f"{name_in(key)} {self._background.text_of(key)}")
        vectors = self._encoder.encode(pieces)
        self._encoder.forget()
        return vectors, np.array(starts)


class MeaningAttack:
    """Finds the person whose texts are most like a text, in words and in meaning."""

    name = NAME

    def __init__(
        self,
        background: Background,
        encoder: Encoder,
        *,
        kept_in: Path | None = None,
        coefficients: Floats | None = None,
        confidence: Confidence | None = None,
    ) -> None:
        """`kept_in` as `Comparison` has it."""
        self._background = background
        self._comparison = Comparison(background, encoder, kept_in=kept_in)
        self._coefficients = combination() if coefficients is None else coefficients
        self._confidence = confidence or Confidence.of_attack(NAME)

    def run(self, target: Target) -> Attacked:
        """Attack one text; raises EncoderError where the encoder can't be loaded."""
        scores, summary = combine(self._comparison.see(target.text), self._coefficients)
        first, second = best_two(scores)
        confidence = self._confidence(summary)
        return Attacked(
            self.name,
            len(scores),
            rank_of(self._background.number_of(target.person), scores),
            confidence,
            self._background.keys[first] if confidence >= NOBODY else None,
            evidence(self._background, first_words(target.text), first, second),
        )


def combine(sight: Sight, coefficients: Floats) -> tuple[Floats, Scores]:
    """Return one score a person, and what the confidence of the attack rests on."""
    standing, whole = sight.standing_out()
    scores: Floats = standing @ coefficients
    first, second = best_two(scores)
    best, next_best = float(scores[first]), max(0.0, float(scores[second]))
    most = max(next_best, float(whole @ coefficients))
    return scores, Scores(best, next_best, most, len(scores))


def pieces_of(text: str) -> list[str]:
    """Cut a text into pieces of about the same number of words, at least one piece."""
    words = text.split()
    count = max(1, -(-len(words) // PIECE))
    borders = [len(words) * place // count for place in range(count + 1)]
    return [" ".join(words[borders[place] : borders[place + 1]]) for place in range(count)]


@cache
def combination() -> Floats:
    """Return how much each feature weighs, as fitted."""
    stored = json.loads(COMBINATION.read_bytes())["coefficients"]
    return np.array([stored[name] for name in FEATURES], np.float32)
