"""Whatever stops a training, the model in use stays in use and nothing of the training is left."""

import os
import re
import sys
import threading
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.processes import started
from tests.webapp.versions.fake_trainer import SECRET
from tests.webapp.versions.trainable import (
    asked_for_training,
    fake,
    life,
    lives,
    queued,
    reread,
    suggest,
    train,
    versions,
)
from webapp.core.jobs.operations import cancel_job
from webapp.core.jobs.runner import INTERRUPTED, tidy_interrupted
from webapp.core.jobs.running import STOPPING, RunningJob
from webapp.platform.extensions import db
from webapp.platform.models import Job, JobKind, JobState, utc_now
from webapp.platform.resources import ROOT
from webapp.versions import processes
from webapp.versions import training as trainings
from webapp.versions.operations import promote
from webapp.versions.queries import current_version, folder_of, log_of


@pytest.fixture
def project(make, monkeypatch):
    """A project with a version in use."""
    annotator = make.user()
    project = make.project(annotator)
    lives(make, project, annotator)
    fake(monkeypatch)
    assert train(project).state is JobState.DONE
    return project


@pytest.fixture
def nothing_is_left(project, config):
    """Check that all is as it was before a training."""
    (version,) = versions()

    def check(job):
        assert [each.id for each in versions()] == [version.id]
        assert current_version(db.session(), project).id == version.id
        assert list(config.models.iterdir()) == [folder_of(version)]
        left = {path.name for path in (config.home / "training" / str(job.id)).iterdir()}
        assert left <= {"log"}
        assert reread(job).finished_at

    return check


@contextmanager
def training_in(config, project, mode):
    """Run a process that trains until its trainer waits; yield job, process, trainer and helper."""
    job = asked_for_training(project)
    command = [sys.executable, "-m", "tests.webapp.versions.killed_training", str(job.id), mode]
    home = {"PALIMPSEST_HOME": str(config.home), "PALIMPSEST_DATABASE_URL": config.database_url}
    with started(command, cwd=ROOT, env=os.environ | home) as worker:
        until(lambda: "Waiting as" in (reread(job).message or "") or worker.poll() is not None)
        found = re.search(r"as (\d+) with (\d+)", reread(job).message)
        yield job, worker, [int(number) for number in found.groups()]


def until(holds):
    """Wait for something that must come true, as long as it takes."""
    while not (found := holds()):
        time.sleep(0.05)
    return found


def is_gone(pid):
    """Whether a process runs no more; one that nobody has waited for is no trouble."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
        return state.rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("refuse", "There is no encoder."),
        ("crash", "The training ended with exit code 1 and no result. See its log."),
        (
            "die",
            "The training was killed (SIGKILL), perhaps because memory ran out. "
            "Nothing of it was kept.",
        ),
    ],
)
def test_a_training_that_fails_says_why(project, nothing_is_left, monkeypatch, mode, reason):
    fake(monkeypatch, mode)
    job = train(project)
    assert (job.state, job.message) == (JobState.FAILED, reason)
    nothing_is_left(job)


def test_the_log_tells_places_and_types_and_no_text(project, monkeypatch, caplog):
    fake(monkeypatch, "crash")
    log = log_of(train(project))
    assert "ValueError" in log
    assert any(re.fullmatch(r"  fake_trainer\.py, line \d+, in crash", line) for line in log)
    assert SECRET not in "".join(log) + caplog.text


def test_a_training_that_takes_too_long_is_stopped(app, project, nothing_is_left, monkeypatch):
    impatient = replace(app.extensions["palimpsest"], training_seconds=1)
    monkeypatch.setitem(app.extensions, "palimpsest", impatient)
    monkeypatch.setattr(processes, "GRACE_SECONDS", 0.2)
    fake(monkeypatch, "deaf")
    job = train(project)
    assert job.state is JobState.FAILED
    assert job.message == (
        "The training took longer than 1 seconds (PALIMPSEST_TRAINING_SECONDS) and was stopped."
    )
    nothing_is_left(job)


def test_a_training_that_is_cancelled_stops_with_all_its_processes(
    project, nothing_is_left, monkeypatch
):
    pids = []
    heartbeat = RunningJob.heartbeat

    def cancelling(job, progress, total, message):
        heartbeat(job, progress, total, message)
        if found := re.search(r"as (\d+) with (\d+)", message):
            pids.extend(map(int, found.groups()))
            cancel_job(db.session(), db.session.get(Job, job.id))
            db.session.commit()

    monkeypatch.setattr(RunningJob, "heartbeat", cancelling)
    fake(monkeypatch, "wait")
    job = train(project)
    assert (job.state, job.message) == (JobState.CANCELLED, "Cancelled; nothing of it was kept.")
    assert len(pids) == 2
    until(lambda: all(map(is_gone, pids)))  # killed is at once, dead is when the kernel gets to it
    nothing_is_left(job)


def test_a_worker_that_is_told_to_end_does_not_wait_for_a_training(
    app, project, nothing_is_left, monkeypatch
):
    flag = threading.Event()
    flag.set()
    monkeypatch.setitem(app.extensions, STOPPING, flag)
    fake(monkeypatch, "wait")
    job = train(project)
    assert (job.state, job.message) == (JobState.FAILED, INTERRUPTED)
    nothing_is_left(job)


def test_suggestions_that_such_a_worker_left_undone_are_asked_for_again_and_again(
    app, make, project, monkeypatch
):
    make.assignment(life(make, project, 8), make.user())
    flag = threading.Event()
    flag.set()
    monkeypatch.setitem(app.extensions, STOPPING, flag)
    for _ in range(3):
        assert suggest(project).message == INTERRUPTED
    assert len(queued(JobKind.SUGGEST)) == 1


@pytest.mark.slow
def test_a_killed_worker_takes_its_trainer_along_and_the_next_start_tidies_up(
    config, project, nothing_is_left
):
    with training_in(config, project, "wait") as (job, worker, (trainer, _)):
        assert len(list(config.models.iterdir())) == 2
        tidy_interrupted()
        assert reread(job).state is JobState.RUNNING  # somebody works at it
        worker.kill()
        worker.wait()
        until(lambda: is_gone(trainer))
    tidy_interrupted()
    job = reread(job)
    assert (job.state, job.message) == (JobState.FAILED, INTERRUPTED)
    nothing_is_left(job)


@pytest.mark.slow
def test_a_trainer_that_is_killed_fails_its_job_only(config, project, nothing_is_left):
    with training_in(config, project, "wait") as (job, worker, (trainer, helper)):
        os.kill(trainer, 9)
        os.kill(helper, 9)
        assert worker.wait() == 0
    assert reread(job).message.startswith("The training was killed (SIGKILL)")
    nothing_is_left(job)


def test_what_another_job_is_writing_is_left_alone(make, project, config, monkeypatch):
    other = make.job(project, kind=JobKind.TRAIN, state=JobState.RUNNING)
    for name in (f".project-1-job-{other.id}.x.part", "project-9-job-999", "somebody-else-s"):
        (config.models / name).mkdir()
    fake(monkeypatch, "refuse")
    train(project)
    left = {path.name for path in config.models.iterdir()} - {each.folder for each in versions()}
    assert left == {f".project-1-job-{other.id}.x.part", "somebody-else-s"}


def test_a_version_that_was_held_against_another_than_is_in_use_is_kept_back(project, monkeypatch):
    train(project)
    first, second = versions()
    listen = processes._listen

    def promoting(*arguments):
        promote(db.session(), project, first, person=None, at=utc_now())
        db.session.commit()
        return listen(*arguments)

    monkeypatch.setattr(processes, "_listen", promoting)
    job = train(project)
    assert job.message.endswith(trainings.NOT_COMPARED)
    assert versions()[-1].promoted_at is None
    assert current_version(db.session(), project).id == first.id != second.id
