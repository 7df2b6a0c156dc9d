"""The files of datasets in the home folder: where they lie, and how long they are kept.

`exports/<job id>/` holds what a job writes, and then the dataset with its card. It goes a week
later, with its project, and as soon as a document of its project is deleted, which may be in it.
"""

from __future__ import annotations

import shutil
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy.orm import Session

from webapp.config import Config
from webapp.extensions import db
from webapp.jobs.reports import last_deletion
from webapp.models import Job, JobState

KEPT_FOR = timedelta(days=7)
DELETION = "deletion"
"""The argument of a job that says which was the last deletion before it read anything."""


def folder_of(config: Config, job_id: int) -> Path:
    """Return where the dataset of a job lies."""
    return config.home / "exports" / str(job_id)


def prepare(config: Config, job_id: int) -> Path:
    """Make a job's folder, empty, for the owner's eyes only: it holds documents."""
    folder = folder_of(config, job_id)
    remove(config, [job_id])
    folder.parent.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700)
    return folder


def remove(config: Config, job_ids: Collection[int]) -> None:
    """Remove what jobs wrote."""
    for job_id in job_ids:
        folder = folder_of(config, job_id)
        if folder.exists():
            shutil.rmtree(folder)


def is_kept(config: Config, job: Job, at: datetime, *, deletion: int | None) -> bool:
    """Whether the dataset of a job is there and may still be taken out.

    `deletion` is the project's last. A backup holds no datasets: after a restore none is there.
    """
    return (
        job.state is JobState.DONE
        and folder_of(config, job.id).is_dir()
        and job.finished_at is not None
        and at - job.finished_at < KEPT_FOR
        and job.arguments.get(DELETION) == deletion
    )


def sweep(config: Config, at: datetime) -> None:
    """Remove what is not kept any longer, and what killed jobs left.

    Raises OSError for what can't be removed: it holds documents, and somebody has to look.
    """
    folders = {
        int(path.name): path
        for path in (config.home / "exports").glob("*")
        if path.name.isdecimal()
    }
    with Session(db.engine) as session:
        for job_id, folder in folders.items():
            if not _is_needed(config, session, job_id, at):
                with suppress(FileNotFoundError):  # somebody deletes it at this moment
                    shutil.rmtree(folder)


def _is_needed(config: Config, session: Session, job_id: int, at: datetime) -> bool:
    job = session.get(Job, job_id)
    if job is None or job.finished_at is None:
        return job is not None
    return is_kept(config, job, at, deletion=last_deletion(session, job.project_id))
