"""Jobs that a command runs here and now, instead of the worker."""

from __future__ import annotations

from sqlalchemy.orm import Session

from webapp.cli.imports import ProgressLine
from webapp.core.jobs.runner import run_here
from webapp.platform.errors import DomainError
from webapp.platform.models import Job, JobState


def run_now(session: Session, job: Job, name: str) -> None:
    """Run a job and show how far it is under this name; raises DomainError where it fails."""
    line = ProgressLine(name)
    run_here(session, job, line.show)
    line.clear()
    if job.state is not JobState.DONE:
        raise DomainError(job.message)
