"""How far a project is, for those who run it: a fixed number of grouped queries, no texts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Integer, ScalarSelect, case, cast, exists, func, select
from sqlalchemy.orm import Session

from webapp.assigning.queries import count_of_fully_assigned
from webapp.models import (
    Assignment,
    AssignmentState,
    Document,
    Flag,
    Membership,
    Project,
    Role,
    User,
)
from webapp.models.states import FINAL_STATES
from webapp.projects.queries import count_of_choices, count_of_spans


@dataclass(frozen=True, kw_only=True)
class Figures:
    """The state of a project in numbers; a document counts once for each of its annotators."""

    documents: int
    annotators: int
    fully_assigned: int
    """Documents with as many annotators as the project asks for."""
    assignments: int
    done: int
    """Submitted or reviewed."""
    reviewed: int
    open_flags: int


@dataclass(frozen=True)
class AnnotatorProgress:
    """What one annotator has done in a project."""

    user_id: int
    name: str
    is_member: bool
    assigned: int
    in_progress: int
    skipped: int
    submitted: int
    """Submitted and not reviewed yet."""
    reviewed: int
    last_activity: datetime | None
    chosen: int
    spans: int

    @property
    def done(self) -> int:
        """Documents that are submitted, reviewed or not."""
        return self.submitted + self.reviewed

    @property
    def not_started(self) -> int:
        """Documents that wait."""
        return self.assigned - self.done - self.in_progress - self.skipped


def figures_of(session: Session, project: Project) -> Figures:
    """Count what a project has and how far it is."""
    assignments, done, reviewed = session.execute(
        select(
            func.count(),
            func.count().filter(Assignment.state.in_(FINAL_STATES)),
            _number_in(AssignmentState.REVIEWED),
        )
        .select_from(Assignment)
        .join(Assignment.document)
        .where(Document.project_id == project.id)
    ).one()
    documents, annotators, flags = session.execute(
        select(_count_documents(project), _count_annotators(project), _count_flags(project))
    ).one()
    return Figures(
        documents=documents,
        annotators=annotators,
        fully_assigned=count_of_fully_assigned(session, project),
        assignments=assignments,
        done=done,
        reviewed=reviewed,
        open_flags=flags,
    )


def progress_of_annotators(session: Session, project: Project) -> list[AnnotatorProgress]:
    """List everybody who has documents here, members or not, by name."""
    begun = case((Assignment.state != AssignmentState.ASSIGNED, Assignment.changed_at))
    rows = session.execute(
        select(
            User.id,
            User.name,
            exists().where(Membership.project_id == project.id, Membership.user_id == User.id),
            func.count(),
            _number_in(AssignmentState.IN_PROGRESS),
            _number_in(AssignmentState.SKIPPED),
            _number_in(AssignmentState.SUBMITTED),
            _number_in(AssignmentState.REVIEWED),
            func.max(begun),
            cast(func.sum(count_of_choices()), Integer),
            cast(func.sum(count_of_spans()), Integer),
        )
        .select_from(Assignment)
        .join(Assignment.document)
        .join(Assignment.annotator)
        .where(Document.project_id == project.id)
        .group_by(User.id, User.name)
        .order_by(User.name)
    )
    return [AnnotatorProgress(*row) for row in rows]


def _number_in(state: AssignmentState) -> ColumnElement[int]:
    return func.count().filter(Assignment.state == state)


def _count_documents(project: Project) -> ScalarSelect[int]:
    return (
        select(func.count())
        .select_from(Document)
        .where(Document.project_id == project.id)
        .scalar_subquery()
    )


def _count_annotators(project: Project) -> ScalarSelect[int]:
    return (
        select(func.count())
        .select_from(Membership)
        .join(User, User.id == Membership.user_id)
        .where(Membership.project_id == project.id, User.role == Role.ANNOTATOR, User.is_active)
        .scalar_subquery()
    )


def _count_flags(project: Project) -> ScalarSelect[int]:
    return (
        select(func.count())
        .select_from(Flag)
        .join(Assignment, Assignment.id == Flag.assignment_id)
        .join(Assignment.document)
        .where(Document.project_id == project.id, Flag.resolved_at.is_(None))
        .scalar_subquery()
    )
