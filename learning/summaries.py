"""What is told of a version beside its folder: by the trainer's last line, and on pages.

The trainer writes the JSON value, the web application stores it with the version and reads it here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self

from annotation.types import SemanticType


@dataclass(frozen=True, slots=True)
class Scores:
    """How well versions predict held-out decisions, 0…1: the new one and what it is compared to.

    `current` is None where there is no current version, or none that can be compared.
    """

    choices: int
    """How many decisions of people the predictions are compared with."""
    new: float
    baseline: float
    current: float | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a version may be put to use, and why, in a sentence for people."""

    promoted: bool
    reason: str


@dataclass(frozen=True, slots=True)
class TypeScore:
    """How a version did on the held-out choices for spans of one semantic type."""

    type: SemanticType
    choices: int
    accuracy: float


@dataclass(frozen=True, slots=True)
class VersionSummary:
    """A version's manifest with counts of documents in place of their ids.

    `scores` are None where nothing was tried; `measures` hold what the package that trains says of
    the answers to held-out choices; `curve` has documents, accuracy and spread of each point of the
    learning curve, `importance` the weight of each feature, `libraries` their versions.
    """

    family: str = ""
    seed: int | None = None
    encoder: str = ""
    created_at: str = ""
    """In ISO 8601."""
    data_checksum: str = ""
    trained_on: int = 0
    """How many documents."""
    held_out: int = 0
    """How many documents."""
    training_choices: int = 0
    scores: Scores | None = None
    measures: Mapping[str, Any] = field(default_factory=dict)
    verdict: Verdict | None = None
    training_seconds: float = 0.0
    libraries: Mapping[str, str] = field(default_factory=dict)
    curve: Sequence[Mapping[str, float]] = ()
    importance: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """Build a summary from its JSON value, of whose keys any may be missing or unknown."""
        names = [each.name for each in fields(cls) if value.get(each.name) is not None]
        known = {name: value[name] for name in names}
        if "scores" in known:
            known["scores"] = Scores(**known["scores"])
        if "verdict" in known:
            known["verdict"] = Verdict(**known["verdict"])
        return cls(**known)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON value."""
        return asdict(self)

    @property
    def settings(self) -> dict[str, str]:
        """What was set at the training, in words; library names with their versions too."""
        named = {"Seed": self.seed, "Data": self.data_checksum[:16], "Text encoder": self.encoder}
        return {
            **{name: str(value) for name, value in named.items() if value not in (None, "")},
            **dict(sorted(self.libraries.items())),
        }

    @property
    def by_type(self) -> list[TypeScore]:
        """The share of the held-out choices that it predicted, by type in the usual order."""
        found = self.measures.get("by_type", {})
        return [
            TypeScore(kind, int(found[kind]["examples"]), float(found[kind]["any_accuracy"]))
            for kind in SemanticType
            if kind in found
        ]

    @property
    def confusion(self) -> tuple[Sequence[int], Sequence[Sequence[float]]]:
        """Levels, and how often the level of a row was answered by that of a column."""
        found = self.measures.get("confusion", {"levels": (), "counts": ()})
        return found["levels"], found["counts"]

    @property
    def reliability(self) -> Sequence[Mapping[str, float]]:
        """Of the answers of about one confidence: confidence, agreeing, examples."""
        found: Sequence[Mapping[str, float]] = self.measures.get("reliability", ())
        return found

    @property
    def importance_shares(self) -> list[tuple[str, float]]:
        """The features and their shares of the whole, the weightiest first."""
        total = sum(self.importance.values())
        ordered = sorted(self.importance.items(), key=lambda item: (-item[1], item[0]))
        return [(name, value / total) for name, value in ordered if value > 0]
