"""Mask rates: how often what each recognizer finds had to be masked in published documents."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from masking.operating_points import SHIPPED
from masking.repeating import AGAIN


@dataclass(frozen=True, slots=True)
class MaskRates:
    """Counts of masked words and of all words by reason; an unknown reason has the rate 1."""

    masked: Mapping[str, int]
    found: Mapping[str, int]

    @classmethod
    def shipped(cls) -> MaskRates:
        """Open the rates that are shipped with the program."""
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
