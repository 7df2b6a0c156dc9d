"""The way from privacy to utility as pages show it, with what to expect of each step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from annotation.wording import counted
from masking.operating import (
    ALL_STEPS,
    STEPS,
    Expectations,
    Expected,
    OperatingPoint,
    Step,
)
from webapp.models import ModelVersion, Project, Purpose
from webapp.training.queries import current_version, policy_of
from webapp.wording import percent

NAMES = {
    OperatingPoint.PRIVACY: "Privacy",
    OperatingPoint.BALANCED: "Balanced",
    OperatingPoint.UTILITY: "Utility",
}


@dataclass(frozen=True, slots=True)
class StepRow:
    """A step with what to expect of it."""

    step: Step
    expected: Expected

    @property
    def name(self) -> str:
        """What people call it: by its number, from 1, or as the point that it is."""
        point = self.step.point
        place = f"Step {self.step.number + 1} of {STEPS}"
        return f"{place}, {NAMES[point].lower()}" if point else place

    @property
    def shares(self) -> tuple[str, str]:
        """Write recall and precision."""
        return percent(self.expected.recall), percent(self.expected.precision)

    @property
    def sentence(self) -> str:
        """Say what to expect."""
        if self.expected.recall is None or self.expected.precision is None:
            return f"{self.name}."
        recall, precision = self.shares
        return (
            f"{self.name}: hides about {recall} of what should be hidden; "
            f"about {precision} of what it hides should be."
        )


@dataclass(frozen=True, slots=True)
class Scale:
    """Where a project stands between privacy and utility, and what the steps promise."""

    step: Step
    rows: tuple[StepRow, ...]
    counted_on: str

    @property
    def chosen(self) -> StepRow:
        """The step at which the project stands."""
        return self.rows[self.step.number]


def scale_of(session: Session, project: Project) -> Scale:
    """Return the scale of a project, with the figures of what suggests masks there."""
    version = current_version(session, project, Purpose.MASKS)
    expectations = _expectations(version) if version else Expectations.shipped()
    rows = zip(ALL_STEPS, expectations.steps, strict=True)
    return Scale(
        Step(policy_of(session, project).mask_step),
        tuple(StepRow(step, expected) for step, expected in rows),
        expectations.counted_on,
    )


def _expectations(version: ModelVersion) -> Expectations:
    """Return what a version's trial lets expect; of one from before steps, that of its points."""
    held_out = counted(int(version.scores.get("held_out", 0)), "document")
    return Expectations(
        f"{held_out} that version {version.number} had not seen",
        tuple(_measured(version.scores.get("measures") or {})),
    )


def _measured(measures: Mapping[str, Any]) -> Iterator[Expected]:
    points = measures.get("points", {})
    steps = measures.get("steps") or [points.get(step.point) for step in ALL_STEPS]
    for figures in steps:
        yield Expected(figures["recall"], figures["precision"]) if figures else Expected()
