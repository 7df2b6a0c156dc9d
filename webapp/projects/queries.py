"""Queries of a person's work in a project, which load no document's text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, ScalarSelect, and_, exists, func, or_, select
from sqlalchemy.orm import Session, aliased, joinedload

from webapp.people.roles import role_of_member
from webapp.platform.models import (
    IS_SHARED,
    NEEDS_CHOICE,
    Assignment,
    AssignmentState,
    Document,
    Flag,
    Membership,
    Mention,
    Project,
    RiskCheck,
    Role,
    SuggestionPolicy,
    User,
)
from webapp.platform.models.checks import is_current
from webapp.platform.models.ordering import QUEUE_ORDER, STATE_ORDER, is_returned
from webapp.platform.models.states import FINAL_STATES, OPEN_STATES

ROWS_A_PAGE = 100
"""The number of documents on a page of a queue."""


@dataclass(frozen=True)
class Progress:
    """Documents submitted or reviewed, of those assigned."""

    done: int
    total: int
    begun: int = 0
    """Those in progress."""

    @property
    def is_begun(self) -> bool:
        """Whether something is submitted or in progress."""
        return self.done + self.begun > 0

    @property
    def is_complete(self) -> bool:
        """Whether something was assigned and all of it is submitted."""
        return self.done == self.total > 0


@dataclass(frozen=True)
class QueueItem:
    """One document in the queue of one annotator; `spans` are those to be replaced."""

    document_id: int
    doc_id: str
    state: AssignmentState
    changed_at: datetime
    chosen: int
    spans: int
    open_flags: int
    nothing_to_hide: bool
    """Whether the annotator says that a text without spans to hide may stay as it is."""
    is_returned: bool
    reason: str | None
    """Why a reviewer sent it back, as long as that is open."""
    attacks: Sequence[Mapping[str, Any]] | None
    """What attacks found in its text, where it is submitted and its figures are shown."""


@dataclass(frozen=True)
class Returned:
    """A document that a reviewer sent back to its annotator."""

    document_id: int
    doc_id: str
    reason: str | None


@dataclass(frozen=True)
class NextDocument:
    """The document that an annotator goes on with in a project."""

    document_id: int
    doc_id: str
    urgency: int
    """A place in STATE_ORDER: the lower, the sooner."""


@dataclass(frozen=True)
class QueuePage:
    """Some of the documents of one annotator."""

    rows: Sequence[QueueItem]
    number: int
    total: int
    """Documents on all pages."""

    @property
    def pages(self) -> int:
        """The number of pages, at least one."""
        return max(1, -(-self.total // ROWS_A_PAGE))


def next_open_assignment(
    session: Session, project: Project, user: User, *, after: Assignment | None = None
) -> Assignment | None:
    """Return the assignment that the annotator goes on with, preferably not `after`."""
    statement = (
        select(Assignment)
        .where(*_belongs(project, user), Assignment.state.in_(OPEN_STATES))
        .options(joinedload(Assignment.document))
        .limit(1)
    )
    if after is not None:
        statement = statement.order_by(Assignment.id == after.id)
    return session.scalars(statement.order_by(*QUEUE_ORDER)).first()


def progress_of(session: Session, project: Project, user: User) -> Progress:
    """Count the documents that one annotator has done, of theirs in the project."""
    statement = (
        select(_number_done(), func.count(), _number_begun())
        .select_from(Assignment)
        .where(*_belongs(project, user))
    )
    return Progress(*session.execute(statement).one())


def queue(
    session: Session,
    project: Project,
    user: User,
    *,
    state: AssignmentState | None = None,
    page: int = 1,
) -> QueuePage:
    """Read a page of one annotator's documents in the order of work, the submitted ones last.

    What is shown of a document is looked up for those on the page alone.
    """
    wanted = [*_belongs(project, user), *([Assignment.state == state] if state else [])]
    found = select(Assignment.id).where(*wanted)
    total = session.scalar(select(func.count()).select_from(Assignment).where(*wanted)) or 0
    ids = session.scalars(
        found.order_by(*QUEUE_ORDER).limit(ROWS_A_PAGE).offset((page - 1) * ROWS_A_PAGE)
    ).all()
    rows: Iterable[Any] = session.execute(
        select(
            Assignment.document_id,
            Document.doc_id,
            Assignment.state,
            Assignment.changed_at,
            Assignment.chosen,
            Assignment.spans,
            count_of_open_flags(),
            Assignment.nothing_to_hide_at.is_not(None),
            is_returned(),
            reason_of_return(),
            _found_by_attacks(),
        )
        .join(Document, Document.id == Assignment.document_id)
        .where(Assignment.id.in_(ids))
        .order_by(*QUEUE_ORDER)
    )
    return QueuePage([QueueItem(*row) for row in rows], page, total)


def _found_by_attacks() -> ScalarSelect[Any]:
    """Return what attacks found in the submitted work of the enclosing query, as it is now.

    NULL where its annotator sees no figures, which projects show unless they say otherwise.
    """
    hides_figures = exists().where(
        SuggestionPolicy.project_id == Assignment.project_id,
        SuggestionPolicy.shows_figures.is_(False),
    )
    return (
        select(RiskCheck.report["attacks"])
        .where(
            RiskCheck.document_id == Assignment.document_id,
            Assignment.state.in_(FINAL_STATES),
            Assignment.sees_figures.is_not(False),
            ~hides_figures,
            is_current(),
        )
        .correlate(Assignment)
        .scalar_subquery()
    )


def next_open_documents(session: Session, user: User) -> dict[int, NextDocument]:
    """Return project → the document that the annotator goes on with, for all projects at once."""
    place = func.row_number().over(partition_by=Assignment.project_id, order_by=QUEUE_ORDER)
    ranked = (
        select(
            Assignment.project_id,
            Assignment.document_id,
            STATE_ORDER.label("urgency"),
            place.label("place"),
        )
        .where(Assignment.annotator_id == user.id, Assignment.state.in_(OPEN_STATES))
        .subquery()
    )
    rows = session.execute(
        select(ranked.c.project_id, Document.id, Document.doc_id, ranked.c.urgency)
        .join(Document, Document.id == ranked.c.document_id)
        .where(ranked.c.place == 1)
    )
    return {project_id: NextDocument(*following) for project_id, *following in rows}


def returned_documents(session: Session, user: User) -> dict[int, list[Returned]]:
    """Return project → what the annotator has back from reviewers, in the order of work."""
    rows = session.execute(
        select(Document.project_id, Document.id, Document.doc_id, reason_of_return())
        .join(Assignment, Assignment.document_id == Document.id)
        .where(Assignment.annotator_id == user.id, is_returned())
        .order_by(Document.position, Document.id)
    )
    returned: dict[int, list[Returned]] = {}
    for project_id, document_id, doc_id, reason in rows:
        if project_id:
            returned.setdefault(project_id, []).append(Returned(document_id, doc_id, reason))
    return returned


def progress_by_project(session: Session, user: User | None = None) -> dict[int, Progress]:
    """Count documents done and assigned for each project: one person's, or everybody's work."""
    statement = select(
        Assignment.project_id, _number_done(), func.count(), _number_begun()
    ).group_by(Assignment.project_id)
    if user is not None:
        statement = statement.where(Assignment.annotator_id == user.id)
    rows = session.execute(statement)
    return {project: Progress(*counts) for project, *counts in rows if project}


def count_of_spans() -> ScalarSelect[int]:
    """Count the spans to be decided on in the `Document` of the enclosing query.

    Where annotators mark spans by themselves, the most that one of them has.
    """
    shared = (
        select(func.count())
        .select_from(Mention)
        .where(Mention.document_id == Document.id, NEEDS_CHOICE, IS_SHARED)
        .correlate(Document)
        .scalar_subquery()
    )
    return (
        select(func.coalesce(func.max(Assignment.spans), shared))
        .where(Assignment.document_id == Document.id)
        .correlate(Document)
        .scalar_subquery()
    )


def is_open_flag() -> ColumnElement[bool]:
    """Return the condition, in a query of `Assignment` and `Flag`, of an annotator's open flag.

    Reviewers' reasons for sending work back are no questions to them.
    """
    return and_(
        Flag.assignment_id == Assignment.id,
        Flag.author_id == Assignment.annotator_id,
        Flag.resolved_at.is_(None),
    )


def count_of_open_flags() -> ScalarSelect[int]:
    """Count the unresolved flags of the `Assignment` of the enclosing query."""
    return (
        select(func.count())
        .select_from(Flag)
        .where(is_open_flag())
        .correlate(Assignment)
        .scalar_subquery()
    )


def reason_of_return() -> ScalarSelect[str]:
    """Return why the `Assignment` of the enclosing query was sent back.

    That moment's comment on the whole; without one, the first at a span.
    """
    return (
        select(Flag.comment)
        .where(
            Flag.assignment_id == Assignment.id,
            Flag.author_id != Assignment.annotator_id,
            or_(Flag.created_at == Assignment.returned_at, Flag.mention_id.is_not(None)),
            Flag.resolved_at.is_(None),
            is_returned(),
        )
        .order_by(Flag.mention_id.is_not(None), Flag.id)
        .limit(1)
        .correlate(Assignment)
        .scalar_subquery()
    )


def is_still_open_to(person: User) -> ColumnElement[bool]:
    """Whether the person has yet to submit own work on the `Document` of the enclosing query."""
    own = aliased(Assignment)
    return exists().where(
        own.document_id == Document.id,
        own.annotator_id == person.id,
        own.state.in_(OPEN_STATES),
    )


def _number_done() -> ColumnElement[int]:
    return func.count().filter(Assignment.state.in_(FINAL_STATES))


def _number_begun() -> ColumnElement[int]:
    return func.count().filter(Assignment.state == AssignmentState.IN_PROGRESS)


def _belongs(project: Project, user: User) -> tuple[ColumnElement[Any], ...]:
    return (Assignment.project_id == project.id, Assignment.annotator_id == user.id)


def members_of(session: Session, project: Project) -> dict[User, Role]:
    """Return the members who can work, all but the deactivated, by name: what they do here."""
    rows = session.execute(
        select(User, role_of_member())
        .join(Membership, Membership.user_id == User.id)
        .where(Membership.project_id == project.id, User.is_active)
        .order_by(User.name)
    )
    return dict(rows.all())


def count_of_fully_assigned(session: Session, project: Project) -> int:
    """Count the documents that have as many annotators as the project asks for."""
    full = (
        select(Assignment.document_id)
        .where(*counting(session, project))
        .group_by(Assignment.document_id)
        .having(func.count() >= project.annotators_per_document)
    )
    return session.scalar(select(func.count()).select_from(full.subquery())) or 0


def counting(session: Session, project: Project) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions on assignments that count: not left open by people who can't go on."""
    can_go_on = [member.id for member in members_of(session, project)]
    is_counting = or_(Assignment.state.in_(FINAL_STATES), Assignment.annotator_id.in_(can_go_on))
    return Assignment.project_id == project.id, is_counting
