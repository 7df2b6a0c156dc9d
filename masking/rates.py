"""How often what each recognizer finds had to be masked, counted on published documents."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from masking.operating import STEPS
from masking.repeating import AGAIN

SHIPPED = Path(__file__).with_name("rates.json")
"""Counted by `python -m benchmarks.masking rates`; the file says on what."""


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
        """Take the figures of each step; where there are none, nothing is expected."""
        known = [Expected(step["recall"], step["precision"]) for step in steps]
        return cls(counted_on, known or [Expected()] * STEPS)


@dataclass(frozen=True, slots=True)
class MaskRates:
    """Masked words and all words by reason; what was never counted is taken for masked."""

    masked: Mapping[str, int]
    found: Mapping[str, int]

    @classmethod
    def shipped(cls) -> MaskRates:
        """Open the rates that come along."""
        counts = json.loads(SHIPPED.read_text(encoding="utf-8"))["counts"]
        masked = {reason: masked for reason, (masked, _) in counts.items()}
        return cls(masked, {reason: found for reason, (_, found) in counts.items()})

    @classmethod
    def count(cls, words: Iterable[tuple[str, bool]]) -> MaskRates:
        """Count words: the reason each was found for, and whether it had to be masked."""
        masked: Counter[str] = Counter()
        found: Counter[str] = Counter()
        for reason, is_masked in words:
            found[reason] += 1
            masked[reason] += is_masked
        return cls(masked, found)

    def rate(self, reason: str) -> float:
        """Return the share of words found for a reason that had to be masked, 0…1.

        One masked word is added (Laplace): few counts decide nothing against masking.
        """
        bare = reason.removeprefix(AGAIN)
        return (self.masked.get(bare, 0) + 1) / (self.found.get(bare, 0) + 1)
