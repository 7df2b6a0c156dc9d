"""The way from privacy to utility as pages show it, with what to expect of each step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from annotation.formatting import counted
from masking.operating_points import (
    ALL_STEPS,
    STEPS,
    ExpectedMetrics,
    MetricsByStep,
    OperatingPoint,
    Step,
)
from webapp.platform.formatting import percent
from webapp.platform.models import ModelVersion, Project, Purpose
from webapp.versions.queries import current_version, policy_of

NAMES = {
    OperatingPoint.PRIVACY: "Privacy",
    OperatingPoint.BALANCED: "Balanced",
    OperatingPoint.UTILITY: "Utility",
}


@dataclass(frozen=True, slots=True)
class StepRow:
    """A step with its expected metrics."""

    step: Step
    expected: ExpectedMetrics

    @property
    def name(self) -> str:
        """The name on the page: the number, from 1, and the operating point if the step is one."""
        point = self.step.point
        place = f"Step {self.step.number + 1} of {STEPS}"
        return f"{place}, {NAMES[point].lower()}" if point else place

    @property
    def shares(self) -> tuple[str, str]:
        """Recall and precision as people read them."""
        return percent(self.expected.recall), percent(self.expected.precision)

    @property
    def sentence(self) -> str:
        """The expected recall and precision in a sentence."""
        if self.expected.recall is None or self.expected.precision is None:
            return f"{self.name}."
        recall, precision = self.shares
        return (
            f"{self.name}: hides about {recall} of what should be hidden; "
            f"about {precision} of what it hides should be."
        )


@dataclass(frozen=True, slots=True)
class Scale:
    """The steps from privacy to utility with their expected metrics, and the project's choice."""

    step: Step
    rows: tuple[StepRow, ...]
    counted_on: str

    @property
    def chosen(self) -> StepRow:
        """The step that the project chose."""
        return self.rows[self.step.number]


def scale_of(session: Session, project: Project) -> Scale:
    """Return the scale of a project, with the metrics of what suggests masks there."""
    version = current_version(session, project, Purpose.MASKS)
    expectations = _expectations(version) if version else MetricsByStep.shipped()
    rows = zip(ALL_STEPS, expectations.steps, strict=True)
    return Scale(
        Step(policy_of(project).mask_step),
        tuple(StepRow(step, expected) for step, expected in rows),
        expectations.counted_on,
    )


def _expectations(version: ModelVersion) -> MetricsByStep:
    """Return the metrics of a version's trial by step; of an old one, at its operating points."""
    held_out = counted(version.summary.held_out, "document")
    return MetricsByStep(
        f"{held_out} that version {version.number} had not seen",
        tuple(_measured(version.summary.measures)),
    )


def _measured(measures: Mapping[str, Any]) -> Iterator[ExpectedMetrics]:
    points = measures.get("points", {})
    steps = measures.get("steps") or [points.get(step.point) for step in ALL_STEPS]
    for metrics in steps:
        yield (
            ExpectedMetrics(metrics["recall"], metrics["precision"])
            if metrics
            else ExpectedMetrics()
        )
