"""What asks for trainings, suggestions and figures by itself, after something was committed.

Nothing here stands in the way of what it follows: it has a session of its own, and where it fails,
it says so in the log alone.
"""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Protocol

from sqlalchemy.orm import Session

from webapp.core.jobs.reports import request_report
from webapp.platform.extensions import db
from webapp.platform.models import Job, JobKind, Project, utc_now
from webapp.versions.operations import follow_change, follow_submission

logger = logging.getLogger(__name__)


def after_submission(project_id: int) -> None:
    """Ask for what a submission in a project calls for."""
    _ask(follow_submission, project_id)
    _ask(_renew_figures, project_id)


def after_change(project_id: int) -> None:
    """Ask for suggestions where documents were assigned, imported or given new lists."""
    _ask(follow_change, project_id)
    _ask(_renew_figures, project_id)


def _renew_figures(session: Session, project: Project, *, at: datetime) -> list[Job]:
    """Ask for the privacy figures that are lacking or behind: the job finds out which."""
    return [request_report(session, JobKind.RISK, project, person=None, at=at)]


class _Follow(Protocol):
    def __call__(self, session: Session, project: Project, *, at: datetime) -> list[Job]: ...


def _ask(follow: _Follow, project_id: int) -> None:
    try:
        with Session(db.engine) as session:
            follow(session, session.get_one(Project, project_id), at=utc_now())
            session.commit()
    except Exception:
        logger.exception("no training or suggestions were asked for")
