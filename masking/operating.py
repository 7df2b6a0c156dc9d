"""Operating points: what is asked of masks, and what to expect of it.

Everything that suggests masks has a threshold for each: the same names serve what needs no
training, the trained recognizer and the combination of the indicators.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum


class OperatingPoint(StrEnum):
    """What masks are to favour."""

    PRIVACY = "privacy"
    BALANCED = "balanced"
    UTILITY = "utility"


Point = OperatingPoint | float
"""A point by its name, or the threshold itself, 0…1."""


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
