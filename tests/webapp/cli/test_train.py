"""`palimpsest train` runs where it is typed, says what came of it, and stops without a trace."""

import os
import re
import signal
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner
from filelock import FileLock

from tests.processes import PALIMPSEST, finished, started
from tests.webapp.versions.trainable import fake, lives, queued, versions
from webapp.cli.train import train
from webapp.core.jobs.runner import INTERRUPTED
from webapp.platform.extensions import db
from webapp.platform.models import Job, JobKind, JobState, ProjectKind
from webapp.platform.resources import ROOT

WAITING = [sys.executable, "-m", "tests.webapp.cli.waiting_command"]


@pytest.fixture
def project(make):
    annotator = make.user()
    project = make.project(annotator, name="Lives")
    lives(make, project, annotator)
    return project


@pytest.fixture
def run(monkeypatch, config, project):
    """Run the command with a fake trainer in one of its modes."""

    def run(mode, *arguments):
        fake(monkeypatch, mode)
        monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))
        return CliRunner().invoke(train, ["--project", project.name, *arguments])

    return run


def test_it_says_how_far_it_is_and_what_came_of_it(run):
    result = run("finish", "--family", "baseline", "--seed", "7")
    assert (result.exit_code, result.stdout) == (0, "Version 1 was put to use: Right for 80 %.\n")
    lines = [line for line in result.stderr.splitlines() if "Starting" not in line]  # or too fast
    assert lines == ["  0%  Reading what was submitted", " 50%  Fitting"]
    job = db.session.query(Job).filter_by(kind=JobKind.TRAIN).one()
    assert job.arguments == {"family": "baseline", "seed": 7}
    assert len(queued(JobKind.SUGGEST)) == 1


def test_a_version_that_is_kept_back_is_no_failure(run):
    result = run("keep-back")
    assert (result.exit_code, result.stdout) == (0, "Version 1 was kept back: Right for 80 %.\n")


def test_a_failure_is_said_on_stderr_with_exit_code_1(run):
    result = run("refuse")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.endswith("There is no encoder.\n")
    assert versions() == []


def test_it_waits_where_another_training_is_under_way(run, config, monkeypatch):
    (config.home / "locks").mkdir()
    other = FileLock(config.home / "locks" / "group-models.lock")
    other.acquire()
    monkeypatch.setattr(click, "echo", releasing(other))
    assert run("finish").exit_code == 0
    assert not other.is_locked
    assert len(versions()) == 1


def releasing(lock):
    """Let the other training end once the message says that it is waited for."""

    def echo(message, **_others):
        if "Waiting for another training" in message:
            lock.release()

    return echo


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_told_to_stop_it_ends_with_its_trainer_and_says_so_in_the_job(config, project, number):
    with started(
        [*WAITING, "--project", project.name],
        cwd=ROOT,
        env=os.environ | {"PALIMPSEST_HOME": str(config.home)},
        stderr=subprocess.PIPE,
    ) as command:
        found = None
        while found is None:
            line = command.stderr.readline()
            assert line, "it ended before its trainer had begun"
            found = re.search(r"Waiting as (\d+)", line)
        command.send_signal(number)
        command.stderr.read()  # until nobody can say anything any more
        assert command.wait() == 1
    with pytest.raises(ProcessLookupError):
        os.kill(int(found[1]), 0)
    db.session.expire_all()
    job = db.session.query(Job).filter_by(kind=JobKind.TRAIN).one()
    assert (job.state, job.message) == (JobState.FAILED, INTERRUPTED)
    assert job.finished_at
    assert list(config.models.iterdir()) == []


def test_bad_wishes_are_refused_in_a_line(make, config):
    make.project(name="Spans", kind=ProjectKind.MASKING)
    for arguments, message in [
        (["--project", "Nobody"], "There is no project named 'Nobody'."),
        (["--project", "Spans"], "Masks are learnt in any."),
    ]:
        answer = finished(
            [*PALIMPSEST, "train", *arguments],
            cwd=ROOT,
            env=os.environ | {"PALIMPSEST_HOME": str(config.home)},
        )
        assert answer.returncode == 1
        assert message in answer.stderr
        assert "Traceback" not in answer.stderr
