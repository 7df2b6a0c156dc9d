"""While a model is trained, people save: nothing is lost, and nobody waits for the training."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, select

from tests.factories import Factory
from tests.forked import Forked
from tests.webapp.intake.backgrounds.people_files import lines
from tests.webapp.intake.imports.importing import biography, written
from tests.webapp.versions.trainable import (
    asked_for_training,
    fake,
    life,
    lives,
    reread,
    train,
    versions,
)
from webapp.core.jobs.runner import run_job
from webapp.core.jobs.running import RunningJob
from webapp.platform.extensions import db
from webapp.platform.models import Choice, Event, EventKind, Job, JobKind, JobState, Membership
from webapp.platform.resources import ROOT
from webapp.publication.export.wanted import Wanted
from webapp.publication.release.wanted import WantedRelease
from webapp.versions.folders import working_folder

ANNOTATORS = 2
GENERALIZATIONS = [f"generalization {number}" for number in range(50)]
SPANS = [("Oslo", "LOC", "e1", GENERALIZATIONS)]
SAVES = 15
"""Of each annotator, while the trainer waits."""


class Savers:
    """Several processes that save, each in a document of its own."""

    def __init__(self, config, assignments):
        self.assignments = assignments
        self.saves = [0] * len(assignments)
        environment = os.environ | {
            "PALIMPSEST_HOME": str(config.home),
            "PALIMPSEST_DATABASE_URL": config.database_url,
        }
        self.processes = [
            Forked(
                [sys.executable, "-m", "tests.webapp.workbench.saving_annotator", str(each.id)],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for each in assignments
        ]

    def save(self, times=1):
        """Let all save at the same time, so often, and wait for it."""
        for _ in range(times):
            for process in self.processes:
                process.stdin.write("\n")
                process.stdin.flush()
            for index, process in enumerate(self.processes):
                assert process.stdout.readline() == f"{self.saves[index]}\n", "a save failed"
                self.saves[index] += 1

    def stop(self):
        """Let all finish."""
        for process in self.processes:
            process.stdin.close()
            assert process.wait() == 0

    def check(self):
        """Every save that was acknowledged is there: the last as a choice, each as an event."""
        db.session.rollback()
        for assignment, saves in zip(self.assignments, self.saves, strict=True):
            chosen = select(Choice.text).where(Choice.assignment_id == assignment.id)
            assert (
                db.session.scalars(chosen).one()
                == GENERALIZATIONS[(saves - 1) % len(GENERALIZATIONS)]
            )
            events = select(func.count()).where(
                Event.assignment_id == assignment.id, Event.kind == EventKind.CHOSEN
            )
            assert db.session.scalar(events) == saves

    def kill(self):
        for process in self.processes:
            process.kill()
            process.wait()
            process.stdin.close()
            process.stdout.close()


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


@pytest.fixture
def project(make):
    annotator = make.user()
    project = make.project(annotator)
    lives(make, project, annotator)
    return project


@pytest.fixture
def savers(any_app, make, project):
    assignments = []
    for _ in range(ANNOTATORS):
        document = make.document(project, text="She came to Oslo.", spans=SPANS)
        annotator = make.user()
        db.session.add(Membership(project_id=project.id, user_id=annotator.id))
        assignments.append(make.assignment(document, annotator))
    savers = Savers(any_app.extensions["palimpsest"], assignments)
    yield savers
    savers.kill()


@pytest.mark.slow
def test_saves_do_not_wait_for_a_training_and_are_all_there(any_app, project, savers, monkeypatch):
    config = any_app.extensions["palimpsest"]
    fake(monkeypatch, "wait")
    savers.save()
    job = asked_for_training(project)
    db.session.remove()
    heartbeat = RunningJob.heartbeat

    def saving(running, progress, total, message):
        """The trainer waits until these saves were made: if they had to wait for it, none would."""
        heartbeat(running, progress, total, message)
        if message.startswith("Waiting as") and savers.saves[0] == 1:
            assert db.engine.pool.checkedout() == 0
            savers.save(SAVES)
            (working_folder(config, job.id) / "go").touch()

    monkeypatch.setattr(RunningJob, "heartbeat", saving)
    run_job(job.id)
    savers.stop()
    assert reread(job).state is JobState.DONE, job.message
    assert len(versions()) == 1
    assert savers.saves == [1 + SAVES] * ANNOTATORS
    savers.check()


@pytest.mark.slow
def test_saves_at_any_moment_of_a_real_training_are_all_there(project, savers, monkeypatch):
    savers.save()
    heartbeat = RunningJob.heartbeat
    moments = []

    def saving(running, progress, total, message):
        heartbeat(running, progress, total, message)
        savers.save()
        moments.append(message)

    monkeypatch.setattr(RunningJob, "heartbeat", saving)
    job = train(project)
    assert job.state is JobState.DONE, job.message
    savers.stop()
    assert savers.saves == [1 + len(moments)] * ANNOTATORS
    assert {"Reading what was submitted", "Drawing and writing"} <= set(moments)  # first and last
    savers.check()
    assert [version.number for version in versions()] == [1]


@pytest.mark.usefixtures("tiny_ontology")
def test_jobs_of_all_kinds_get_done_at_the_same_time(any_app, make, project, tmp_path, monkeypatch):
    fake(monkeypatch)
    documents = [biography(f"bio-{number}") for number in range(40)]
    path = written(tmp_path, *documents)
    make.assignment(life(make, project, 30), make.user())
    arguments = {"path": str(path), "file": path.name, "format": None}
    kinds = set(JobKind) - {JobKind.REMOVE}  # which would take the project away from the others
    jobs = [make.job(project, kind=kind) for kind in kinds]
    people = lines(tmp_path)
    of_kind = {
        JobKind.IMPORT: arguments,
        JobKind.EXPORT: {"wanted": Wanted().to_json()},
        JobKind.BACKGROUND: {"path": str(people), "file": people.name},
        JobKind.RELEASE: {"wanted": WantedRelease().to_json()},
    }
    for job in jobs:
        job.arguments = of_kind.get(job.kind, {})
    db.session.commit()
    ids = [job.id for job in jobs]

    def work(job_id):
        with any_app.app_context():
            while not run_job(job_id):  # its concurrency group is taken
                pass

    with ThreadPoolExecutor(len(ids)) as workers:
        list(workers.map(work, ids))
    done = [reread(db.session.get_one(Job, job_id)) for job_id in ids]
    came_of_it = {job.kind: (job.state, job.message) for job in done}
    stopped = {
        kind: message for kind, (state, message) in came_of_it.items() if state is not JobState.DONE
    }
    if JobKind.RELEASE in stopped:  # the background came between its checks and its gate
        assert "stopped at the gate" in stopped.pop(JobKind.RELEASE)
    assert not stopped
