"""The judge: logistic models over the evidence, whose weights are data.

`weights.json` is written by `python -m benchmarks.masking judge` and says from what and when.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, fsum
from pathlib import Path
from statistics import mean

from annotation.types import SemanticType

WEIGHTS = Path(__file__).parent / "weights.json"


@dataclass(frozen=True, slots=True)
class Judgement:
    """The probability that a span must be masked, and that it is of each type if so, 0…1."""

    masked: float
    types: Mapping[SemanticType, float]

    def likeliest(self) -> list[SemanticType]:
        """Return the types, the likeliest first."""
        return sorted(self.types, key=self.types.__getitem__, reverse=True)


def together(several: Sequence[Judgement], *, is_name: bool) -> Judgement:
    """Return the judgement of what has the same words in a text: of the mean type.

    A name, also one in small letters, is masked as its likeliest mention, since one that stays
    gives all away; a word that is none ("judge") as its mean mention.
    """
    types = {
        each: sum(one.types[each] for one in several) / len(several) for each in several[0].types
    }
    is_person = max(types, key=types.__getitem__) is SemanticType.PERSON
    combined = max if is_name or is_person else mean
    return Judgement(combined(one.masked for one in several), types)


@dataclass(frozen=True)
class Judge:
    """The weights of each feature: one for each type, and one for being masked, which is last."""

    types: Sequence[SemanticType]
    bias: Sequence[float]
    weights: Mapping[str, Sequence[float]]

    @classmethod
    def open(cls, path: Path = WEIGHTS) -> Judge:
        """Open weights; raises OSError, ValueError or KeyError where there are none."""
        stored = json.loads(path.read_text(encoding="utf-8"))
        return cls([*map(SemanticType, stored["types"])], stored["bias"], stored["weights"])

    def judge(self, features: Iterable[str]) -> Judgement:
        """Return the judgement of a span by its features; those without weights say nothing.

        Sums are exact, so that the order of the features decides nothing.
        """
        rows = (self.weights[feature] for feature in features if feature in self.weights)
        *scores, masked = map(fsum, zip(self.bias, *rows, strict=True))
        most = max(scores)
        odds = [exp(score - most) for score in scores]
        whole = sum(odds)
        types = {each: part / whole for each, part in zip(self.types, odds, strict=True)}
        return Judgement(1 / (1 + exp(-masked)), types)


@cache
def shipped() -> Judge:
    """Return the judge that comes with the program."""
    return Judge.open()
