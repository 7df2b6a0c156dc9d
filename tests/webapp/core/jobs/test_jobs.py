"""A job's row tells the truth, however the job ends."""

import pytest
from filelock import FileLock
from sqlalchemy import update

from webapp.core.jobs import runner, tasks
from webapp.core.jobs.operations import cancel_job, request_job
from webapp.core.jobs.tasks import JobHandler
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import Job, JobKind, JobState, utc_now

SECRET = "Ada moved to Oslo."


@pytest.fixture
def project(make):
    return make.project()


@pytest.fixture
def job(make, project):
    return make.job(project)


@pytest.fixture
def handled_by(monkeypatch):
    """Let a function do the work of all jobs; what was closed is in the list returned."""
    closed = []

    def install(run, close=lambda _job: None):
        def noted(job):
            closed.append((job.id, job.state))
            close(job)

        monkeypatch.setattr(runner, "handler_of", lambda _kind: JobHandler(run, noted))
        return closed

    return install


def reread(job):
    db.session.expire_all()
    return db.session.get(Job, job.id)


def request(project, **others):
    asked = request_job(
        db.session(), JobKind.AGREEMENT, project, person=None, at=utc_now(), **others
    )
    db.session.commit()
    return asked


def test_a_job_that_succeeds_says_how_it_went(job, handled_by):
    closed = handled_by(lambda _job: "3 things done.")
    runner.run_job(job.id)
    row = reread(job)
    assert (row.state, row.message) == (JobState.DONE, "3 things done.")
    assert row.created_at <= row.started_at <= row.finished_at
    assert closed == [(job.id, JobState.DONE)]


def test_a_refusal_is_the_message_of_the_failed_job(job, handled_by):
    def run(_job):
        raise DomainError("The file is empty.")

    closed = handled_by(run)
    runner.run_job(job.id)
    row = reread(job)
    assert (row.state, row.message) == (JobState.FAILED, "The file is empty.")
    assert closed == [(job.id, JobState.FAILED)]


def test_an_unexpected_error_is_logged_by_type_and_place_only(job, handled_by, caplog):
    def run(_job):
        raise ValueError(SECRET)

    handled_by(run)
    runner.run_job(job.id)
    message = reread(job).message
    assert message.startswith("Unexpected error: ValueError in runner.py, line ")
    assert "test_jobs.py" in caplog.text
    assert SECRET not in message + caplog.text


def test_a_job_runs_once_even_if_it_is_queued_twice(job, handled_by):
    runs = []
    handled_by(lambda running: runs.append(running.id) or "")
    runner.run_job(job.id)
    runner.run_job(job.id)
    assert runs == [job.id]


def test_a_job_that_is_gone_is_no_trouble(app):  # noqa: ARG001 - the context must be there
    runner.run_job(404)


def test_progress_is_in_the_row_while_the_job_runs(job, handled_by):
    seen = []

    def run(running):
        running.heartbeat(1, 4, "Reading")
        seen.append(reread(job))
        assert (seen[0].progress, seen[0].total, seen[0].message) == (1, 4, "Reading")
        assert seen[0].state is JobState.RUNNING
        assert seen[0].heartbeat_at
        running.heartbeat(9, 4, "Too much")
        return "Read."

    handled_by(run)
    runner.run_job(job.id)
    row = reread(job)
    assert (row.progress, row.total, row.state) == (4, 4, JobState.DONE)


def test_heartbeats_between_two_writings_cost_nothing(job, handled_by):
    def run(running):
        running.heartbeat(1, 1_000, "Reading")
        for step in range(2, 900):
            running.heartbeat(step, 1_000, "Reading")
        return str(reread(job).progress)

    handled_by(run)
    runner.run_job(job.id)
    assert int(reread(job).message) < 899


def test_a_running_job_that_is_cancelled_stops_at_its_next_heartbeat(job, handled_by):
    def run(running):
        cancel_job(db.session(), job)
        db.session.commit()
        running.heartbeat(1, 4, "Reading")
        return "It never comes to this."

    closed = handled_by(run)
    runner.run_job(job.id)
    row = reread(job)
    assert (row.state, row.message) == (
        JobState.CANCELLED,
        "Cancelled; nothing of it was kept.",
    )
    assert row.finished_at
    assert closed == [(job.id, JobState.CANCELLED)]


def test_a_queued_job_that_is_cancelled_never_runs(job, handled_by):
    closed = handled_by(pytest.fail)
    cancel_job(db.session(), job)
    db.session.commit()
    runner.run_job(job.id)
    assert reread(job).finished_at
    assert closed == [(job.id, JobState.CANCELLED)]


def test_what_is_over_can_t_be_cancelled(make, project):
    with pytest.raises(DomainError, match="over already"):
        cancel_job(db.session(), make.job(project, state=JobState.DONE))


def test_one_job_of_a_key_waits_and_another_may_follow_once_it_runs(project):
    first = request(project, once_key="agreement")
    assert request(project, once_key="agreement").id == first.id
    db.session.execute(update(Job).values(state=JobState.RUNNING))
    assert request(project, once_key="agreement").id != first.id


def test_jobs_without_a_key_all_wait(project):
    assert request(project).id != request(project).id


def test_an_interrupted_job_fails_at_the_next_look(make, project, handled_by):
    closed = handled_by(pytest.fail)
    job = make.job(project, state=JobState.RUNNING)
    runner.tidy_interrupted()
    row = reread(job)
    assert (row.state, row.message) == (JobState.FAILED, runner.INTERRUPTED)
    assert closed == [(job.id, JobState.FAILED)]


def test_a_job_that_somebody_works_at_is_left_alone(make, project, config, handled_by):
    closed = handled_by(pytest.fail)
    job = make.job(project, state=JobState.RUNNING)
    (config.home / "locks").mkdir()
    with FileLock(config.home / "locks" / f"job-{job.id}.lock"):
        runner.tidy_interrupted()
        runner.run_job(job.id)
    assert reread(job).state is JobState.RUNNING
    assert closed == []


def test_what_could_not_be_closed_is_tried_again(job, handled_by):
    faults = [OSError("disk full")]

    def close(_job):
        if faults:
            raise faults.pop()

    closed = handled_by(lambda _job: "Done.", close)
    runner.run_job(job.id)
    assert (reread(job).state, reread(job).finished_at) == (JobState.DONE, None)
    runner.tidy_interrupted()
    row = reread(job)
    assert (row.message, row.finished_at is None) == ("Done.", False)
    assert closed == [(job.id, JobState.DONE)] * 2


@pytest.mark.parametrize("kind", JobKind)
def test_every_kind_of_job_has_a_handler(kind):
    assert isinstance(tasks.handler_of(kind), JobHandler)
