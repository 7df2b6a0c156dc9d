"""The audit trail of one assignment in short, with repeated steps counted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.models import Assignment, Event, EventKind, User

WORDS = {
    EventKind.ASSIGNED: "was given the document",
    EventKind.CHOSEN: "chose",
    EventKind.MARKED: "corrected what is hidden",
    EventKind.UNDONE: "undid",
    EventKind.REDONE: "redid",
    EventKind.SKIPPED: "put it off",
    EventKind.FLAGGED: "commented",
    EventKind.FLAG_RESOLVED: "resolved a comment",
    EventKind.SUBMITTED: "submitted",
    EventKind.REOPENED: "reopened",
    EventKind.REVIEWED: "approved",
    EventKind.RETURNED: "sent back",
}


@dataclass(frozen=True, slots=True)
class Step:
    """A step of one person, perhaps several times in a row; `at` is the last time."""

    last_event: int
    actor: str
    words: str
    times: int
    at: datetime


def trail_of(session: Session, assignment: Assignment, *, after: int = 0) -> list[Step]:
    """Return the steps of an assignment behind an event, the oldest first."""
    rows = session.execute(
        select(
            Event.id,
            Event.at,
            Event.kind,
            User.name,
            Event.details["nothing_to_hide"].as_boolean().label("nothing_to_hide"),
        )
        .outerjoin(User, User.id == Event.actor_id)
        .where(Event.assignment_id == assignment.id, Event.id > after)
        .order_by(Event.id)
    )
    steps = []
    for (actor, kind), group in groupby(rows, key=lambda row: (row.name, row.kind)):
        events = list(group)
        last = events[-1]
        words = WORDS.get(kind, kind.value)
        if last.nothing_to_hide:
            words += ", saying that nothing needs hiding"
        steps.append(Step(last.id, actor or "The system", words, len(events), last.at))
    return steps
