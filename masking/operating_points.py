"""Operating points between privacy and utility, and the metrics to be expected at each.

Everything that suggests masks has a threshold for each: zero-shot recognition, the trained
recognizer and the combination of the indicators have the same points.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

SHIPPED = Path(__file__).with_name("expected.json")
"""The metrics to be expected of zero-shot recognition at each step.

Measured by `python -m benchmarks.masking steps`; the file says on what.
"""


class OperatingPoint(StrEnum):
    """The trade-off between hiding all and hiding no more than need be."""

    PRIVACY = "privacy"
    BALANCED = "balanced"
    UTILITY = "utility"


STEPS = 9
"""How many steps lead from privacy to utility; halfway is balanced."""
_HALFWAY = STEPS // 2


@dataclass(frozen=True, slots=True)
class Step:
    """A step from privacy to utility, 0…STEPS - 1, whatever suggests the masks."""

    number: int

    @property
    def point(self) -> OperatingPoint | None:
        """The operating point at this step, None between two points."""
        return _POINTS.get(self.number)

    def threshold(self, thresholds: Mapping[OperatingPoint, float]) -> float:
        """Return where the step stands between the thresholds of the points.

        From step to step no more is masked, even where trained thresholds overtake each other.
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
"""The default."""
ALL_STEPS = tuple(map(Step, range(STEPS)))

Point = OperatingPoint | Step | float
"""A point by its name, a step between two, or the threshold itself, 0…1."""


@dataclass(frozen=True, slots=True)
class FittedPoint:
    """The threshold of an operating point with its expected metrics, 0…1, None of nothing."""

    name: str
    threshold: float
    recall: float | None
    """Of mentions for indicators, of words for recognizers."""
    precision: float | None
    er_di: float | None
    """The share of direct identifiers of which every mention is masked (Pilán et al. 2022, 6)."""
    er_qi: float | None
    """The same for quasi-identifiers."""

    def as_json(self) -> dict[str, str | float | None]:
        """Return the point as JSON has it."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ExpectedMetrics:
    """The metrics to be expected of masks: shares of words 0…1, None of nothing."""

    recall: float | None = None
    precision: float | None = None


@dataclass(frozen=True, slots=True)
class MetricsByStep:
    """The expected metrics of each step from privacy to utility, and what they were counted on."""

    counted_on: str
    steps: Sequence[ExpectedMetrics]

    @classmethod
    def shipped(cls) -> MetricsByStep:
        """Open the expected metrics of zero-shot recognition."""
        found = json.loads(SHIPPED.read_text(encoding="utf-8"))
        return cls(found["counted_on"], [ExpectedMetrics(*step) for step in found["steps"]])

    @classmethod
    def of(cls, counted_on: str, steps: Sequence[Mapping[str, float | None]]) -> MetricsByStep:
        """Take the metrics of each step."""
        return cls(
            counted_on, [ExpectedMetrics(step["recall"], step["precision"]) for step in steps]
        )
