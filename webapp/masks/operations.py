"""Asking for masks, and saying how much to hide."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from masking.operating import Step
from webapp.jobs.operations import request_job
from webapp.masks.queries import count_renewable
from webapp.models import Job, JobKind, Project, User
from webapp.training.policies import change_fields, check_blind_share, check_retraining


def request_masks(session: Session, project: Project, *, person: User | None, at: datetime) -> Job:
    """Ask for masks where nothing is marked and nobody has begun; asking twice is asking once."""
    return request_job(
        session, JobKind.MASK, project, person=person, at=at, once_key=f"mask:{project.id}"
    )


def renew_masks(
    session: Session, project: Project, *, person: User | None, at: datetime
) -> Job | None:
    """Ask for masks anew where what is suggested was not touched; None where that is nowhere."""
    if not count_renewable(session, project):
        return None
    return request_job(
        session,
        JobKind.MASK,
        project,
        person=person,
        at=at,
        once_key=f"mask-anew:{project.id}",
        is_anew=True,
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
    """Say how much to hide from now on, maybe also when masks are learnt anew and where shown.

    They are learnt after so many submissions, and shown in all documents but the blind share.
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
