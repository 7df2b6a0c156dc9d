"""The audit trail: who did what, when; rows are only added."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from webapp.models import Assignment, Event, EventKind, Project, User


def record(
    session: Session,
    kind: EventKind,
    *,
    at: datetime,
    actor: User | None,
    project: Project | None = None,
    assignment: Assignment | None = None,
    **details: object,
) -> None:
    """Append an event; it is kept only if the verb it belongs to is committed."""
    if assignment:
        session.flush()  # the step comes before its event: StaleDataError where it came too late
    session.add(
        Event(
            at=at,
            kind=kind,
            actor_id=actor.id if actor else None,
            project_id=project.id if project else None,
            assignment_id=assignment.id if assignment else None,
            details=details,
        )
    )
