"""How sure an attacker can be that the likeliest person is the right one, and not nobody.

A logistic model of what the scores of an attack look like, fitted by `python -m research.privacy`
(`research.privacy.words`) on texts whose people are in the background and on the same ones whose
people are not.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log1p, sqrt
from pathlib import Path

from privacy.rareness import inverse_frequency

NOBODY = 0.5
"""Below this confidence the attacker's answer is "none of them"."""
WEIGHTS = Path(__file__).parent / "weights"
"""The folder that `python -m research.privacy` writes its weights into."""


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of an attack that confidence rests on.

    `most` is what all that was asked for can score with one person; `people` are those attacked
    among. Scores are measured by what a word says that one person alone has, so that they mean the
    same among few people and among many.
    """

    best: float
    second: float
    most: float
    people: int

    @property
    def features(self) -> tuple[float, float]:
        """What the model weighs: the lead, and what the second reaches of all there was to say."""
        unit = inverse_frequency(self.people, 1)
        lead = max(0.0, self.best - self.second) / unit
        return sqrt(lead), log1p(self.second / unit) - log1p(self.most / unit)


@dataclass(frozen=True, slots=True)
class Confidence:
    """A fitted model: how much each feature weighs."""

    intercept: float
    coefficients: Sequence[float]

    @classmethod
    def of_attack(cls, attack: str) -> Confidence:
        """Read the weights of an attack that come along; raises OSError where it has none."""
        return _read(attack)

    def __call__(self, scores: Scores) -> float:
        """Return the probability that the likeliest person is the right one, 0…1."""
        weighed = zip(self.coefficients, scores.features, strict=True)
        return 1 / (1 + exp(-self.intercept - sum(each * value for each, value in weighed)))


def weights_file(attack: str) -> Path:
    """Return where the weights of an attack are kept."""
    return WEIGHTS / f"confidence_{attack}.json"


@cache
def _read(attack: str) -> Confidence:
    value = json.loads(weights_file(attack).read_bytes())
    return Confidence(value["intercept"], tuple(value["coefficients"].values()))
