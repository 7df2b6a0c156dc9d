"""The table is the queue: what waits in it is done in order, once, whatever happens meanwhile."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
from filelock import FileLock
from flask import current_app

from tests.factories import Factory
from tests.postgresql import POSTGRESQL
from tests.processes import started
from webapp.cli.worker import THREADS
from webapp.core.jobs import runner, worker
from webapp.core.jobs.operations import cancel_job
from webapp.core.jobs.running import STOPPING
from webapp.core.jobs.tasks import JobHandler
from webapp.core.jobs.worker import Worker
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.models import Job, JobKind, JobState
from webapp.platform.resources import ROOT

SECRET = "Ada moved to Oslo."


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


@pytest.fixture
def project(make):
    return make.project()


@pytest.fixture
def job(make, project):
    return make.job(project)


@pytest.fixture
def handled_by(monkeypatch):
    """Let a function do the work of all jobs, and another one close them."""

    def install(run, close=lambda _job: None):
        monkeypatch.setattr(runner, "handler_of", lambda _kind: JobHandler(run, close))

    return install


@pytest.fixture
def done(handled_by):
    """The jobs that were done, in order."""
    done = []
    handled_by(lambda job: done.append(job.id) or "Done.")
    return done


@pytest.fixture
def clock(monkeypatch):
    """The worker's clock, which stands still unless it is set."""
    clock = SimpleNamespace(now=1_000.0)
    monkeypatch.setattr(worker, "time", SimpleNamespace(monotonic=lambda: clock.now))
    return clock


def reread(job):
    db.session.expire_all()
    return db.session.get(Job, job.id)


def work_off(worker):
    while worker.look():
        pass


@contextmanager
def locked(name: str) -> Iterator[None]:
    """Hold what another process holds that works at a job, or at one of a group."""
    config: Config = current_app.extensions["palimpsest"]
    (config.home / "locks").mkdir(exist_ok=True)
    with FileLock(config.home / "locks" / f"{name}.lock"):
        yield


def test_a_job_whose_row_is_committed_needs_nothing_else_to_be_done(any_app, job, done):
    assert Worker(any_app).look()
    assert done == [job.id]
    assert reread(job).state is JobState.DONE
    assert not Worker(any_app).look()


def test_jobs_are_done_in_the_order_in_which_they_were_asked_for(any_app, make, project, done):
    kinds = (JobKind.AGREEMENT, JobKind.TRAIN, JobKind.IMPORT, JobKind.SUGGEST, JobKind.AGREEMENT)
    jobs = [make.job(project, kind=kind) for kind in kinds]
    work_off(Worker(any_app))
    assert done == [job.id for job in jobs]


def test_while_a_group_is_taken_its_jobs_wait_in_order_and_others_pass(
    any_app, make, project, done
):
    training, scoring = (make.job(project, kind=kind) for kind in (JobKind.TRAIN, JobKind.SUGGEST))
    figures = make.job(project, kind=JobKind.AGREEMENT)
    with locked("group-models"):
        work_off(Worker(any_app))
        assert done == [figures.id]
        assert reread(training).state is reread(scoring).state is JobState.QUEUED
    work_off(Worker(any_app))
    assert done == [figures.id, training.id, scoring.id]


def test_neither_a_training_nor_an_attack_keeps_other_jobs_waiting(
    any_app, make, project, handled_by
):
    go_on, over = threading.Event(), threading.Event()
    slow = {JobKind.TRAIN, JobKind.RISK}

    def run(job):
        if job.kind in slow:
            go_on.wait()
        else:
            over.set()
        return "Done."

    handled_by(run)
    for kind in (JobKind.TRAIN, JobKind.RISK, JobKind.SUGGEST, JobKind.RELEASE, JobKind.AGREEMENT):
        make.job(project, kind=kind)
    jobs = Worker(any_app)
    jobs.start(THREADS)
    try:
        over.wait()
    finally:
        go_on.set()
        jobs.stop(600)


def test_however_many_look_at_once_each_job_is_done_once(any_app, make, project, done):
    jobs = [make.job(project) for _ in range(12)]
    beginning = threading.Barrier(4)

    def work(jobs_of_one):
        beginning.wait()
        work_off(jobs_of_one)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(work, [Worker(any_app)] * 2 + [Worker(any_app) for _ in range(2)]))
    assert sorted(done) == [job.id for job in jobs]
    assert {reread(job).state for job in jobs} == {JobState.DONE}


def test_what_others_did_since_a_worker_looked_is_not_done_again(
    any_app, make, project, done, monkeypatch
):
    jobs = [make.job(project) for _ in range(3)]
    late, others = Worker(any_app), Worker(any_app)
    look = worker._unfinished

    def look_and_be_late():
        seen = look()
        monkeypatch.setattr(worker, "_unfinished", look)
        work_off(others)
        return seen

    monkeypatch.setattr(worker, "_unfinished", look_and_be_late)
    work_off(late)
    assert done == [job.id for job in jobs]


def test_what_is_cancelled_while_it_waits_never_runs_and_is_tidied_up(any_app, job, handled_by):
    closed = []
    handled_by(pytest.fail, lambda job: closed.append(job.state))
    jobs = Worker(any_app)
    with locked(f"job-{job.id}"):
        jobs.look()
    cancel_job(db.session(), job)
    db.session.commit()
    jobs.look()
    assert closed == [JobState.CANCELLED]
    assert reread(job).finished_at


def test_what_was_interrupted_is_tidied_up_when_a_worker_starts(any_app, make, project, handled_by):
    job = make.job(project, state=JobState.RUNNING)
    handled_by(pytest.fail)
    Worker(any_app).look()
    row = reread(job)
    assert (row.state, row.message) == (JobState.FAILED, runner.INTERRUPTED)
    assert row.finished_at


def test_what_another_process_leaves_behind_is_found_within_a_minute(
    any_app, make, project, handled_by, clock
):
    job = make.job(project, state=JobState.RUNNING)
    handled_by(pytest.fail)
    jobs = Worker(any_app)
    with locked(f"job-{job.id}"):
        jobs.look()
        clock.now += worker.LOOK_AGAIN_SECONDS
        jobs.look()
    assert reread(job).state is JobState.RUNNING
    clock.now += worker.LOOK_AGAIN_SECONDS
    jobs.look()
    assert reread(job).state is JobState.FAILED


def test_what_can_t_be_tidied_up_is_tried_once_a_minute(any_app, make, project, handled_by, clock):
    tries = []

    def close(_job):
        tries.append(clock.now)
        raise OSError

    make.job(project, state=JobState.CANCELLED)
    handled_by(pytest.fail, close)
    jobs, start = Worker(any_app), clock.now
    for _ in range(3):
        jobs.look()
    clock.now += worker.LOOK_AGAIN_SECONDS
    jobs.look()
    assert tries == [start, clock.now]


def test_a_job_that_makes_the_worker_fail_keeps_no_other_waiting_and_quotes_nothing(
    any_app, make, project, done, monkeypatch, caplog
):
    faulty, sound = make.job(project), make.job(project)
    run_job = runner.run_job

    def fail(job_id):
        if job_id == faulty.id:
            raise ValueError(SECRET)
        return run_job(job_id)

    monkeypatch.setattr(worker, "run_job", fail)
    jobs = Worker(any_app)
    assert not jobs.look()
    assert jobs.look()
    assert done == [sound.id]
    assert "ValueError in" in caplog.text
    assert "test_jobs_queue.py" in caplog.text
    assert SECRET not in caplog.text


@contextmanager
def away(database: Config) -> Iterator[None]:
    """Take a database away from whoever uses it, and bring it back."""
    if database.database_url.startswith("sqlite"):
        db.session.remove()
        db.engine.dispose()
        path, elsewhere = (database.home / name for name in ("palimpsest.sqlite3", "elsewhere"))
        path.rename(elsewhere)
        path.mkdir()
        try:
            yield
        finally:
            path.rmdir()
            elsewhere.rename(path)
        return
    name = database.database_url.rpartition("/")[2]
    with psycopg.connect(f"{POSTGRESQL}/postgres", autocommit=True) as server:
        server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,)
        )
        try:
            yield
        finally:
            server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")


def test_a_database_that_is_away_for_a_while_is_said_once_and_the_worker_goes_on(
    any_app, job, done, caplog
):
    db.session.rollback()
    jobs = Worker(any_app)
    with away(any_app.extensions["palimpsest"]):
        assert [jobs.look() for _ in range(5)] == [False] * 5
    assert len(caplog.messages) == 1
    assert "can't be used" in caplog.messages[0]
    assert jobs.look()
    assert done == [job.id]
    with away(any_app.extensions["palimpsest"]):
        jobs.look()
    assert len(caplog.messages) == 2


def test_a_worker_that_is_told_to_stop_lets_a_job_end_and_begins_no_other(
    any_app, make, project, handled_by
):
    first, second = make.job(project), make.job(project)
    begun = threading.Event()

    def run(_job):
        begun.set()
        current_app.extensions[STOPPING].wait()
        return "Done."

    handled_by(run)
    jobs = Worker(any_app)
    jobs.start(1)
    try:
        begun.wait()
    finally:
        jobs.stop(600)
    assert (reread(first).state, reread(second).state) == (JobState.DONE, JobState.QUEUED)


@contextmanager
def stubborn_worker(config: Config) -> Iterator[subprocess.Popen[str]]:
    """Run `palimpsest worker` as a program, in the midst of a job that does not end."""
    settings = {
        "PALIMPSEST_HOME": str(config.home),
        "PALIMPSEST_DATABASE_URL": config.database_url,
        "PALIMPSEST_REDIS_URL": "redis://127.0.0.1:6379/0",
    }
    with started(
        [sys.executable, "-m", "tests.webapp.core.jobs.stubborn_worker"],
        cwd=ROOT,
        env=os.environ | settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout.readline() == "begun\n", process.stderr.read()
        yield process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_job_that_does_not_end_in_time_is_interrupted_and_tidied_up_at_the_next_start(
    any_app, job, handled_by, number
):
    with stubborn_worker(any_app.extensions["palimpsest"]) as process:
        assert reread(job).state is JobState.RUNNING
        process.send_signal(number)
        assert process.wait() == 0
    handled_by(pytest.fail)
    Worker(any_app).look()
    assert (reread(job).state, reread(job).message) == (JobState.FAILED, runner.INTERRUPTED)


@pytest.mark.usefixtures("job")
def test_a_signal_that_the_system_gives_to_another_thread_stops_the_worker(any_app):
    with stubborn_worker(any_app.extensions["palimpsest"]) as process:
        threads = {int(task.name) for task in Path(f"/proc/{process.pid}/task").iterdir()}
        other = max(threads - {process.pid})
        ctypes.CDLL(None).tgkill(process.pid, other, signal.SIGTERM)
        assert process.wait() == 0


@pytest.mark.usefixtures("job")
def test_a_setting_that_means_nothing_any_more_is_named(any_app):
    with stubborn_worker(any_app.extensions["palimpsest"]) as process:
        process.terminate()
        _, said = process.communicate()
    assert said.count("\n") == 1
    assert "PALIMPSEST_REDIS_URL means nothing any more" in said
