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
from webapp.config import Config
from webapp.errors import DomainError
from webapp.extensions import db
from webapp.jobs.running import JobCancelledError, OnProgress, RunningJob
from webapp.jobs.tasks import handler_of
from webapp.models import Job, JobState, utc_now

logger = logging.getLogger(__name__)

INTERRUPTED = "It was interrupted; nothing of it was kept. Start it again."


def run_job(job_id: int) -> None:
    """Run a queued job; harmless if it is begun, over or gone."""
    with _locked(job_id) as is_free:
        if is_free and (job := _begin(job_id)):
            _work(job)
        elif is_free:
            _tidy(job_id)


def run_here(session: Session, job: Job, on_progress: OnProgress | None = None) -> None:
    """Run a new job in the foreground, past the queue; `job` is up to date afterwards."""
    job.state, job.started_at = JobState.RUNNING, job.created_at
    session.add(job)
    session.flush()
    with _locked(job.id):  # before anybody can see it and take it for interrupted
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
        with _locked(job_id) as is_free:
            if is_free:
                _tidy(job_id)


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
    except (DomainError, AnnotationError) as error:
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


_OUR_CODE = Config.PROJECT_ROOT / "webapp"


@contextmanager
def _locked(job_id: int) -> Iterator[bool]:
    """Hold a job's lock; False where another process or thread holds it."""
    config: Config = current_app.extensions["palimpsest"]
    folder = config.home / "locks"
    folder.mkdir(mode=0o700, exist_ok=True)
    lock = FileLock(folder / f"job-{job_id}.lock", timeout=0, mode=0o600)
    try:
        lock.acquire()
    except Timeout:
        yield False
        return
    try:
        yield True
    finally:
        lock.release()
