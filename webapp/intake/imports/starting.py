"""Beginning with files: a project is made for them, and goes again if nobody wants them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlalchemy import exists, or_, select
from sqlalchemy.orm import Session

from webapp.platform.models import Document, Job, JobKind, JobState, Project, ProjectKind, User
from webapp.projects.deletion.losses import LossCounts
from webapp.projects.deletion.operations import delete_project
from webapp.projects.operations import Settings, change_project, create_project


def start_project(session: Session, *, person: User, at: datetime) -> Project:
    """Make a project for files, under a name that is free: people give it theirs afterwards."""
    taken = set(session.scalars(select(Project.name)))
    name, number = f"Files of {at:%d %B %Y}", 2
    while name in taken:
        name = f"Files of {at:%d %B %Y} ({number})"
        number += 1
    kind = ProjectKind.ONE_PASS
    return create_project(session, Settings(name=name), kind=kind, actor=person, at=at)


def name_start(
    session: Session, project: Project, job: Job, name: str, *, person: User, at: datetime
) -> None:
    """Name a project that was made for its files as people wish; raises DomainError."""
    if job.arguments.get("is_start"):
        settings = replace(Settings.of(project), name=name)
        change_project(
            session, project, settings, seen=project.guidelines_version, actor=person, at=at
        )


def is_failed_start(job: Job) -> bool:
    """Whether nothing of the files can be imported for which a project was made."""
    return job.state is JobState.FAILED and bool(job.arguments.get("is_start"))


def leave_start(
    session: Session, project: Project, job: Job, *, person: User, at: datetime
) -> Job | None:
    """Delete a project that was made for files that nobody wants; the job does the rest.

    It stays where other files wait in it, or have come in.
    """
    others = (Job.project_id == project.id, Job.id != job.id, Job.kind == JobKind.IMPORT)
    undecided = (JobState.QUEUED, JobState.RUNNING, JobState.WAITING)
    is_wanted = or_(
        exists().where(*others, Job.state.in_(undecided)),
        exists().where(Document.project_id == project.id),
    )
    if not job.arguments.get("is_start") or session.scalar(select(is_wanted)):
        return None
    return delete_project(
        session, project, typed=project.name, actor=person, at=at, announced=LossCounts()
    )
