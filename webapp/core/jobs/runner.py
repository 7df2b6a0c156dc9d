"""Running jobs so that their rows tell the truth, however they end.

`state` is the decision, `finished_at` says that nothing is left to do about it. A process holds
a job's file lock while it works, and a killed one lets go at once: a job that is begun, unfinished
and not locked was interrupted. No clock has to guess that.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout
from flask import current_app
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from annotation.errors import AnnotationError
from learning.errors import LearningError
from webapp.core.jobs.running import JobCancelledError, OnProgress, RunningJob
from webapp.core.jobs.tasks import CONCURRENCY_GROUPS, handler_of
from webapp.platform import outages, resources
from webapp.platform.config import Config
from webapp.platform.errors import BusyError, DomainError
from webapp.platform.extensions import db
from webapp.platform.models import Job, JobKind, JobState, utc_now

logger = logging.getLogger(__name__)

INTERRUPTED = "It was interrupted; nothing of it was kept. Start it again."
FOREVER = -1
"""What a file lock takes for no timeout."""


def run_job(job_id: int) -> bool:
    """Run a queued job, or tidy one that is not queued; harmless if it is over or gone.

    False where another job has its concurrency group, or somebody works at it: nothing was done.
    """
    with _concurrency_group(_kind_of(job_id)) as is_its_turn:
        if not is_its_turn:
            return False
        with _locked(f"job-{job_id}") as is_free:
            if is_free and (job := _begin(job_id)):
                _work(job)
            elif is_free:
                _tidy(job_id)
            return is_free


def run_here(session: Session, job: Job, on_progress: OnProgress | None = None) -> None:
    """Run a new job in the foreground, past the worker; `job` is up to date afterwards.

    Waits where the concurrency group of its kind is taken.
    """
    with _concurrency_group(job.kind, waits=True, on_progress=on_progress):
        job.state, job.started_at = JobState.RUNNING, utc_now()
        session.add(job)
        session.flush()
        with _locked(f"job-{job.id}"):  # before anybody can see it and take it for interrupted
            session.commit()
            _work(RunningJob(job, on_progress))
    session.refresh(job)


def tidy_interrupted() -> None:
    """Finish all jobs that nobody works at any more, though they were begun."""
    with Session(db.engine) as session:
        unfinished = session.scalars(
            select(Job.id).where(Job.finished_at.is_(None), Job.state != JobState.QUEUED)
        ).all()
    for job_id in unfinished:
        tidy_job(job_id)


def tidy_job(job_id: int) -> None:
    """Finish a job that was begun or decided, unless somebody works at it."""
    with _locked(f"job-{job_id}") as is_free:
        if is_free:
            _tidy(job_id)


def wait_for(job_id: int) -> None:
    """Return when nobody works at a job."""
    with _locked(f"job-{job_id}", timeout=FOREVER):
        pass


def _begin(job_id: int) -> RunningJob | None:
    with Session(db.engine) as session:
        taken = session.execute(
            update(Job)
            .where(Job.id == job_id, Job.state == JobState.QUEUED)
            .values(state=JobState.RUNNING, started_at=utc_now(), heartbeat_at=utc_now())
        )
        session.commit()
        if taken.rowcount == 0:  # type: ignore[attr-defined] # an UPDATE has it
            return None
        return RunningJob(session.get_one(Job, job_id))


def _work(job: RunningJob) -> None:
    try:
        message = handler_of(job.kind).run(job)
        _decide(job, JobState.DONE, message)
    except JobCancelledError:
        pass
    except (DomainError, AnnotationError, LearningError, BusyError) as error:
        _decide(job, JobState.FAILED, str(error))
    except Exception as error:
        _decide(job, JobState.FAILED, _reported(job, error))
    except BaseException:  # Ctrl-C on the command line
        _decide(job, JobState.FAILED, INTERRUPTED)
        raise
    finally:
        _close(job)


def _tidy(job_id: int) -> None:
    with Session(db.engine) as session:
        row = session.get(Job, job_id)
        if row is None or row.finished_at or row.state is JobState.QUEUED:
            return
        job = RunningJob(row)
    _decide(job, JobState.FAILED, INTERRUPTED)
    _close(job)


def _decide(job: RunningJob, state: JobState, message: str) -> None:
    """Say how the job ended, unless that is decided already."""
    with suppress(JobCancelledError), Session(db.engine) as session:
        job.decide(session, state, message)
        session.commit()


def _close(job: RunningJob) -> None:
    """Let the handler finish; if it can't, the job stays unfinished and is tidied later."""
    with Session(db.engine) as session:
        job.state = session.scalars(select(Job.state).where(Job.id == job.id)).one()
    try:
        handler_of(job.kind).close(job)
    except Exception as error:
        _reported(job, error)
        return
    with Session(db.engine) as session:
        session.execute(update(Job).where(Job.id == job.id).values(finished_at=utc_now()))
        session.commit()


def _reported(job: RunningJob, error: Exception) -> str:
    """Log an unexpected error and return what people read of it.

    Type and places only: messages of errors can quote documents.
    """
    config: Config = current_app.extensions["palimpsest"]
    outage = outages.sentence_of(error, home=config.home, database_url=config.database_url)
    if outage:  # no bug, so no places
        logger.error("job %d (%s) met %s", job.id, job.kind, type(error).__name__)
        return outage
    frames = traceback.extract_tb(error.__traceback__)
    logger.critical(
        "job %d (%s) met %s:\n%s",
        job.id,
        job.kind,
        type(error).__name__,
        "".join(traceback.format_list(frames)),
    )
    ours = [frame for frame in frames if Path(frame.filename).is_relative_to(_OUR_CODE)] or frames
    place = f"{Path(ours[-1].filename).name}, line {ours[-1].lineno}"
    return f"Unexpected error: {type(error).__name__} in {place}. The log has more."


_OUR_CODE = resources.CODE


def _kind_of(job_id: int) -> JobKind | None:
    with Session(db.engine) as session:
        return session.scalar(select(Job.kind).where(Job.id == job_id))


@contextmanager
def _concurrency_group(
    kind: JobKind | None, *, waits: bool = False, on_progress: OnProgress | None = None
) -> Iterator[bool]:
    """Hold the group of a kind of job; False where another job has it, unless this one waits."""
    if kind not in CONCURRENCY_GROUPS:
        yield True
        return
    name = f"group-{CONCURRENCY_GROUPS[kind]}"
    with _locked(name) as is_free:
        if is_free or not waits:
            yield is_free
            return
    if on_progress:
        on_progress(0, 1, "Waiting for another training or scoring to end")
    with _locked(name, timeout=FOREVER):
        yield True


@contextmanager
def _locked(name: str, *, timeout: float = 0) -> Iterator[bool]:
    """Hold a lock; False where another process or thread holds it for longer than the timeout."""
    config: Config = current_app.extensions["palimpsest"]
    folder = config.home / "locks"
    folder.mkdir(mode=0o700, exist_ok=True)
    lock = FileLock(folder / f"{name}.lock", timeout=timeout, mode=0o600)
    try:
        lock.acquire()
    except Timeout:
        yield False
        return
    try:
        yield True
    finally:
        lock.release()
