"""Operating points: what is asked of masks, and what to expect of it.

Everything that suggests masks has a threshold for each: the same names serve what needs no
training, the trained recognizer and the combination of the indicators.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

SHIPPED = Path(__file__).with_name("rates.json")
"""What decides without training, and what to expect of it.

Counted by `python -m benchmarks.masking rates`; the file says on what.
"""


class OperatingPoint(StrEnum):
    """What masks are to favour."""

    PRIVACY = "privacy"
    BALANCED = "balanced"
    UTILITY = "utility"


STEPS = 9
"""How many steps lead from privacy to utility; halfway is balanced."""
_HALFWAY = STEPS // 2


@dataclass(frozen=True, slots=True)
class Step:
    """A step from privacy to utility, 0…STEPS - 1: the same wish, whatever suggests masks."""

    number: int

    @property
    def point(self) -> OperatingPoint | None:
        """The point that this step is, None between two points."""
        return _POINTS.get(self.number)

    def threshold(self, thresholds: Mapping[OperatingPoint, float]) -> float:
        """Return where the step stands between the thresholds of the points.

        From step to step no more is masked, also where learnt thresholds overtake each other.
        """
        middle = thresholds[OperatingPoint.BALANCED]
        if self.number <= _HALFWAY:
            first = min(thresholds[OperatingPoint.PRIVACY], middle)
            return middle + (first - middle) * (_HALFWAY - self.number) / _HALFWAY
        last = max(thresholds[OperatingPoint.UTILITY], middle)
        return middle + (last - middle) * (self.number - _HALFWAY) / (STEPS - 1 - _HALFWAY)


_POINTS = {
    0: OperatingPoint.PRIVACY,
    _HALFWAY: OperatingPoint.BALANCED,
    STEPS - 1: OperatingPoint.UTILITY,
}
BALANCED = Step(_HALFWAY)
"""What is taken where nobody has said anything."""
ALL_STEPS = tuple(map(Step, range(STEPS)))

Point = OperatingPoint | Step | float
"""A point by its name, a step between two, or the threshold itself, 0…1."""


@dataclass(frozen=True, slots=True)
class ExpectedPoint:
    """A threshold on a probability, with what to expect: shares 0…1, None of nothing."""

    name: str
    threshold: float
    recall: float | None
    """Masked of what must be: mentions for indicators, words for recognizers."""
    precision: float | None
    """What must be masked of what is."""
    er_di: float | None
    """Direct identifiers of which every mention is masked (Pilán et al. 2022, section 6)."""
    er_qi: float | None
    """The same for quasi-identifiers."""

    def as_json(self) -> dict[str, str | float | None]:
        """Return the point as JSON has it."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Expected:
    """What to expect of masks: shares of words 0…1, None of nothing."""

    recall: float | None = None
    """Masked of what people masked."""
    precision: float | None = None
    """What people masked of what is masked."""


@dataclass(frozen=True, slots=True)
class Expectations:
    """What to expect of each step from privacy to utility, and where that was counted."""

    counted_on: str
    steps: Sequence[Expected]

    @classmethod
    def shipped(cls) -> Expectations:
        """Open what to expect of what comes along."""
        found = json.loads(SHIPPED.read_text(encoding="utf-8"))["expected"]
        return cls(found["counted_on"], [Expected(*step) for step in found["steps"]])

    @classmethod
    def of(cls, counted_on: str, steps: Sequence[Mapping[str, float | None]]) -> Expectations:
        """Take the figures of each step."""
        return cls(counted_on, [Expected(step["recall"], step["precision"]) for step in steps])
