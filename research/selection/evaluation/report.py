"""What an evaluation found, as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any

from learning.versions import libraries
from research.selection.evaluation.evaluating import FamilyReport
from research.selection.evaluation.intervals import Difference, difference
from research.selection.evaluation.running import Plan
from selection.examples import count_examples

BY_VOTE = "by vote"
BY_CHOICE = "by next choice"
Differences = dict[tuple[str, str], dict[str, Difference]]
"""Two families → metric → how much more of it the first has."""


@dataclass(frozen=True, slots=True)
class Report:
    """All families on one plan; `skipped` says why a family was not measured."""

    plan: Plan
    families: dict[str, FamilyReport] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON value: what was evaluated, then `families` by name."""
        plan = self.plan
        return {
            "documents": len(plan.documents),
            "examples": count_examples(plan.documents),
            "documents_for_next_choices": len(plan.asked),
            "training_documents": None if plan.train is None else len(plan.train),
            "folds": plan.folds if plan.train is None else None,
            "seeds": list(plan.seeds),
            "encoder": plan.encoder.identity,
            "libraries": libraries(),
            "families": {name: family_to_json(each) for name, each in self.families.items()},
            "differences": {
                f"{one} - {other}": {key: asdict(each) for key, each in found.items()}
                for (one, other), found in self.differences().items()
            },
            "skipped": self.skipped,
        }

    def differences(self) -> Differences:
        """Return how much more each family has of a metric than each after it, paired."""
        return {
            (one, other): {
                key: difference(sums, self.families[other].sums[key])
                for key, sums in self.families[one].sums.items()
            }
            for one, other in combinations(self.families, 2)
        }


def family_to_json(report: FamilyReport) -> dict[str, Any]:
    """Return the JSON value of what is reported of a family."""
    return {
        "protocol": BY_CHOICE if report.is_personal else BY_VOTE,
        **report.scores.to_json(),
        **report.of_choices,
        "spread": report.spread,
        "intervals": report.intervals,
        "runs": [{"seed": seed, **metrics} for seed, metrics in report.runs.items()],
        **asdict(report.cost),
        "importance": report.importance,
        "learning_curve": [asdict(point) for point in report.curve],
        "ablation": {group: asdict(each) for group, each in report.ablation.items()},
    }
