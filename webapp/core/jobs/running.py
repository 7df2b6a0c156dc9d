"""A job at work, as its handler sees it."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event
from typing import Any

from flask import current_app
from sqlalchemy import update
from sqlalchemy.orm import Session

from webapp.platform.extensions import db
from webapp.platform.models import Job, JobState, utc_now

HEARTBEAT_SECONDS = 0.5
"""How often progress is written to the row, and the job looks whether it was cancelled."""

STOPPING = "palimpsest_stopping"
"""The extension of the application that holds the worker's flag: set when it is to end."""

OnProgress = Callable[[int, int, str | None], None]
"""Takes progress, total and message."""


def is_stopping() -> bool:
    """Whether the worker was told to end: what would not be over in time should stop."""
    flag: Event | None = current_app.extensions.get(STOPPING)
    return flag is not None and flag.is_set()


class JobCancelledError(Exception):
    """Somebody decided about the job meanwhile: it must stop."""


class RunningJob:
    """A job at work. Its row is written in transactions of its own, so call between yours."""

    def __init__(self, job: Job, on_progress: OnProgress | None = None) -> None:
        self.id = job.id
        self.kind = job.kind
        self.state = job.state
        self.project_id = job.project_id
        self.person_id = job.created_by_id
        self.arguments: dict[str, Any] = dict(job.arguments)
        self._on_progress = on_progress
        self._message: str | None = None
        self._next_heartbeat = 0.0

    def heartbeat(self, progress: int, total: int, message: str | None = None) -> None:
        """Write how far the work is; most calls only look at the clock.

        Raises JobCancelledError when the job must stop.
        """
        progress = min(progress, total)
        if self._on_progress:
            self._on_progress(progress, total, message)
        now = time.monotonic()
        if now < self._next_heartbeat and message == self._message and progress < total:
            return
        self._next_heartbeat, self._message = now + HEARTBEAT_SECONDS, message
        values: dict[str, Any] = {"progress": progress, "total": total, "heartbeat_at": utc_now()}
        if message is not None:
            values["message"] = message
        with Session(db.engine) as session:
            self._change(session, self.state, values)
            session.commit()

    def remember(self, session: Session, **arguments: object) -> None:
        """Keep facts that `close` needs, in the transaction that creates them."""
        self.arguments.update(arguments)
        self._change(session, self.state, {"arguments": self.arguments})

    def decide(self, session: Session, state: JobState, message: str) -> None:
        """Say how the running job ended, in the transaction that makes its work visible.

        Raises JobCancelledError when that was decided before.
        """
        values: dict[str, Any] = {"state": state, "message": message}
        if state is JobState.DONE:
            values["progress"] = Job.total
        self._change(session, JobState.RUNNING, values)

    def _change(self, session: Session, state: JobState, values: dict[str, Any]) -> None:
        row = update(Job).where(Job.id == self.id, Job.state == state).values(values)
        if session.execute(row).rowcount == 0:  # type: ignore[attr-defined] # an UPDATE has it
            raise JobCancelledError
