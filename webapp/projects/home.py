"""The projects of a person, each with the documents to go on with; seven queries in all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from webapp.people.roles import reviews
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Document,
    Membership,
    Project,
    Role,
    User,
)
from webapp.platform.models.states import OPEN_STATES
from webapp.projects.queries import (
    NextDocument,
    Progress,
    Returned,
    next_open_documents,
    progress_by_project,
    returned_documents,
)

NOTHING = Progress(done=0, total=0)


@dataclass(frozen=True, kw_only=True)
class Team:
    """The counts of a project that those see who review in it."""

    documents: int
    members: int
    progress: Progress
    """Everybody's assignments."""
    waiting: int
    """Submitted, and for the reader to decide on: nobody decides on their own work, or on documents
    that they have yet to submit themselves."""


@dataclass(frozen=True, kw_only=True)
class Card:
    """One project on the home page."""

    project: Project
    own: Progress
    following: NextDocument | None
    """What the person goes on with; None when nothing of theirs is open."""
    returned: Sequence[Returned]
    """What reviewers sent back to the person."""
    team: Team | None

    @property
    def urgency(self) -> tuple[float, bool]:
        """The sort key by what needs the person: their own work, then that of others."""
        own = self.following.urgency if self.following else math.inf
        return own, not (self.team and self.team.waiting)


def list_cards(session: Session, user: User) -> list[Card]:
    """List the projects that a person belongs to, those first that need them; then by name.

    Admins belong to all.
    """
    own = progress_by_project(session, user)
    following = next_open_documents(session, user)
    returned = returned_documents(session, user)
    projects = _projects_of(session, user)
    reviewed = {project.id for project, role in projects if reviews(role, project)}
    teams = _teams(session, user) if reviewed else {}
    cards = [
        Card(
            project=project,
            own=own.get(project.id, NOTHING),
            following=following.get(project.id),
            returned=returned.get(project.id, ()),
            team=teams.get(project.id) if project.id in reviewed else None,
        )
        for project, _role in projects
    ]
    return sorted(cards, key=lambda card: card.urgency)


def list_projects(session: Session) -> list[tuple[Project, Team]]:
    """List all projects by name, with what admins see of each."""
    teams = _teams(session, None)
    there = select(Project).where(Project.removed_at.is_(None))
    projects = session.scalars(there.order_by(Project.name))
    return [(project, teams[project.id]) for project in projects]


def _projects_of(session: Session, user: User) -> list[tuple[Project, Role]]:
    """List the projects that a person belongs to by name, with what they do there."""
    there = Project.removed_at.is_(None)
    if user.role is Role.ADMIN:
        every = session.scalars(select(Project).where(there).order_by(Project.name))
        return [(project, Role.ADMIN) for project in every]
    rows = session.execute(
        select(Project, Membership.role)
        .join(Membership, Membership.project_id == Project.id)
        .where(there, Membership.user_id == user.id)
        .order_by(Project.name)
    )
    return [(project, role or user.role) for project, role in rows]


def _teams(session: Session, reader: User | None) -> dict[int, Team]:
    progress = progress_by_project(session)
    reader_id = reader.id if reader else None
    own = aliased(Assignment)
    still_open = select(own.document_id).where(
        own.annotator_id == reader_id, own.state.in_(OPEN_STATES)
    )
    waiting = (
        select(func.count())
        .select_from(Assignment)
        .where(
            Assignment.project_id == Project.id,
            Assignment.state == AssignmentState.SUBMITTED,
            Assignment.annotator_id != reader_id,
            Assignment.document_id.not_in(still_open),
        )
    )
    documents = select(func.count(Document.id)).where(Document.project_id == Project.id)
    members = select(func.count(Membership.user_id)).where(Membership.project_id == Project.id)
    rows = session.execute(
        select(
            Project.id,
            documents.scalar_subquery(),
            members.scalar_subquery(),
            waiting.correlate(Project).scalar_subquery(),
        )
    )
    return {
        project: Team(
            documents=documents,
            members=members,
            progress=progress.get(project, NOTHING),
            waiting=waiting,
        )
        for project, documents, members, waiting in rows
    }
