"""Texts about people as files, and their reading in the foreground."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from webapp.core.jobs.runner import run_job
from webapp.platform.extensions import db
from webapp.platform.models import Job, JobKind, Project

PEOPLE = {
    "ada": "Ada Berg kept bees on the roof of the library and wrote letters to the harbour master.",
    "bo": "Bo Lind repaired organs in small churches until the flood took his workshop.",
    "cleo": "Cleo Dahl taught mathematics in Bergen and climbed every mountain of the island.",
}


def lines(folder: Path, people: Any = None, *, name: str = "people.jsonl") -> Path:
    """Write people as JSON lines."""
    pairs = (PEOPLE if people is None else people).items()
    rows = (json.dumps({"id": key, "text": text}) for key, text in pairs)
    path = folder / name
    path.write_text("\n".join(rows), encoding="utf-8")
    return path


def last_job(project: Project) -> Job:
    """Return the latest reading of a background."""
    of_project = db.session.query(Job).filter_by(project_id=project.id, kind=JobKind.BACKGROUND)
    job: Job = of_project.order_by(Job.id.desc()).first()
    return job


def read(project: Project) -> Job:
    """Let the worker do the latest reading."""
    db.session.commit()
    job = last_job(project)
    assert run_job(job.id)
    db.session.expire_all()
    return job
