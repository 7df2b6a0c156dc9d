"""The backgrounds of projects in the home folder: where they lie, and when they go.

`backgrounds/job-<id>/` is what the job of that number built. It goes when another one takes its
place and with its project; one that was made of another project's documents goes as soon as one
of these is deleted, which may be in it.
"""

from __future__ import annotations

import shutil
from collections.abc import Collection
from datetime import datetime
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.intake.backgrounds.operations import forget_background
from webapp.intake.backgrounds.queries import is_outdated
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.models import Background, Job, JobKind

UNFINISHED = ".unfinished-job-"


def root_of(config: Config) -> Path:
    """Return the folder of all backgrounds."""
    return config.home / "backgrounds"


def folder_of(config: Config, background: Background) -> Path:
    """Return where a background lies."""
    return root_of(config) / background.folder


def prepare(config: Config, job_id: int) -> Path:
    """Make the folder in which a job builds, empty, for the owner's eyes only."""
    remove(config, [job_id])
    folder = unfinished(config, job_id)
    folder.parent.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700)
    return folder


def unfinished(config: Config, job_id: int) -> Path:
    """Return the folder in which a job builds."""
    return root_of(config) / f"{UNFINISHED}{job_id}"


def name_of(job_id: int) -> str:
    """Return the name of what a job has built."""
    return f"job-{job_id}"


def remove_folder(config: Config, name: str) -> None:
    """Remove a folder, if it is there."""
    folder = root_of(config) / name
    if folder.exists():
        shutil.rmtree(folder)


def remove(config: Config, job_ids: Collection[int]) -> None:
    """Remove what jobs built, finished or not."""
    for job_id in job_ids:
        remove_folder(config, f"{UNFINISHED}{job_id}")
        remove_folder(config, name_of(job_id))


def sweep(config: Config, at: datetime) -> None:
    """Remove backgrounds whose source lost documents, and folders that are nobody's.

    Raises OSError for what can't be removed: it holds texts, and somebody has to look.
    """
    there = list(root_of(config).glob("*"))
    with Session(db.engine) as session:
        for background in session.scalars(select(Background)).all():
            if is_outdated(session, background):
                forget_background(session, background, actor=None, at=at)
        session.commit()
        of_jobs = select(Job.id).where(Job.kind == JobKind.BACKGROUND, Job.finished_at.is_(None))
        numbers = session.scalars(of_jobs).all()
        wanted = {name for number in numbers for name in (name_of(number), f"{UNFINISHED}{number}")}
        wanted |= set(session.scalars(select(Background.folder)))
    for folder in there:
        if folder.name not in wanted:
            remove_folder(config, folder.name)
