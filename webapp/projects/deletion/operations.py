"""What admins take back and delete: imports, assignments, documents, projects.

Nothing that somebody has begun is taken back or undone. Documents and projects are deleted whatever
was done in them, by whoever has read what goes and types the name. What goes is out of everybody's
sight with the commit; of imports and projects, which may be large, the worker then deletes the rows
in parts.

`comments` is the number of comments of which the admin saw that they go too; where there are more,
nothing goes (UnseenCommentsError). So with all that is `announced` (GrownLossError). The audit
trail keeps whose it was.
"""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime

from sqlalchemy import ColumnElement, Delete, Update, delete, select, update
from sqlalchemy.orm import Session

from annotation.formatting import counted
from webapp.core import audit
from webapp.people.roles import only_admins
from webapp.platform.errors import DomainError
from webapp.platform.models import (
    Assignment,
    Document,
    EventKind,
    Job,
    JobKind,
    JobState,
    Membership,
    Project,
    User,
)
from webapp.projects.deletion.beginnings import (
    BegunError,
    announced_comments,
    hold_untouched,
    is_empty,
)
from webapp.projects.deletion.deleting import forget_quotes
from webapp.projects.deletion.losses import LossCounts, hold_announced
from webapp.projects.deletion.queries import count_exports

HIDDEN_NAME = "\x1f{}"
"""The name of a deleted project, with its number: its own is free, and nobody can type this."""


class GoneError(DomainError):
    """What is to be deleted is deleted already."""


def undo_import(
    session: Session, project: Project, job: Job, *, actor: User, at: datetime, comments: int = 0
) -> None:
    """Take the documents of an import out of their project again; the worker deletes them.

    The job becomes one that was cancelled and is to be tidied up, as if it had never ended.
    """
    only_admins(session, project, actor, may="take back and delete")
    of_import = (Document.import_id == job.id, Document.project_id == project.id)
    is_over = (Job.id == job.id, Job.state == JobState.DONE, Job.finished_at.is_not(None))
    if not _count(session, update(Job).where(*is_over).values(state=JobState.CANCELLED)):
        raise DomainError("There is nothing to undo: this import is not done, or was undone.")
    authors = hold_untouched(
        session, *of_import, what="This import can't be undone", announced=comments
    )
    forget_quotes(session, project, *of_import)
    gone = _count(session, update(Document).where(*of_import).values(project_id=None))
    message = f"Undone: {counted(gone, 'document is', 'documents are')} gone again."
    _count(session, update(Job).where(Job.id == job.id).values(finished_at=None, message=message))
    audit.record(
        session,
        EventKind.IMPORT_UNDONE,
        at=at,
        actor=actor,
        project=project,
        job_id=job.id,
        documents=gone,
        comments_by=authors,
    )


def take_back(
    session: Session,
    project: Project,
    assignment: Assignment,
    *,
    actor: User,
    at: datetime,
    comments: int = 0,
) -> None:
    """Take a document back from an annotator who has not begun it."""
    wanted = Assignment.id == assignment.id
    if not _take_back(session, project, wanted, actor=actor, at=at, comments=comments):
        raise BegunError("This can't be taken back", [assignment.document.doc_id])


def take_back_all(
    session: Session,
    project: Project,
    annotator: User,
    *,
    actor: User,
    at: datetime,
    comments: int = 0,
) -> int:
    """Take all that an annotator has not begun back; return how many documents."""
    wanted = Assignment.annotator_id == annotator.id
    return _take_back(session, project, wanted, actor=actor, at=at, comments=comments)


def _take_back(
    session: Session,
    project: Project,
    wanted: ColumnElement[bool],
    *,
    actor: User,
    at: datetime,
    comments: int,
) -> int:
    only_admins(session, project, actor, may="take back and delete")
    in_project = select(Document.id).where(Document.project_id == project.id)
    empty = (wanted, Assignment.document_id.in_(in_project), is_empty())
    # Raised first: whoever is about to begin waits for us or is waited for, and then looked at.
    _count(session, update(Assignment).where(*empty).values(version=Assignment.version + 1))
    of_whom = select(Assignment.annotator_id).where(*empty).distinct()
    annotators = list(session.scalars(of_whom))
    authors = announced_comments(session, *empty, announced=comments)
    count = _count(session, delete(Assignment).where(*empty))
    if count:
        audit.record(
            session,
            EventKind.TAKEN_BACK,
            at=at,
            actor=actor,
            project=project,
            annotator_ids=annotators,
            assignments=count,
            comments_by=authors,
        )
    return count


def delete_document(
    session: Session,
    project: Project,
    document: Document,
    *,
    typed: str = "",
    actor: User,
    at: datetime,
    announced: LossCounts,
) -> None:
    """Delete a document with all that hangs on it; its record goes after the commit.

    `typed` must be its name where somebody's work goes along.
    """
    only_admins(session, project, actor, may="take back and delete")
    this = Document.id == document.id
    loss = hold_announced(session, this, announced=announced)
    if loss.counts.hold_work and _words(typed) != _words(document.doc_id):
        raise DomainError("Type the name of the document, as it stands above.")
    forget_quotes(session, project, this)
    _count(session, delete(Document).where(this))
    audit.record(
        session,
        EventKind.DOCUMENT_DELETED,
        at=at,
        actor=actor,
        project=project,
        document=document,
        lost=asdict(loss.counts),
        people=[work.user_id for work in loss.works],
    )


def delete_project(
    session: Session,
    project: Project,
    *,
    typed: str,
    actor: User | None,
    at: datetime,
    announced: LossCounts,
) -> Job:
    """Delete a project with all that is in it; the returned job does the rest.

    `typed` must be its name. The job is decided by this, only its tidying is left; it takes itself
    away with the project. Raises GoneError where somebody was a moment faster.
    """
    only_admins(session, project, actor, may="take back and delete")
    if _words(typed) != _words(project.name):
        raise DomainError("Type the name of the project, as it stands above.")
    exports, name = count_exports(session, project), project.name
    _hide(session, project, at)
    unfinished = (Job.project_id == project.id, Job.finished_at.is_(None))
    if session.scalar(select(Job.id).where(*unfinished, Job.kind == JobKind.IMPORT).limit(1)):
        raise DomainError("An import is under way in this project: wait for it, or cancel it.")
    loss = hold_announced(session, Document.project_id == project.id, announced=announced)
    _count(session, update(Job).where(*unfinished).values(state=JobState.CANCELLED))
    _count(session, delete(Membership).where(Membership.project_id == project.id))
    audit.record(
        session,
        EventKind.PROJECT_DELETED,
        at=at,
        actor=actor,
        deleted=project.id,
        name=name,
        exports=exports,
        lost=asdict(loss.counts),
        people=[work.user_id for work in loss.works],
    )
    return _tidying(session, project, actor=actor, at=at)


def _hide(session: Session, project: Project, at: datetime) -> None:
    hidden = {"name": HIDDEN_NAME.format(project.id), "removed_at": at}
    still_there = (Project.id == project.id, Project.removed_at.is_(None))
    if not _count(session, update(Project).where(*still_there).values(**hidden)):
        raise GoneError(f"{project.name} is deleted already.")
    session.refresh(project)


def _tidying(session: Session, project: Project, *, actor: User | None, at: datetime) -> Job:
    """Add the job that takes away what is left of a project."""
    job = Job(
        project_id=project.id,
        kind=JobKind.REMOVE,
        state=JobState.DONE,
        created_by_id=actor.id if actor else None,
        created_at=at,
    )
    session.add(job)
    return job


def _words(name: str) -> list[str]:
    """Return what is compared of a name: nobody can see which spaces are in it."""
    return name.split()


_UNSEEN = {"synchronize_session": False}


def _count(session: Session, changes: Update | Delete) -> int:
    """Carry changes out and return how many rows they met."""
    rows: int = session.execute(changes, execution_options=_UNSEEN).rowcount  # type: ignore[attr-defined] # such statements have it
    return rows
