"""From the work in a project to its statistics: read once, by the worker or a command."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from annotation.overlaying import layers_of_each
from annotation.records import Document as Record
from annotation.records import Layer
from annotation.statistics import (
    ChoiceCounts,
    EditCounts,
    MarkCounts,
    SpanAgreement,
    TextAgreement,
    Work,
    active_times,
    week_of,
)
from webapp.core.records import iter_records
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Document,
    Event,
    EventKind,
    Project,
    ProjectKind,
    User,
)

ROWS_AT_A_TIME = 1_000

OnDocument = Callable[[int, int], None]
"""Takes how many documents are counted, and of how many."""


@dataclass(slots=True)
class Counts:
    """All that is counted over the submitted documents of a project."""

    choices: ChoiceCounts = field(default_factory=ChoiceCounts)
    texts: TextAgreement = field(default_factory=TextAgreement)
    edits: EditCounts = field(default_factory=EditCounts)
    marks: MarkCounts = field(default_factory=MarkCounts)
    spans: SpanAgreement = field(default_factory=SpanAgreement)

    def add(self, kind: ProjectKind, record: Record, week: date) -> None:
        """Count a document that its last annotator submitted in a week."""
        layers = marked_layers(kind, record)
        self.edits.add(layers)
        if kind.chooses:
            self.choices.add(record)
            self.texts.add(record, week)
        if kind.marks:
            self.marks.add(layers)
            self.spans.add(layers, week)


@dataclass(frozen=True, slots=True)
class Task:
    """An annotator's work on one document."""

    annotator: str
    state: AssignmentState
    document: str
    spans: int
    submitted_at: datetime | None


def marked_layers(kind: ProjectKind, record: Record) -> list[Layer]:
    """Return the layers of those who marked a document, whole, each by its annotator's name."""
    return list(layers_of_each(record) if kind is ProjectKind.ONE_PASS else record.layers)


def fingerprint_of(session: Session, project: Project, *, at: datetime) -> str:
    """Return what changes whenever somebody works in a project, or it gains or loses documents.

    So it does every day: what was submitted of late, and when all will be done, depends on it.
    """
    last_change = select(func.max(Assignment.changed_at)).where(Assignment.project_id == project.id)
    last_event = select(func.max(Event.id)).where(Event.project_id == project.id)
    changed_at, event = session.execute(
        select(last_change.scalar_subquery(), last_event.scalar_subquery())
    ).one()
    return f"{changed_at and changed_at.isoformat()}|{event}|{at.date()}"


def read_tasks(session: Session, project: Project) -> dict[int, Task]:
    """Return assignment → task, of everybody in the project."""
    rows = session.execute(
        select(
            Assignment.id,
            User.name,
            Assignment.state,
            Document.doc_id,
            Assignment.spans,
            Assignment.submitted_at,
        )
        .join(User, User.id == Assignment.annotator_id)
        .join(Document, Document.id == Assignment.document_id)
        .where(Assignment.project_id == project.id),
        execution_options={"yield_per": ROWS_AT_A_TIME},
    )
    return {row.id: Task(*row[1:]) for row in rows}


def count_records(
    session: Session, project: Project, tasks: dict[int, Task], on_document: OnDocument
) -> Counts:
    """Count what was submitted, document by document."""
    weeks: dict[str, date] = {}
    for task in tasks.values():
        if task.state.is_final and task.submitted_at:
            week = week_of(task.submitted_at.date())
            weeks[task.document] = max(week, weeks.get(task.document, week))
    counts = Counts()
    records = iter_records(session, project, only_final=True)
    for number, record in enumerate(records, start=1):
        if record.doc_id in weeks:  # what is submitted meanwhile counts the next time
            counts.add(project.kind, record, weeks[record.doc_id])
        on_document(number, len(weeks))
    return counts


@dataclass(frozen=True, slots=True)
class Times:
    """What the audit trail says of the time that work took."""

    active: dict[int, timedelta]
    """Assignment → active time."""
    submitted_at: dict[int, datetime]
    """Assignment → when its annotator submitted it last; what a file brought is not there."""


def read_times(session: Session, project: Project) -> Times:
    """Follow each annotator's steps through the audit trail."""
    submitted_at: dict[int, datetime] = {}

    def steps() -> Iterator[tuple[int, int, datetime]]:
        for annotator, assignment_id, at, kind in session.execute(
            select(Assignment.annotator_id, Assignment.id, Event.at, Event.kind)
            .join(Event, Event.assignment_id == Assignment.id)
            .where(Assignment.project_id == project.id, Event.actor_id == Assignment.annotator_id)
            .order_by(Event.actor_id, Event.at, Event.id),
            execution_options={"yield_per": ROWS_AT_A_TIME},
        ):
            if kind is EventKind.SUBMITTED:
                submitted_at[assignment_id] = at
            yield annotator, assignment_id, at

    return Times(active_times(steps()), submitted_at)


def work_of_each(tasks: dict[int, Task], times: Times) -> dict[str, Work]:
    """Return annotator → their work, in the order of names."""
    of_each: defaultdict[str, list[int]] = defaultdict(list)
    for assignment_id, task in tasks.items():
        of_each[task.annotator].append(assignment_id)
    return {
        name: Work(
            documents=len(of_each[name]),
            done=sum(tasks[each].state.is_final for each in of_each[name]),
            submitted_at=[
                times.submitted_at[each]
                for each in of_each[name]
                if each in times.submitted_at and tasks[each].state.is_final
            ],
        )
        for name in sorted(of_each)
    }
