"""A summary of the training and the trial of a version that suggests masks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from learning.summaries import VersionSummary
from masking.operating_points import OperatingPoint
from webapp.masks.scale import NAMES
from webapp.platform.models import ModelVersion

_TRIAL_NAMES = {
    "points": "This version",
    "current": "The version then in use",
    "untrained": "Without training",
}


@dataclass(frozen=True, slots=True)
class TrialRow:
    """The metrics of one rival of the trial on held-out documents; shares 0…1 by their names."""

    name: str
    shares: Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class MaskVersionSummary:
    """What is stored of a version; shares are 0…1, and None where there was no trial."""

    stored: VersionSummary

    @classmethod
    def of(cls, version: ModelVersion) -> MaskVersionSummary:
        """Return the summary of a version."""
        return cls(version.summary)

    @property
    def documents(self) -> int:
        """The number of documents that it was trained on."""
        return self.stored.trained_on

    @property
    def held_out_documents(self) -> int:
        """The number of documents that it was tried on."""
        return self.stored.held_out

    @property
    def balanced(self) -> Mapping[str, float | None]:
        """Its metrics at the operating point halfway between privacy and utility."""
        shares: Mapping[str, float | None] = self._measures.get("points", {}).get(
            OperatingPoint.BALANCED, {}
        )
        return shares

    @property
    def current(self) -> float | None:
        """F1 of the version in use at the time of the trial."""
        return self.stored.scores.current if self.stored.scores else None

    @property
    def baseline(self) -> float | None:
        """F1 of the recognizers that need no training."""
        return self.stored.scores.baseline if self.stored.scores else None

    @property
    def by_point(self) -> Iterator[tuple[str, list[TrialRow]]]:
        """Yield the operating points by their names, with the metrics of all rivals there."""
        for point, name in NAMES.items():
            found = {who: self._measures.get(who, {}).get(point) for who in _TRIAL_NAMES}
            rows = [TrialRow(_TRIAL_NAMES[who], shares) for who, shares in found.items() if shares]
            if rows:
                yield name, rows

    @property
    def settings(self) -> dict[str, str]:
        """The settings of the training, by their names on the page."""
        return {
            "Documents trained on": f"{self.documents:,}",
            "Documents held out": f"{self.held_out_documents:,}",
            "Training took": f"{self.stored.training_seconds:.0f} s",
            **self.stored.settings,
        }

    @property
    def _measures(self) -> Mapping[str, Any]:
        return self.stored.measures
