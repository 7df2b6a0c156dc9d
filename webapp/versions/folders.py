"""The folders of trainings and models in the home folder, and what is left of them.

`training/<job id>/` holds what a job reads and writes while it runs; of a job that is over only its
`log` stays, and of old jobs nothing. `models/<name>/` holds a version. Every name there says which
job it comes from, so that what a killed job left is told from what another is writing.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.platform.config import Config
from webapp.platform.models import Job, ModelVersion

LOG = "log"
SHOWN_LINES = 200
KEPT_LOGS = 100
"""How many jobs' logs are kept, over all projects."""

_JOB = re.compile(r"-job-(\d+)\b")


def working_folder(config: Config, job_id: int) -> Path:
    """Return where a job keeps its files."""
    return config.home / "training" / str(job_id)


def prepare(config: Config, job_id: int) -> Path:
    """Make a job's folder, for the owner's eyes only: it holds documents."""
    folder = working_folder(config, job_id)
    for each in (folder.parent, folder, config.models):
        each.mkdir(mode=0o700, exist_ok=True)
    return folder


def name_of_version(prefix: str, job_id: int) -> str:
    """Name the folder of the version that a job makes."""
    return f"{prefix}-job-{job_id}"


def folders_of(config: Config, job_ids: Collection[int]) -> list[Path]:
    """Return all that jobs work in, or left: their folders, and those of what they trained."""
    trained = [
        path
        for path in config.models.glob("*")
        if (came_from := _JOB.search(path.name)) and int(came_from[1]) in job_ids
    ]
    return [*(working_folder(config, job_id) for job_id in job_ids), *trained]


def read_log(config: Config, job_id: int) -> list[str]:
    """Return the last lines of a job's log, none where there is none."""
    try:
        text = (working_folder(config, job_id) / LOG).read_text(encoding="utf-8")
    except OSError:
        return []
    return text.splitlines()[-SHOWN_LINES:]


def clear(config: Config, job_id: int) -> None:
    """Remove all that a job worked with but its log, and the logs of old jobs."""
    folder = working_folder(config, job_id)
    for path in folder.glob("*"):
        if path.name != LOG:
            path.unlink()
    logs = [path for path in folder.parent.glob("*") if path.name.isdecimal()]
    for old in sorted(logs, key=lambda path: int(path.name))[:-KEPT_LOGS]:
        if old != folder:
            shutil.rmtree(old, ignore_errors=True)


def sweep_models(session: Session, config: Config, job_id: int) -> None:
    """Remove folders of models that no version names, unless another unfinished job writes them."""
    # First who is at work: a job that ends between the two questions has recorded its version.
    at_work = set(
        session.scalars(select(Job.id).where(Job.finished_at.is_(None), Job.id != job_id))
    )
    known = set(session.scalars(select(ModelVersion.folder)))
    for path in config.models.glob("*"):
        came_from = _JOB.search(path.name)
        if came_from and path.name not in known and int(came_from[1]) not in at_work:
            shutil.rmtree(path, ignore_errors=True)
