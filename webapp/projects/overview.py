"""The progress of a project, for those who run it: a fixed number of grouped queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    Integer,
    Join,
    ScalarSelect,
    Select,
    and_,
    cast,
    exists,
    func,
    join,
    or_,
    select,
)
from sqlalchemy.orm import Session

from webapp.masks.queries import count_bare
from webapp.people.roles import role_of_member
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Document,
    Flag,
    Job,
    JobKind,
    JobState,
    Membership,
    Project,
    Role,
    User,
)
from webapp.platform.models.states import FINAL_STATES
from webapp.projects.queries import count_of_fully_assigned, is_open_flag


@dataclass(frozen=True, kw_only=True)
class ProjectCounts:
    """The counts of a project; in assignments, a document counts once for each annotator."""

    documents: int
    bare: int
    """Documents in which nothing is marked and that nobody has begun."""
    waiting_imports: int
    """Imports that wait for somebody to look at their texts."""
    annotators: int
    """Members who annotate, and reviewers and admins who do."""
    fully_assigned: int
    """Documents with as many annotators as the project asks for."""
    assignments: int
    done: int
    """Submitted or reviewed."""
    reviewed: int
    own_waiting: int
    """Submitted by the reader and not reviewed yet, which is for somebody else."""
    has_other_reviewers: bool
    """Whether there is somebody else who may review."""
    open_flags: int


class _Work(NamedTuple):
    """The assignments of one annotator in one state."""

    state: AssignmentState
    documents: int
    changed_at: datetime
    chosen: int
    spans: int


@dataclass(frozen=True)
class AnnotatorProgress:
    """The progress of one annotator in a project."""

    user_id: int
    name: str
    is_member: bool
    work: Sequence[_Work]

    def number_in(self, *states: AssignmentState) -> int:
        """Count the documents in these states, all without any."""
        return sum(
            each.documents for each in self.work if each.state in (states or AssignmentState)
        )

    @property
    def done(self) -> int:
        """Documents that are submitted, reviewed or not."""
        return self.number_in(*FINAL_STATES)

    @property
    def last_activity(self) -> datetime | None:
        """When the annotator or a reviewer did something last."""
        begun = (each for each in self.work if each.state is not AssignmentState.ASSIGNED)
        return max((each.changed_at for each in begun), default=None)

    @property
    def chosen(self) -> int:
        """Spans with a choice."""
        return sum(each.chosen for each in self.work)

    @property
    def spans(self) -> int:
        """Spans in all documents of the annotator."""
        return sum(each.spans for each in self.work)


def project_counts(
    session: Session, project: Project, people: Sequence[AnnotatorProgress], *, reader: User
) -> ProjectCounts:
    """Count what a project has and what is done, `people` being all who have documents in it."""
    documents, annotators, flags, has_other_reviewers = session.execute(
        select(
            _count_documents(project),
            _count_annotators(project),
            _count_flags(project),
            _has_other_reviewers(project, reader),
        )
    ).one()
    own = (person for person in people if person.user_id == reader.id)
    return ProjectCounts(
        documents=documents,
        bare=count_bare(session, project),
        waiting_imports=session.scalar(_count_waiting_imports(project)) or 0,
        annotators=annotators,
        fully_assigned=count_of_fully_assigned(session, project),
        assignments=sum(person.number_in() for person in people),
        done=sum(person.done for person in people),
        reviewed=sum(person.number_in(AssignmentState.REVIEWED) for person in people),
        own_waiting=sum(person.number_in(AssignmentState.SUBMITTED) for person in own),
        has_other_reviewers=has_other_reviewers,
        open_flags=flags,
    )


def progress_of_annotators(session: Session, project: Project) -> list[AnnotatorProgress]:
    """List everybody who has documents here, members or not, by name."""
    work: dict[int, list[_Work]] = {}
    for row in session.execute(_work_by_state(project)):
        work.setdefault(row[0], []).append(_Work(*row[1:]))
    people = session.execute(
        select(User.id, User.name, _is_member(project)).where(User.id.in_(work)).order_by(User.name)
    )
    return [AnnotatorProgress(*person, work=tuple(work[person.id])) for person in people]


def _work_by_state(
    project: Project,
) -> Select[int, AssignmentState, int, datetime, int, int]:
    """Sum up the assignments of each annotator and state, from one index in its own order."""
    return (
        select(
            Assignment.annotator_id,
            Assignment.state,
            func.count(),
            func.max(Assignment.changed_at),
            cast(func.sum(Assignment.chosen), Integer),
            cast(func.sum(Assignment.spans), Integer),
        )
        .where(
            Assignment.annotator_id.in_(select(User.id)),
            Assignment.project_id == project.id,
        )
        .group_by(Assignment.annotator_id, Assignment.project_id, Assignment.state)
    )


def _count_waiting_imports(project: Project) -> Select[int]:
    waiting = (Job.kind == JobKind.IMPORT, Job.state == JobState.WAITING)
    return select(func.count(Job.id)).where(Job.project_id == project.id, *waiting)


def _count_documents(project: Project) -> ScalarSelect[int]:
    return (
        select(func.count())
        .select_from(Document)
        .where(Document.project_id == project.id)
        .scalar_subquery()
    )


def _is_member(project: Project) -> ColumnElement[bool]:
    return exists().where(Membership.project_id == project.id, Membership.user_id == User.id)


def _with_membership(project: Project) -> Join:
    """Return everybody, with their membership of a project where they have one."""
    here = and_(Membership.user_id == User.id, Membership.project_id == project.id)
    return join(User, Membership, here, isouter=True)


def _count_annotators(project: Project) -> ScalarSelect[int]:
    annotates = exists().where(
        Assignment.annotator_id == User.id, Assignment.project_id == project.id
    )
    is_annotator = role_of_member() == Role.ANNOTATOR
    is_member = Membership.user_id.is_not(None)
    return (
        select(func.count())
        .select_from(_with_membership(project))
        .where(User.is_active, or_(is_annotator & is_member, ~is_annotator & annotates))
        .scalar_subquery()
    )


def _has_other_reviewers(project: Project, reader: User) -> ColumnElement[bool]:
    """Return whether there is somebody else who may review in a project."""
    reviewers = set(Role) if project.has_peer_review else {Role.REVIEWER, Role.ADMIN}
    is_there = or_(User.role == Role.ADMIN, Membership.user_id.is_not(None))
    return (
        select(User.id)
        .select_from(_with_membership(project))
        .where(User.is_active, User.id != reader.id, is_there, role_of_member().in_(reviewers))
        .exists()
    )


def _count_flags(project: Project) -> ScalarSelect[int]:
    return (
        select(func.count())
        .select_from(Flag)
        .join(Assignment, is_open_flag())
        .where(Assignment.project_id == project.id)
        .scalar_subquery()
    )
