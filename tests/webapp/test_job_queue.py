"""The queue carries jobs to the worker, and what it loses is found again."""

from dataclasses import replace

import pytest
import redis

from webapp import create_app
from webapp.extensions import db
from webapp.jobs import runner
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


def test_redis_carries_jobs_where_it_is_set(config, job):
    address = "redis://127.0.0.1:6379/15"
    try:
        redis.Redis.from_url(address).ping()
    except redis.ConnectionError:
        pytest.skip("no Redis on 127.0.0.1:6379")
    queue = queue_of(create_app(replace(config, redis_url=address)))
    queue.huey.flush()
    queue.put(job.id)
    assert queue.huey.pending_count() == 1
    work_off(queue)
    assert state_of(job) is JobState.DONE
