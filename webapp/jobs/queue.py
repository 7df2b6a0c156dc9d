"""The queue that carries job ids to the worker: a file in the home folder, or Redis.

The rows are the truth. What the queue loses is put in again by the worker, and a job that is
queued twice runs once.
"""

from __future__ import annotations

import logging
from importlib import import_module
from typing import TYPE_CHECKING

from flask import Flask, current_app
from sqlalchemy import select

from webapp.extensions import db
from webapp.jobs.runner import run_job, tidy_interrupted
from webapp.jobs.tasks import LANES
from webapp.models import Job, JobKind, JobState

if TYPE_CHECKING:
    from huey import Huey

logger = logging.getLogger(__name__)

LOOK_EVERY_SECONDS = 60


class JobQueue:
    """The queue of one application; `huey` is what a worker consumes."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        # Loaded here: no web process needs it before its first job.
        carrying = import_module("webapp.jobs.carrying")
        self.huey: Huey = carrying.open_queue(app.extensions["palimpsest"])
        self._run = self.huey.task(name="run_job")(self._run_job)
        every_minute = import_module("huey").crontab()
        look = self.huey.periodic_task(every_minute, name="look_after", expires=LOOK_EVERY_SECONDS)
        look(self.look_after)
        self.huey.on_startup()(self.look_after)

    def put(self, job_id: int) -> None:
        """Let the worker know of a job."""
        self._run(job_id)

    def look_after(self) -> None:
        """Finish what was interrupted and put in again what the queue forgot."""
        with self._app.app_context():
            tidy_interrupted()
            self._put_waiting(*JobKind)

    def _put_waiting(self, *kinds: JobKind) -> None:
        waiting = db.session.scalars(
            select(Job.id).where(Job.state == JobState.QUEUED, Job.kind.in_(kinds)).order_by(Job.id)
        ).all()
        known = {task.args[0] for task in self.huey.pending() if task and task.args}
        for job_id in waiting:
            if job_id not in known:
                self.put(job_id)

    def _run_job(self, job_id: int) -> None:
        with self._app.app_context():
            if run_job(job_id):
                self._put_waiting(*LANES)  # whoever found the lane taken meanwhile


def queue_of(app: Flask) -> JobQueue:
    """Return the queue of an application, opened at its first use: after a server's fork."""
    if "palimpsest_queue" not in app.extensions:
        app.extensions["palimpsest_queue"] = JobQueue(app)
    queue: JobQueue = app.extensions["palimpsest_queue"]
    return queue


def enqueue(job: Job) -> None:
    """Let the worker know of a job whose row is committed; if that fails, it will find the row."""
    try:
        queue_of(current_app._get_current_object()).put(job.id)  # type: ignore[attr-defined] # noqa: SLF001 - Flask's own way out of the proxy
    except Exception as error:
        logger.warning("job %d is not in the queue yet: %s", job.id, error)
