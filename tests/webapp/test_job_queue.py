"""The queue carries jobs to the worker, what it loses is found again, and it runs no code."""

import json
import os
import pickle
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
import redis
from huey.registry import Message

from webapp import create_app
from webapp.extensions import db
from webapp.jobs import carrying, runner
from webapp.jobs.queue import JobQueue, enqueue, queue_of
from webapp.jobs.tasks import JobHandler
from webapp.models import Job, JobState


@pytest.fixture(autouse=True)
def handler(monkeypatch):
    """All jobs are easy."""
    monkeypatch.setattr(runner, "handler_of", lambda _kind: JobHandler(lambda _job: "Done."))


@pytest.fixture
def job(make):
    return make.job(make.project())


def state_of(job):
    db.session.expire_all()
    return db.session.get(Job, job.id).state


def work_off(queue: JobQueue) -> None:
    """Do what a worker does with what is in its queue."""
    while task := queue.huey.dequeue():
        queue.huey.execute(task)


def test_the_queue_carries_a_job_to_the_worker(app, job):
    enqueue(job)
    work_off(JobQueue(app))
    assert state_of(job) is JobState.DONE


def test_the_worker_finds_what_the_queue_lost(app, job):
    queue = queue_of(app)
    queue.look_after()
    queue.look_after()
    assert queue.huey.pending_count() == 1
    work_off(queue)
    assert state_of(job) is JobState.DONE


def test_a_queue_that_is_out_of_order_loses_no_job(app, job, monkeypatch, caplog):
    def refuse(_job_id):
        raise ConnectionError

    with monkeypatch.context() as broken:
        broken.setattr(queue_of(app), "put", refuse)
        enqueue(job)
    assert "not in the queue yet" in caplog.text
    queue_of(app).look_after()
    work_off(queue_of(app))
    assert state_of(job) is JobState.DONE


@pytest.fixture(params=["file", "redis"])
def queue(request, config, monkeypatch, worker_id):
    """A queue of this test's own, in its home folder and then in Redis."""
    if request.param == "file":
        yield queue_of(create_app(config))
        return
    address = "redis://127.0.0.1:6379/15"
    try:
        redis.Redis.from_url(address).ping()
    except redis.ConnectionError:
        pytest.skip("no Redis on 127.0.0.1:6379")
    monkeypatch.setattr(carrying, "NAME", f"palimpsest-test-{worker_id}")
    queue = queue_of(create_app(replace(config, redis_url=address)))
    yield queue
    queue.huey.flush()


def test_both_carry_jobs(queue, job):
    queue.put(job.id)
    assert queue.huey.pending_count() == 1
    work_off(queue)
    assert state_of(job) is JobState.DONE


def test_what_stands_in_the_queue_is_plain(queue, job):
    queue.put(job.id)
    (message,) = queue.huey.storage.enqueued_items()
    assert json.loads(message) == {
        "task": "webapp.jobs.queue.run_job",
        "jobs": [job.id],
        "until": None,
    }


class Trap:
    """Runs code in whoever unpickles it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(self.path),)


def smuggled(path: Path) -> list[bytes]:
    """What somebody who reaches the queue might put there, and what an old version left."""
    calls = {"task": "os.mkdir", "jobs": [str(path)], "until": None}
    return [
        pickle.dumps(Trap(path)),
        pickle.dumps(Message(name="webapp.jobs.queue.run_job", args=(Trap(path),))),
        pickle.dumps(tuple(Message(id="1", name="webapp.jobs.queue.run_job", args=(1,)))),
        json.dumps(calls).encode(),
        json.dumps(calls | {"jobs": [1]}).encode(),
        json.dumps(calls | {"task": "webapp.jobs.queue.run_job"}).encode(),
        b"[" * 100_000,
        b"",
    ]


def test_nothing_that_is_put_into_the_queue_runs_code_and_the_worker_goes_on(
    queue, job, tmp_path, caplog
):
    path = tmp_path / "was-run"
    for message in smuggled(path):
        queue.huey.storage.enqueue(message)
    (run_job, _look_after) = queue.huey._registry._registry.values()
    queue.huey.storage.put_data(queue.huey._task_key(run_job, "rt"), smuggled(path)[0])
    queue.huey.storage.add_to_schedule(smuggled(path)[0], datetime(2000, 1, 1, tzinfo=UTC))
    assert queue.huey.read_schedule() == [None]
    queue.look_after()
    consumer = queue.huey.create_consumer(workers=1, initial_delay=0, max_delay=0)
    worker = consumer._create_worker()
    while queue.huey.pending_count():
        worker.loop()
    assert not path.exists()
    assert state_of(job) is JobState.DONE
    assert "no message of ours" in caplog.text
    assert "Traceback" not in caplog.text
