"""The versions of a project's guidelines, and which was in force when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, ScalarSelect, bindparam, case, func, literal, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from webapp.platform.models import Assignment, Choice, GuidelinesVersion, Membership, Project, User
from webapp.projects.guidelines.differences import Piece, differences

# Built once: every document that is opened asks for it.
_READ = select(Membership.guidelines_read).where(
    Membership.project_id == bindparam("project_id"), Membership.user_id == bindparam("user_id")
)


@dataclass(frozen=True, slots=True)
class Listed:
    """A version in the list."""

    number: int
    written_at: datetime
    author: str | None
    """None for the command line, and for what was there before versions were kept."""
    note: str
    choices: int
    """How many choices of the project were made while it was in force."""


@dataclass(frozen=True)
class News:
    """What a member has not read yet."""

    number: int
    """The present version."""
    last: int
    """The version that they read last."""
    notes: Sequence[str]
    pieces: Sequence[Piece]
    """The difference from what they read last."""


def guidelines_at(session: Session, project: Project, at: datetime) -> int | None:
    """Return the number of the version in force at a time, None before there was any."""
    moment = literal(at, GuidelinesVersion.written_at.type)
    return session.scalar(select(version_in_force(project, moment)))


def version_in_force(
    project: Project, at: ColumnElement[datetime] | InstrumentedAttribute[datetime]
) -> ScalarSelect[int]:
    """Return the number of the version in force at a time of the enclosing query, or NULL."""
    return (
        select(func.max(GuidelinesVersion.number))
        .where(
            GuidelinesVersion.project_id == project.id,
            GuidelinesVersion.written_at <= at,
        )
        .scalar_subquery()
    )


def list_versions(session: Session, project: Project) -> list[Listed]:
    """Return all versions, the newest first."""
    rows = session.execute(
        select(GuidelinesVersion, User.name)
        .outerjoin(User, User.id == GuidelinesVersion.author_id)
        .where(GuidelinesVersion.project_id == project.id)
        .order_by(GuidelinesVersion.number.desc())
    ).all()
    counts = _count_choices(session, project, [version for version, _ in rows])
    return [
        Listed(row.number, row.written_at, name, row.note, counts.get(row.number, 0))
        for row, name in rows
    ]


def _count_choices(
    session: Session, project: Project, newest_first: Sequence[GuidelinesVersion]
) -> Mapping[int, int]:
    """Count the choices made under each version, by number.

    The times are written out: looking the version of each choice up takes three times as long.
    """
    if not newest_first:
        return {}
    number = case(*((Choice.chosen_at >= each.written_at, each.number) for each in newest_first))
    counts = session.execute(
        select(number, func.count())
        .join(Assignment, Assignment.id == Choice.assignment_id)
        .where(Assignment.project_id == project.id)
        .group_by(number)
    )
    return dict(counts.all())


def text_of(session: Session, project: Project, number: int) -> str | None:
    """Return the text of a version; "" for 0, before there was any, None for what is none."""
    if number == 0:
        return ""
    return session.scalar(
        select(GuidelinesVersion.text).where(
            GuidelinesVersion.project_id == project.id, GuidelinesVersion.number == number
        )
    )


def news_for(session: Session, project: Project, person: User) -> News | None:
    """Return what a member has not read yet of the guidelines, None where that is nothing."""
    if not project.guidelines_version:
        return None
    last = session.scalar(_READ, {"project_id": project.id, "user_id": person.id})
    if last is None or last >= project.guidelines_version:
        return None
    notes = session.scalars(
        select(GuidelinesVersion.note)
        .where(GuidelinesVersion.project_id == project.id, GuidelinesVersion.number > last)
        .order_by(GuidelinesVersion.number)
    ).all()
    before = text_of(session, project, last) or ""
    pieces = differences(before, project.guidelines)
    return News(project.guidelines_version, last, [note for note in notes if note], pieces)


def versions_chosen_under(
    session: Session, project: Project, assignment: Assignment
) -> Sequence[int]:
    """Return the numbers of the versions under which the choices of some work were made.

    Empty where there never was more than one version: then there is nothing to tell apart.
    """
    if project.guidelines_version <= 1:
        return ()
    number = version_in_force(project, Choice.chosen_at).label("number")
    of_work = select(number).where(Choice.assignment_id == assignment.id).distinct()
    return sorted(each for each in session.scalars(of_work) if each is not None)
