"""What the row of a version of masks says of its training and its trial."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from masking.operating import OperatingPoint
from webapp.masks.scale import NAMES
from webapp.models import ModelVersion

_TRIED = {
    "points": "This version",
    "current": "The version then in use",
    "untrained": "Without training",
}


@dataclass(frozen=True, slots=True)
class Tried:
    """How what is named did on the documents held out; shares 0…1 by their names."""

    name: str
    shares: Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class MaskFacts:
    """What is known of a version; shares are 0…1, and None where nothing was tried."""

    summary: Mapping[str, Any]

    @classmethod
    def of(cls, version: ModelVersion) -> MaskFacts:
        """Read what is stored with a version."""
        return cls(version.scores)

    @property
    def documents(self) -> int:
        """How many documents it learnt from."""
        return int(self.summary.get("trained_on", 0))

    @property
    def held_out_documents(self) -> int:
        """How many documents it was tried on."""
        return int(self.summary.get("held_out", 0))

    @property
    def balanced(self) -> Mapping[str, float | None]:
        """Its figures halfway between privacy and utility."""
        shares: Mapping[str, float | None] = self._measures.get("points", {}).get(
            OperatingPoint.BALANCED, {}
        )
        return shares

    @property
    def current(self) -> float | None:
        """F1 of the version in use at the time."""
        return self._trial.get("current")

    @property
    def baseline(self) -> float | None:
        """F1 of what needs no training."""
        return self._trial.get("baseline")

    @property
    def by_point(self) -> Iterator[tuple[str, list[Tried]]]:
        """Yield the points by their names, with who did how well there."""
        for point, name in NAMES.items():
            found = {who: self._measures.get(who, {}).get(point) for who in _TRIED}
            rows = [Tried(_TRIED[who], shares) for who, shares in found.items() if shares]
            if rows:
                yield name, rows

    @property
    def settings(self) -> dict[str, str]:
        """What was set at the training, in words."""
        said = {
            "Documents trained on": f"{self.documents:,}",
            "Documents held out": f"{self.held_out_documents:,}",
            "Training took": f"{float(self.summary.get('training_seconds', 0)):.0f} s",
            "Seed": self.summary.get("seed"),
            "Data": str(self.summary.get("data_checksum", ""))[:16],
            "Text encoder": self.summary.get("encoder"),
        }
        libraries: Mapping[str, str] = self.summary.get("libraries", {})
        return {
            **{name: str(value) for name, value in said.items() if value not in (None, "")},
            **dict(sorted(libraries.items())),
        }

    @property
    def _trial(self) -> Mapping[str, Any]:
        return self.summary.get("scores") or {}

    @property
    def _measures(self) -> Mapping[str, Any]:
        return self.summary.get("measures") or {}
