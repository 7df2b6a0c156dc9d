"""What jobs write to be taken out of a project: datasets and releases, and how long they are kept.

In the home folder, `exports/<job id>/` holds what a job writes, and then a dataset with its card,
or a release with its key and report. It goes a week later, with its project, and as soon as a
document of its project is deleted, which may be in it.
"""

from __future__ import annotations

import hashlib
import shutil
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar, Generic, NoReturn, Self, TypeVar

from flask import abort, current_app
from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.core.jobs.queries import job_or_404, latest_jobs
from webapp.core.jobs.reports import last_deletion, lock_reports
from webapp.core.jobs.running import RunningJob
from webapp.platform.config import Config
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import Event, EventKind, Job, JobKind, JobState, Project, User

KEPT_FOR = timedelta(days=7)
DELETION = "deletion"
"""The argument of a job that says which was the last deletion before it read anything."""
EXPLAINED = 20
"""For so many documents a page says what held them back: each is read and scanned anew."""

Wanted = TypeVar("Wanted")


@dataclass(frozen=True, slots=True)
class Exported(ABC, Generic[Wanted]):
    """What a job was asked to write, as pages show it; `Wanted` are its options."""

    KIND: ClassVar[JobKind]
    HELD_BACK: ClassVar[str]
    """Under which name the result counts the documents that were held back."""
    LISTED: ClassVar[str]
    """Under which name it lists the first of them."""

    job: Job
    wanted: Wanted
    is_kept: bool
    """Whether it can be downloaded."""

    @staticmethod
    @abstractmethod
    def _read(options: Mapping[str, Any]) -> Wanted:
        """Return the options that a job has as a JSON object."""

    @classmethod
    def latest(cls, session: Session, project: Project, at: datetime) -> list[Self]:
        """Return the latest that were asked for, newest first."""
        deletion = last_deletion(session, project.id)
        return [cls._of(job, at, deletion) for job in latest_jobs(session, project, cls.KIND)]

    @classmethod
    def get_or_404(cls, session: Session, project: Project, job_id: int, at: datetime) -> Self:
        """Load one of the project that was asked for, or 404."""
        job = job_or_404(session, project, job_id, cls.KIND)
        return cls._of(job, at, last_deletion(session, project.id))

    @classmethod
    def kept_or_404(cls, session: Session, project: Project, job_id: int, at: datetime) -> Self:
        """Load one of the project that can be downloaded, or 404."""
        found = cls.get_or_404(session, project, job_id, at)
        return found if found.is_kept else abort(404)

    @classmethod
    def _of(cls, job: Job, at: datetime, deletion: int | None) -> Self:
        config: Config = current_app.extensions["palimpsest"]
        wanted = cls._read(job.arguments["wanted"])
        return cls(job, wanted, _is_kept(config, job, at, deletion=deletion))

    @property
    def result(self) -> dict[str, Any]:
        """What came of it: numbers, faults, the file; see the `tasks` of its feature."""
        result: dict[str, Any] = self.job.arguments.get("result", {})
        return result

    @property
    def explained(self) -> Sequence[int]:
        """The documents that were held back of which a page says why."""
        listed: Sequence[int] = self.result.get(self.LISTED, ())
        return listed[:EXPLAINED]

    @property
    def unexplained(self) -> int:
        """How many more were held back."""
        return int(self.result.get(self.HELD_BACK, 0)) - len(self.explained)

    def path_of(self, name: str) -> Path:
        """Return where one of its files lies; raises DomainError."""
        path = folder_of(current_app.extensions["palimpsest"], self.job.id) / name
        if not path.exists():  # it went at this moment
            raise DomainError(f"This file is not here any more: {_verb(self.KIND)} anew.")
        return path


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


def _is_kept(config: Config, job: Job, at: datetime, *, deletion: int | None) -> bool:
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


def delete(session: Session, job: Job) -> None:
    """Delete such a job, whose files go after the commit; raises DomainError if it is not over."""
    if job.finished_at is None:
        raise DomainError(f"This {_verb(job.kind)} is not over yet: cancel it first.")
    session.delete(job)


def was_noted(session: Session, job: Job, kind: EventKind, person: User) -> bool:
    """Whether the audit trail says already that a person took out what a job wrote."""
    noted = select(Event.details).where(
        Event.project_id == job.project_id,
        Event.kind == kind,
        Event.actor_id == person.id,
        Event.at >= job.created_at,
    )
    return any(details.get("job_id") == job.id for details in session.scalars(noted))


def about_file(path: Path) -> dict[str, Any]:
    """Return what a result says of the file that goes out: its name, size and checksum."""
    with path.open("rb") as stream:
        checksum = hashlib.file_digest(stream, "sha256").hexdigest()
    return {"file": path.name, "bytes": path.stat().st_size, "sha256": checksum}


def refuse(job: RunningJob, result: dict[str, Any], why: str) -> NoReturn:
    """Raise a DomainError that says why nothing goes out; pages show the result all the same."""
    with Session(db.engine) as session:
        job.remember(session, result=result)
        session.commit()
    raise DomainError(why)


def publish(job: RunningJob, result: dict[str, Any], message: str, *, deletion: int | None) -> str:
    """Let be taken out what a job wrote, and return the message with which the job is done.

    `deletion` is what `last_deletion` was before the job read anything: raises DomainError if a
    document was deleted since, which may be in it.
    """
    with Session(db.engine) as session:
        lock_reports(session, job.project_id)
        job.remember(session, result=result, **{DELETION: deletion})
        if last_deletion(session, job.project_id) != deletion:
            raise DomainError(
                f"Something was deleted meanwhile. Nothing was kept: {_verb(job.kind)} anew."
            )
        job.decide(session, JobState.DONE, message)
        session.commit()
    return message


def _verb(kind: JobKind) -> str:
    """Return what one does to get such a job, "export" or "release": its name as a noun, too."""
    return kind.label.lower()


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
    return _is_kept(config, job, at, deletion=last_deletion(session, job.project_id))
