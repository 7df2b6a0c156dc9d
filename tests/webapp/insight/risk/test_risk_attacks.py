"""Attacks of the worker: run by a process that it can stop, which takes the texts along."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.factories import SPANS
from tests.webapp.insight.risk.risky import compute, give_background, pages, risky
from tests.webapp.submissions import submitted as hand_in
from webapp.core.jobs.operations import cancel_job
from webapp.core.jobs.runner import run_here
from webapp.core.jobs.running import RunningJob
from webapp.insight.risk import tasks
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.models import Job, JobKind, JobState, RiskCheck, utc_now
from webapp.platform.resources import ROOT
from webapp.versions import processes
from webapp.versions.folders import working_folder

COMPUTING = """
import sys
from tests.factories import SPANS
from tests.webapp.insight.risk.risky import compute
from webapp.application import create_app
from webapp.platform.extensions import db
from webapp.platform.models import Project
from webapp.versions import processes
processes.NICENESS = 0
with create_app().app_context():
    compute(db.session.query(Project).one())
print(*{"torch", "transformers"} & set(sys.modules))
"""
WAITING = """
import json, os, time
print(json.dumps({"progress": 0.5, "doing": f"waiting as {os.getpid()}"}), flush=True)
time.sleep(3600)
"""
FAILING = """
import json
print(json.dumps({"error": "There is no background."}), flush=True)
"""


@pytest.fixture
def submitted(make, workbench, config):
    """A document that was submitted, to be attacked."""
    document = risky(make, workbench)
    document.post(texts=dict.fromkeys(range(6), "***"))
    assert document.post("submit").status_code == 303
    give_background(config, document.project, pages("falconer"))
    return document


def run(document) -> Job:
    job = Job(project_id=document.project.id, kind=JobKind.RISK, created_at=utc_now())
    run_here(db.session(), job)
    return job


def run_program(monkeypatch, program: str) -> None:
    """Let a program run in the place of the attacks."""
    monkeypatch.setattr(processes, "PYTHON", (sys.executable, "-c", program))


def is_gone(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except FileNotFoundError:
        return True
    return state.rpartition(")")[2].split()[0] == "Z"


def left_of(config: Config, job: Job) -> set[str]:
    return {path.name for path in working_folder(config, job.id).iterdir()}


@pytest.mark.slow
def test_the_worker_attacks_by_meaning_and_loads_no_torch(submitted, config, tiny_encoder_folder):
    settings = {
        "PALIMPSEST_HOME": str(config.home),
        "PALIMPSEST_DATABASE_URL": config.database_url,
        "PALIMPSEST_ENCODER": str(tiny_encoder_folder),
    }
    done = subprocess.run(
        [sys.executable, "-c", COMPUTING],
        cwd=ROOT,
        env=os.environ | settings,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == ""
    db.session.expire_all()
    check = db.session.get_one(RiskCheck, submitted.document.id)
    assert [each["by"] for each in check.report["attacks"]] == ["words", "meaning"]


def test_a_job_that_is_cancelled_stops_its_process_and_keeps_no_text(
    submitted, config, monkeypatch
):
    pids, run_trainer, heartbeat = [], processes.run_trainer, RunningJob.heartbeat

    def following(command, *, on_progress, **options):
        def noting(share, doing):
            pids.extend(map(int, re.findall(r"waiting as (\d+)", doing)))
            on_progress(share, doing)

        return run_trainer(command, on_progress=noting, **options)

    def cancelling(job, *progress):
        if pids:
            cancel_job(db.session(), db.session.get(Job, job.id))
            db.session.commit()
        heartbeat(job, *progress)

    monkeypatch.setattr("webapp.insight.risk.attacking.run_trainer", following)
    monkeypatch.setattr(RunningJob, "heartbeat", cancelling)
    monkeypatch.setattr("webapp.core.jobs.running.HEARTBEAT_SECONDS", 0.0)
    run_program(monkeypatch, WAITING)
    job = run(submitted)
    assert job.state is JobState.CANCELLED
    while not is_gone(pids[0]):
        time.sleep(0.05)
    assert left_of(config, job) == {"log"}
    assert db.session.get(RiskCheck, submitted.document.id) is None


def test_what_the_process_says_is_wrong_fails_the_job_and_no_text_is_kept(
    submitted, config, monkeypatch
):
    run_program(monkeypatch, FAILING)
    job = run(submitted)
    assert (job.state, job.message) == (JobState.FAILED, "There is no background.")
    assert left_of(config, job) == {"log"}


def test_many_texts_are_attacked_in_parts_and_nothing_where_all_are_checked(
    submitted, make, monkeypatch
):
    asked = []

    def attack(_job_id, _background, targets, on_progress):
        on_progress(0.5)
        asked.append(len(targets))
        return dict.fromkeys(targets, ())

    for number in range(2):
        other = make.document(submitted.project, doc_id=f"other-{number}")
        hand_in(make, other, submitted.annotator, *["***"] * len(SPANS))
    monkeypatch.setattr(tasks, "attack", attack)
    monkeypatch.setattr(tasks, "ATTACKED_AT_ONCE", 2)
    assert compute(submitted.project).message.endswith("3 texts checked.")
    assert len(asked) == 2
    assert compute(submitted.project).message.endswith("0 texts checked.")
    assert len(asked) == 2
