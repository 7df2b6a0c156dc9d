"""What the trainer says of a version, and its folder, for tests of what reads them."""

from __future__ import annotations

from typing import Any

from learning.summaries import VersionSummary
from tests.factories import Factory
from webapp.platform.models import ModelVersion, Project

PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3" width="400" height="300">'
    '<rect x="1" y="1" width="2" height="1" fill="#1b5f5a"/></svg>'
)


def summary(
    *, new: float = 0.83, current: float | None = 0.8, trained_on: int = 42, seed: int = 0
) -> VersionSummary:
    """Return what the trainer says at its end, of a trial on 142 choices."""
    return VersionSummary.from_json(
        {
            "format": 1,
            "family": "personal",
            "seed": seed,
            "encoder": "0123456789abcdef",
            "created_at": "2024-05-06T07:08:09+00:00",
            "data_checksum": "fedcba9876543210" * 4,
            "trained_on": trained_on,
            "held_out": 9,
            "training_choices": 1203,
            "scores": {"choices": 142, "new": new, "baseline": 0.52, "current": current},
            "verdict": {"promoted": True, "reason": "Right for 83.0 % of 142 held-out choices."},
            "training_seconds": 31.4,
            "libraries": {"python": "3.11.9", "numpy": "2.4.2"},
            "measures": MEASURES,
            "curve": [
                {"documents": 5, "accuracy": 0.61, "spread": 0.03},
                {"documents": trained_on, "accuracy": new, "spread": 0.0},
            ],
            "importance": {"level": 30.0, "source": 10.0, "never used": 0.0},
        }
    )


MEASURES: dict[str, Any] = {
    "by_type": {
        "DATETIME": {"examples": 60, "any_accuracy": 0.9},
        "LOC": {"examples": 82, "any_accuracy": 0.78},
    },
    "confusion": {"levels": [1, 2], "counts": [[70.0, 12.0], [12.0, 48.0]]},
    "reliability": [
        {"confidence": 0.55, "agreeing": 0.5, "examples": 40},
        {"confidence": 0.92, "agreeing": 0.95, "examples": 102},
    ],
}


def trained(make: Factory, project: Project, **facts: Any) -> ModelVersion:
    """Add a version with its figures in its folder."""
    names = ("confusion", "learning", "reliability", "importance")
    return make.version(
        project, figures=dict.fromkeys(names, PICTURE), **({"summary": summary()} | facts)
    )
