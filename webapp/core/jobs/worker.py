"""The worker: does the jobs of the table, first come, first served.

The table is the queue: who commits a row has asked for the job. Threads and processes may look as
often as they like, for only one of them begins it (`runner`).
"""

from __future__ import annotations

import logging
import time
import traceback
from threading import Event, Thread
from typing import NamedTuple

from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.core.jobs.runner import run_job, tidy_job
from webapp.core.jobs.running import STOPPING
from webapp.core.jobs.tasks import CONCURRENCY_GROUPS, sweep
from webapp.platform import outages
from webapp.platform.config import Config
from webapp.platform.errors import BusyError
from webapp.platform.extensions import db
from webapp.platform.models import Job, JobKind, JobState, utc_now

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.5
"""How late an idle thread may notice a job."""
LOOK_AGAIN_SECONDS = 60.0
"""How long a job is left alone that could not be begun or tidied, or that somebody works at."""


class _Unfinished(NamedTuple):
    """A job that waits or runs, or that is decided and not tidied up."""

    id: int
    kind: JobKind
    state: JobState


class Worker:
    """Does the jobs of an application, in threads that share what they know of them."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._stopping = app.extensions[STOPPING] = Event()
        self._threads: list[Thread] = []
        self._left_alone: set[_Unfinished] = set()
        self._look_again_at = 0.0
        self._trouble: str | None = None

    def start(self, threads: int) -> None:
        """Begin to do jobs, so many at a time."""
        for _ in range(threads):
            # A daemon: the process does not wait for a job that does not end in time.
            thread = Thread(target=self._work, daemon=True)
            thread.start()
            self._threads.append(thread)

    def stop(self, seconds: float) -> None:
        """Begin no more jobs, and wait so many seconds for those that run.

        One that runs on is interrupted by the end of the process; the next start tidies it up.
        """
        self._stopping.set()
        deadline = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def look(self) -> bool:
        """Do the first job that can be done; return whether there was one.

        Nothing that is met on the way ends the worker. It is logged once, not at every look.
        """
        try:
            with self._app.app_context():
                was_done = self._do_first()
        except (Exception, SystemExit) as error:  # some libraries exit where they should raise
            self._report(error)
            return False
        self._trouble = None
        return was_done

    def _work(self) -> None:
        while not self._stopping.is_set():
            if not self.look():
                self._stopping.wait(POLL_SECONDS)

    def _do_first(self) -> bool:
        if time.monotonic() >= self._look_again_at:
            self._look_again_at = time.monotonic() + LOOK_AGAIN_SECONDS
            self._left_alone.clear()
            sweep(self._app.extensions["palimpsest"], utc_now())
        busy: set[str] = set()
        for job in _unfinished():
            group = CONCURRENCY_GROUPS.get(job.kind)
            if job in self._left_alone:
                continue
            if job.state is not JobState.QUEUED:
                self._left_alone.add(job)
                tidy_job(job.id)
            elif group not in busy:
                if self._run(job):
                    return True
                if group:
                    busy.add(group)  # who asked later does not overtake
        return False

    def _run(self, job: _Unfinished) -> bool:
        try:
            return run_job(job.id)
        except BaseException:
            self._left_alone.add(job)  # so that it does not keep the others waiting
            raise

    def _report(self, error: BaseException) -> None:
        config: Config = self._app.extensions["palimpsest"]
        trouble = outages.sentence_of(error, home=config.home, database_url=config.database_url)
        if isinstance(error, BusyError):
            trouble = str(error)
        if trouble is None:  # its message may quote a document
            places = "".join(traceback.format_tb(error.__traceback__))
            trouble = f"{type(error).__name__} in\n{places}"
        if trouble != self._trouble:
            logger.error("jobs have to wait: %s", trouble)
        self._trouble = trouble


def _unfinished() -> list[_Unfinished]:
    """Return all that is not finished, oldest first."""
    unfinished = select(Job.id, Job.kind, Job.state).where(Job.finished_at.is_(None))
    with Session(db.engine) as session:
        return [_Unfinished(*row) for row in session.execute(unfinished.order_by(Job.id))]
