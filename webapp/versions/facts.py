"""What the row of a version says of its training and its trial: the summary of its manifest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.types import SemanticType
from webapp.models import ModelVersion


@dataclass(frozen=True, slots=True)
class TypeScore:
    """How a version did on the held-out choices for spans of one semantic type."""

    type: SemanticType
    choices: int
    accuracy: float


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a version; shares are 0…1, and None where nothing was tried."""

    summary: Mapping[str, Any]

    @classmethod
    def of(cls, version: ModelVersion) -> Facts:
        """Read what is stored with a version."""
        return cls(version.scores)

    @property
    def documents(self) -> int:
        """How many documents it learnt from."""
        return int(self.summary.get("trained_on", 0))

    @property
    def choices(self) -> int:
        """How many choices it learnt from."""
        return int(self.summary.get("training_choices", 0))

    @property
    def held_out_documents(self) -> int:
        """How many documents it was tried on."""
        return int(self.summary.get("held_out", 0))

    @property
    def held_out_choices(self) -> int:
        """How many choices it was tried on."""
        return int(self._trial.get("choices", 0))

    @property
    def new(self) -> float | None:
        """The share of the held-out choices that it foretold."""
        return self._trial.get("new")

    @property
    def baseline(self) -> float | None:
        """The share that always taking the first replacement would have foretold."""
        return self._trial.get("baseline")

    @property
    def current(self) -> float | None:
        """The share that the version in use at the time would have foretold."""
        return self._trial.get("current")

    @property
    def settings(self) -> dict[str, str]:
        """What was set at the training, in words; library names with their versions too."""
        said = {
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
    def seconds(self) -> float:
        """What the training took."""
        return float(self.summary.get("training_seconds", 0))

    @property
    def by_type(self) -> list[TypeScore]:
        """The share of the held-out choices that it foretold, by type in the order of the types."""
        found = self._measures.get("by_type", {})
        return [
            TypeScore(kind, int(found[kind]["examples"]), float(found[kind]["any_accuracy"]))
            for kind in SemanticType
            if kind in found
        ]

    @property
    def confusion(self) -> tuple[Sequence[int], Sequence[Sequence[float]]]:
        """Levels, and how often the level of a row was answered by that of a column."""
        found = self._measures.get("confusion", {"levels": (), "counts": ()})
        return found["levels"], found["counts"]

    @property
    def reliability(self) -> Sequence[Mapping[str, float]]:
        """Of the answers of about one confidence: confidence, agreeing, examples."""
        found: Sequence[Mapping[str, float]] = self._measures.get("reliability", ())
        return found

    @property
    def curve(self) -> Sequence[Mapping[str, float]]:
        """Documents, accuracy and spread of the learning curve."""
        found: Sequence[Mapping[str, float]] = self.summary.get("curve") or ()
        return found

    @property
    def importance(self) -> list[tuple[str, float]]:
        """The features and their shares of the whole, the weightiest first."""
        found: Mapping[str, float] = self.summary.get("importance") or {}
        total = sum(found.values())
        ordered = sorted(found.items(), key=lambda item: (-item[1], item[0]))
        return [(name, value / total) for name, value in ordered if value > 0]

    @property
    def _trial(self) -> Mapping[str, Any]:
        return self.summary.get("scores") or {}

    @property
    def _measures(self) -> Mapping[str, Any]:
        """What selection.evaluation says of the answers to the held-out choices."""
        return self.summary.get("measures") or {}
