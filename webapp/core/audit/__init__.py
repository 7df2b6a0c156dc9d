"""The audit trail: who did what, when; rows are only added."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import bindparam, insert, select
from sqlalchemy.orm import Session

from webapp.platform.models import Assignment, Document, Event, EventKind, Project, User, table_of

READ_AGAIN_AFTER = timedelta(hours=1)
"""How long one line stands for all readings of a document by one person."""

_EVENT = table_of(Event)
_APPEND = insert(_EVENT)
_SINCE = select(_EVENT.c.id).where(
    _EVENT.c.actor_id == bindparam("actor_id"),
    _EVENT.c.at > bindparam("since"),
    _EVENT.c.kind == bindparam("kind"),
    _EVENT.c.project_id == bindparam("project_id"),
)
_SINCE_OF_DOCUMENT = _SINCE.where(_EVENT.c.document_id == bindparam("document_id")).limit(1)
_SINCE_IN_PROJECT = _SINCE.limit(1)


def record(
    session: Session,
    kind: EventKind,
    *,
    at: datetime,
    actor: User | None,
    project: Project | None = None,
    assignment: Assignment | None = None,
    document: Document | None = None,
    **details: object,
) -> None:
    """Append an event; it is kept only if the verb it belongs to is committed.

    What is about an assignment is about its document, and in its project.
    """
    session.flush()  # the step comes before its event: StaleDataError where it came too late
    document = document or (assignment.document if assignment else None)
    project_id = project.id if project else document.project_id if document else None
    session.execute(
        _APPEND,
        {
            "at": at,
            "kind": kind,
            "actor_id": actor.id if actor else None,
            "project_id": project_id,
            "document_id": document.id if document else None,
            # A staged document gets its number with its project.
            "document_number": document.number if document and document.project_id else None,
            "assignment_id": assignment.id if assignment else None,
            "details": details,
        },
    )


def record_reading(
    session: Session,
    kind: EventKind,
    *,
    at: datetime,
    actor: User,
    project: Project,
    document: Document | None = None,
) -> bool:
    """Append that somebody read something, once an hour for the same; whether that was now.

    Without a `document` it is about the project. The caller commits before anything is shown.
    """
    wanted = {
        "actor_id": actor.id,
        "since": at - READ_AGAIN_AFTER,
        "kind": kind,
        "project_id": project.id,
    }
    if document is not None:
        wanted["document_id"] = document.id
    known = _SINCE_OF_DOCUMENT if document is not None else _SINCE_IN_PROJECT
    if session.scalar(known, wanted) is not None:
        return False
    record(session, kind, at=at, actor=actor, project=project, document=document)
    return True
