"""How likely somebody who reads a replacement guesses the original, without any background.

A logistic model of twelve numbers that tells, from what is known of a candidate and its list,
whether the attack by reading guesses the original where it has a background. It is fitted by
`python -m research.privacy` (`research.privacy.guessing`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from math import exp, log, log10

from annotation.types import SemanticType
from privacy.confidence import WEIGHTS

NAME = "guessing"
GUESSING = WEIGHTS / f"{NAME}.json"

_TYPES = (
    SemanticType.LOC,
    SemanticType.ORG,
    SemanticType.DEM,
    SemanticType.DATETIME,
    SemanticType.QUANTITY,
    SemanticType.MISC,
)
"""The types that are weighed against PERSON; a CODE is not guessed."""
FEATURES = ("kept", "log_share", "level", "is_mask", "log_words", *(each.value for each in _TYPES))
_LEAST_SHARE = 1e-9


@dataclass(frozen=True, slots=True)
class Clue:
    """What a guess rests on: what a candidate keeps of the original, and its share by size.

    Both are 0…1; `by_size` is None where nothing has a size.
    """

    kept: float
    by_size: float | None
    is_mask: bool


@dataclass(frozen=True, slots=True)
class GuessModel:
    """A fitted model: how much each feature weighs."""

    intercept: float
    coefficients: Sequence[float]

    @classmethod
    def open(cls) -> GuessModel:
        """Read the weights that come along."""
        return _read()

    def along(
        self, span_text: str, semantic_type: SemanticType, clues: Sequence[Clue]
    ) -> list[float]:
        """Return the probability of a right guess for each candidate of a list, 0…1.

        A more general text is never easier to guess from.
        """
        if semantic_type is SemanticType.CODE:
            return [0.0 for _ in clues]
        rows = features_along(span_text, semantic_type, clues)
        return list(accumulate(map(self._probability, rows), min))

    def _probability(self, features: Sequence[float]) -> float:
        weighed = zip(self.coefficients, features, strict=True)
        return 1 / (1 + exp(-self.intercept - sum(each * value for each, value in weighed)))


def features_along(
    span_text: str, semantic_type: SemanticType, clues: Sequence[Clue]
) -> list[tuple[float, ...]]:
    """Return what the model weighs of each candidate of a list, in the order of FEATURES."""
    types = [float(semantic_type is each) for each in _TYPES]
    words = log(max(len(span_text.split()), 1))
    last = max(len(clues) - 1, 1)
    return [
        (clue.kept, _log_share(clue), place / last, float(clue.is_mask), words, *types)
        for place, clue in enumerate(clues)
    ]


def _log_share(clue: Clue) -> float:
    return log10(max(clue.by_size, _LEAST_SHARE)) if clue.by_size is not None else 0.0


@cache
def _read() -> GuessModel:
    value = json.loads(GUESSING.read_bytes())
    return GuessModel(value["intercept"], tuple(value["coefficients"].values()))
