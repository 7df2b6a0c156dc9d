"""The audit trail of one assignment in short, with repeated steps counted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.core import audit
from webapp.platform.models import Assignment, Event, EventKind, Identification, Project, User

ANSWER = "answer_id"
"""The detail of a reading that names its `Identification`."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of one person, perhaps several times in a row; `at` is the last time.

    Of a reading it has what was answered.
    """

    last_event: int
    actor: str
    words: str
    times: int
    at: datetime
    answer: Identification | None = None


def record_step(
    session: Session,
    kind: EventKind,
    assignment: Assignment,
    *,
    person: User,
    at: datetime,
    **details: object,
) -> None:
    """Note in the audit trail what a person did to the work of somebody."""
    project = session.get(Project, assignment.document.project_id)
    audit.record(
        session,
        kind,
        at=at,
        actor=person,
        project=project,
        assignment=assignment,
        document=assignment.document,
        **details,
    )


def trail_of(session: Session, assignment: Assignment, *, after: int = 0) -> list[Step]:
    """Return the steps of an assignment behind an event, the oldest first."""
    rows = session.execute(
        select(
            Event.id,
            Event.at,
            Event.kind,
            User.name,
            Event.details["nothing_to_hide"].as_boolean().label("nothing_to_hide"),
            Identification,
        )
        .outerjoin(User, User.id == Event.actor_id)
        .outerjoin(Identification, Identification.id == Event.details[ANSWER].as_integer())
        .where(Event.assignment_id == assignment.id, Event.id > after)
        .order_by(Event.id)
    )
    steps = []
    same = groupby(rows, key=lambda row: (row.name, row.kind, row.Identification))
    for (actor, kind, answer), group in same:
        events = list(group)
        last = events[-1]
        words = kind.label
        if last.nothing_to_hide:
            words += ", saying that nothing needs hiding"
        who = actor or "The system"
        steps.append(Step(last.id, who, words, len(events), last.at, answer))
    return steps
