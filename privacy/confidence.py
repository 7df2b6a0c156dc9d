"""How sure an attacker can be that the likeliest person is the right one, and not nobody.

A logistic model of what the scores of an attack look like, fitted by `python -m privacy fit`
(`privacy.fitting`) on texts whose people are in the background and on the same ones whose people
are not.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log
from pathlib import Path

SURE = 0.7
"""From here on an attack counts as one that finds the person."""
NOBODY = 0.5
"""Below this confidence the attacker's answer is "none of them"."""
WEIGHTS = Path(__file__).parent / "weights"
"""What `python -m privacy fit` writes."""


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of an attack that confidence rests on.

    `most` is what a person would score of whom all that is asked for were said, so that the share
    of it has no scale; `people` are those attacked among.
    """

    best: float
    second: float
    most: float
    people: int

    @property
    def features(self) -> tuple[float, float, float, float]:
        """What the model weighs: margin, the margin's share of the best, its share of all, size."""
        margin = self.best - self.second
        relative = margin / self.best if self.best > 0 else 0.0
        share = self.best / self.most if self.most > 0 else 0.0
        return margin, relative, share, log(self.people)


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
