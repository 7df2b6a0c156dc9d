"""The models of the populated database: versions in use and refused, a training, suggestions."""

from __future__ import annotations

from sqlalchemy import select

from learning.summaries import VersionSummary
from masking.operating_points import ALL_STEPS, OperatingPoint
from tests.factories import Factory
from tests.webapp.versions.trained import summary, trained
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    Choice,
    JobKind,
    JobState,
    Project,
    Purpose,
    User,
    utc_now,
)
from webapp.platform.models.states import FINAL_STATES

VERDICT = "Right for 83.0 % of 142 held-out choices; version 1: 80.0 %, first replacement: 52.0 %."
WORSE = "It does worse than version 1."


def add_models(make: Factory, project: Project, admin: User) -> dict[str, int]:
    """Add three versions, of which the second was refused, and return ids by name."""
    job = make.job(project, kind=JobKind.TRAIN, state=JobState.DONE)
    job.created_by_id, job.started_at, job.finished_at = admin.id, utc_now(), utc_now()
    job.message = "Version 3 was put to use."
    first = trained(make, project, number=1, family="ranker", verdict="It is the first.")
    trained(
        make,
        project,
        number=2,
        summary=summary(new=0.74),
        is_promoted=False,
        verdict=WORSE,
    )
    latest = trained(
        make, project, number=3, job_id=job.id, promoted_by_id=admin.id, verdict=VERDICT
    )
    for number, choice in enumerate(_final_choices(project)):
        text = choice.text if number % 3 else "***"
        make.suggestion(choice, latest, text, was_shown=bool(number % 2))
    running = make.job(project, kind=JobKind.TRAIN, state=JobState.RUNNING)
    running.started_at, running.progress, running.total = utc_now(), 42, 100
    running.message = "trying the model on documents it has not seen"
    db.session.commit()
    masks = _mask_versions(make, project)
    return {"first_version": first.id, "version": latest.id, "training": job.id} | masks


def _mask_versions(make: Factory, project: Project) -> dict[str, int]:
    """Add two versions of masks, of which the second was refused."""
    numbers = {"recall": 0.9, "precision": 0.85, "f1": 0.87, "er_di": 1.0, "er_qi": None}
    points = dict.fromkeys(OperatingPoint, numbers)
    scores = {
        "trained_on": 21,
        "held_out": 5,
        "scores": {"choices": 500, "new": 0.87, "baseline": 0.84, "current": None},
        "measures": {
            "points": points,
            "untrained": points,
            "steps": [numbers for _ in ALL_STEPS],
        },
    }
    facts = {
        "purpose": Purpose.MASKS,
        "family": "masks",
        "summary": VersionSummary.from_json(scores),
        "verdict": VERDICT,
    }
    used = make.version(project, number=4, **facts)
    make.version(project, number=5, is_promoted=False, **facts | {"verdict": WORSE})
    return {"mask_version": used.id}


def _final_choices(project: Project) -> list[Choice]:
    choices = (
        select(Choice)
        .join(Assignment, Assignment.id == Choice.assignment_id)
        .join(Assignment.document)
        .where(Assignment.state.in_(FINAL_STATES), Assignment.document.has(project_id=project.id))
        .order_by(Choice.id)
    )
    return list(db.session.scalars(choices))
