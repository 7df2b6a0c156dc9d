"""Asking for masks, and saying how much to hide."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from masking.operating_points import Step
from webapp.core.jobs.operations import request_job
from webapp.platform.models import Job, JobKind, Project, User
from webapp.versions.operations import renew_masks
from webapp.versions.policies import change_fields, check_blind_share, check_retraining


def request_masks(session: Session, project: Project, *, person: User | None, at: datetime) -> Job:
    """Ask for masks where nothing is marked and nobody has begun; asking twice is asking once."""
    return request_job(
        session, JobKind.MASK, project, person=person, at=at, once_key=f"mask:{project.id}"
    )


def decide(
    session: Session,
    project: Project,
    step: Step,
    *,
    retrain_after: int | None = None,
    blind_mask_share: int | None = None,
    person: User,
    at: datetime,
) -> Job | None:
    """Set how much to hide from now on, and optionally when to train anew and where to suggest.

    A training follows so many submissions; masks are suggested in all but the blind share.
    Returns the job that decides suggested masks anew, where these change.
    """
    wanted: dict[str, object] = {"mask_step": step.number}
    if retrain_after is not None:
        check_retraining(retrain_after)
        wanted["retrain_after"] = retrain_after
    if blind_mask_share is not None:
        check_blind_share(blind_mask_share)
        wanted["blind_mask_share"] = blind_mask_share
    former = change_fields(session, project, wanted, person=person, at=at)
    if "mask_step" not in former:
        return None
    return renew_masks(session, project, person=person, at=at)
