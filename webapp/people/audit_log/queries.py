"""Reading the audit log, from its newest line on; a page costs the same however long it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Self

from sqlalchemy import ColumnElement, Row, Select, and_, or_, select
from sqlalchemy.orm import Session, aliased

from webapp.people.access import row_id
from webapp.people.audit_log.wording import in_words, people_in
from webapp.platform.models import Document, Event, EventKind, Project, User

LINES = 50
"""The number of lines on a page."""
LINES_AT_A_TIME = 1_000
SYSTEM = "The system"
"""Who did what nobody did who was signed in: the command line, the worker, a failed sign-in."""


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What the log is narrowed to; None narrows nothing."""

    person: int | None = None
    """Who did it; 0 for the system."""
    kind: EventKind | None = None
    project: int | None = None
    document: int | None = None
    """By its number."""
    since: datetime | None = None
    until: datetime | None = None
    """The first moment that is too late."""

    @property
    def narrowed_by(self) -> list[str]:
        """The names of what narrows it."""
        return [each.name for each in fields(self) if getattr(self, each.name) is not None]

    def conditions(self) -> Iterator[ColumnElement[bool]]:
        """Yield the conditions on events."""
        if self.person is not None:
            yield Event.actor_id == self.person if self.person else Event.actor_id.is_(None)
        if self.kind is not None:
            yield Event.kind == self.kind
        if self.document is not None:
            yield Event.id.in_(self._about_document())
        elif self.project is not None:
            yield Event.project_id == self.project
        if self.since is not None:
            yield Event.at >= self.since
        if self.until is not None:
            yield Event.at < self.until

    def _about_document(self) -> Select[int]:
        """Select the lines about one document: they are few, and found before all else is asked."""
        about = aliased(Event)
        found = select(about.id).where(about.document_number == self.document)
        return found if self.project is None else found.where(about.project_id == self.project)


@dataclass(frozen=True)
class Place:
    """A place in the log; what stands behind it is older."""

    at: datetime
    event_id: int

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read a place out of an address; None for what is none."""
        moment, _, number = text.rpartition("~")
        try:
            at = datetime.fromisoformat(moment)
            return cls(at, row_id(number)) if at.tzinfo else None
        except ValueError:
            return None

    def __str__(self) -> str:
        return f"{self.at.isoformat()}~{self.event_id}"

    def condition(self) -> ColumnElement[bool]:
        """Return the condition that an event stands behind this place."""
        return and_(Event.at <= self.at, or_(Event.at < self.at, Event.id < self.event_id))


@dataclass(frozen=True, slots=True)
class Line:
    """One event as people read it."""

    at: datetime
    who: str
    kind: EventKind
    people: Sequence[str]
    """To whom it was done."""
    details: str
    project_id: int | None
    project: str
    document_number: int | None
    document_id: int | None
    """None where the document is gone."""


@dataclass(frozen=True)
class Page:
    """Some lines, the newest first, and the place from which older ones go on, if there are any."""

    lines: Sequence[Line]
    older: Place | None


def read_page(session: Session, wanted: Wanted, *, behind: Place | None) -> Page:
    """Read the lines behind a place, or the newest."""
    statement = _events(wanted).limit(LINES + 1)
    if behind is not None:
        statement = statement.where(behind.condition())
    rows = session.execute(statement).all()
    shown = rows[:LINES]
    older = Place(shown[-1].at, shown[-1].id) if len(rows) > LINES else None
    return Page(_lines(session, shown), older)


def iter_lines(session: Session, wanted: Wanted) -> Iterator[Line]:
    """Yield all lines, the newest first, some at a time."""
    rows = session.execute(_events(wanted), execution_options={"yield_per": LINES_AT_A_TIME})
    for some in rows.partitions():
        yield from _lines(session, some)


def people_and_projects(session: Session) -> tuple[dict[int, str], dict[int, str]]:
    """Return the names of everybody and of all projects, by number, in the order of names."""
    people = session.execute(select(User.id, User.name).order_by(User.name)).all()
    there = select(Project.id, Project.name).where(Project.removed_at.is_(None))
    projects = session.execute(there.order_by(Project.name)).all()
    return {row.id: row.name for row in people}, {row.id: row.name for row in projects}


def _events(wanted: Wanted) -> Select[Any]:
    is_there = and_(Project.id == Event.project_id, Project.removed_at.is_(None))
    return (
        select(
            Event.id,
            Event.at,
            Event.kind,
            Event.details,
            Event.document_number,
            Event.project_id,
            User.name.label("who"),
            Project.name.label("project"),
            Document.id.label("document_id"),
        )
        .outerjoin(User, User.id == Event.actor_id)
        .outerjoin(Project, is_there)
        .outerjoin(Document, Document.id == Event.document_id)
        .where(*wanted.conditions())
        .order_by(Event.at.desc(), Event.id.desc())
    )


def _lines(session: Session, rows: Sequence[Row[Any]]) -> list[Line]:
    numbers = {number for row in rows for number in people_in(row.details)}
    named = select(User.id, User.name).where(User.id.in_(numbers))
    names = {row.id: row.name for row in session.execute(named)} if numbers else {}
    return [
        Line(
            at=row.at,
            who=row.who or SYSTEM,
            kind=row.kind,
            people=[names[each] for each in people_in(row.details) if each in names],
            details=in_words(row.details),
            project_id=row.project_id,
            project=row.project or "",
            document_number=row.document_number,
            document_id=row.document_id,
        )
        for row in rows
    ]
