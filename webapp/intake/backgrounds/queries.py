"""What pages and the worker read about backgrounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session

from webapp.core.jobs.queries import latest_jobs
from webapp.core.jobs.reports import last_deletion
from webapp.core.records import in_batches
from webapp.people.roles import role_in
from webapp.platform.extensions import db
from webapp.platform.models import Background, Document, Job, JobKind, Project, Role, User

READ_AT_ONCE = 200
"""Documents whose texts are read in one transaction."""
DELETION = "deletion"
"""The argument of a job that says which was its source's last deletion before it read anything."""


class SourceText(NamedTuple):
    """What is read of a document: its name, whom it is to protect and its text."""

    doc_id: str
    task: str | None
    text: str


def background_of(session: Session, project: Project) -> Background | None:
    """Return the background of a project, if it has one."""
    return session.get(Background, project.id)


def latest_reading(session: Session, project: Project) -> Job | None:
    """Return the job that read a background last, or is about to."""
    return next(iter(latest_jobs(session, project, JobKind.BACKGROUND)), None)


def origin_of(session: Session, background: Background) -> Job:
    """Return the job that built a background: it knows of what."""
    return session.get_one(Job, int(background.folder.rpartition("-")[2]))


def source_name_of(session: Session, background: Background) -> str | None:
    """Return the name of the project whose documents a background was made of, if it is there."""
    source = session.get(Project, origin_of(session, background).arguments.get("of_project", 0))
    return None if source is None or source.removed_at else source.name


def count_documents(session: Session, project: Project) -> int:
    """Count the documents of a project."""
    in_project = select(func.count()).where(Document.project_id == project.id)
    return session.scalar(in_project) or 0


def is_outdated(session: Session, background: Background) -> bool:
    """Whether something was deleted in the project whose documents a background was made of."""
    arguments = origin_of(session, background).arguments
    source_id = arguments.get("of_project")
    if source_id is None:
        return False
    is_there = exists().where(Project.id == source_id, Project.removed_at.is_(None))
    if not session.scalar(select(is_there)):
        return True
    return last_deletion(session, source_id) != arguments.get(DELETION)


def list_sources(session: Session, project: Project, person: User) -> Sequence[Project]:
    """Return the other projects with documents that somebody is an admin of, by name."""
    others = (
        select(Project)
        .where(Project.id != project.id, Project.removed_at.is_(None))
        .where(exists().where(Document.project_id == Project.id))
        .order_by(Project.name)
    )
    return [
        each for each in session.scalars(others) if role_in(session, each, person) is Role.ADMIN
    ]


def iter_texts(project_id: int) -> Iterator[SourceText]:
    """Yield the texts of a project, in transactions of their own."""
    with Session(db.engine) as session:
        in_project = select(Document.id).where(Document.project_id == project_id)
        ids = session.scalars(in_project.order_by(Document.position, Document.id)).all()
    for batch in in_batches(ids, READ_AT_ONCE):
        with Session(db.engine) as session:
            texts = select(Document.doc_id, Document.task, Document.text)
            rows = session.execute(texts.where(Document.id.in_(batch)).order_by(Document.id)).all()
        yield from (SourceText(*row) for row in rows)
