"""Bringing the people of a file into being, and its documents into their project."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime

from sqlalchemy import ColumnElement, delete, exists, func, insert, select, update
from sqlalchemy.orm import Session, aliased

from webapp.platform.inserting import INSERTS
from webapp.platform.models import (
    Assignment,
    Document,
    DocumentFile,
    Identification,
    Layer,
    Membership,
    PersonalLink,
    Project,
    ReviewLease,
    Role,
    SpanReview,
    User,
    table_of,
)


def find_people(session: Session, names: Iterable[str]) -> dict[str, int]:
    """Return the ids of the people that exist by name."""
    found = session.execute(select(User.name, User.id).where(User.name.in_(list(names))))
    return {row.name: row.id for row in found}


def add_people(
    session: Session, names: Iterable[str], *, at: datetime, role: Role = Role.ANNOTATOR
) -> dict[str, int]:
    """Add people who can't sign in until they are given a link or a password.

    Return the ids of those who were added here: whom another import adds at the same moment is
    its own.
    """
    rows = [{"name": name, "role": role, "created_at": at} for name in names]
    if not rows:
        return {}
    added = session.execute(
        INSERTS[session.get_bind().dialect.name](table_of(User))
        .values(rows)
        .on_conflict_do_nothing(index_elements=[User.name])
        .returning(User.name, User.id)
    )
    return {row.name: row.id for row in added}


def remove_people(session: Session, user_ids: Collection[int]) -> None:
    """Remove people whom an import added in vain, unless they came to belong here meanwhile."""
    session.execute(
        delete(User).where(User.id.in_(user_ids), *_has_nothing(Membership)),
        execution_options={"synchronize_session": False},
    )


def remove_members(session: Session, project_id: int, user_ids: Collection[int]) -> None:
    """End the memberships that an import made of people who have nothing else."""
    users = select(User.id).where(User.id.in_(user_ids), *_has_nothing())
    session.execute(
        delete(Membership).where(
            Membership.project_id == project_id, Membership.user_id.in_(users)
        ),
        execution_options={"synchronize_session": False},
    )


def _has_nothing(*more: type[Membership]) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions under which a person can't sign in and has no work anywhere."""
    yield User.password_hash.is_(None)
    for table in (Assignment, Layer):
        yield ~exists().where(table.annotator_id == User.id)
    for said in (Identification, ReviewLease, SpanReview):
        yield ~exists().where(said.reviewer_id == User.id)
    belongings: tuple[type[PersonalLink | Membership], ...] = (PersonalLink, *more)
    for other in belongings:
        yield ~exists().where(other.user_id == User.id)


def publish(session: Session, project: Project, job_id: int) -> None:
    """Put the staged documents of an import into the project, after those that are there."""
    # Imports that end together take their turns: both would count from the same last position.
    session.execute(select(Project.id).where(Project.id == project.id).with_for_update())
    in_project = select(func.max(Document.position)).where(Document.project_id == project.id)
    last = session.scalar(in_project)
    offset = 0 if last is None else last + 1
    session.execute(
        update(Document)
        .where(Document.import_id == job_id, Document.project_id.is_(None))
        .values(project_id=project.id, position=Document.position + offset),
        execution_options={"synchronize_session": False},
    )


def take_files_along(session: Session, source_id: int, job_id: int) -> None:
    """Give staged documents the files of those that they were made of, in another project."""
    old, new = aliased(Document), aliased(Document)
    found = (
        select(new.id, DocumentFile.format, DocumentFile.content)
        .select_from(new)
        .join(old, (old.doc_id == new.doc_id) & (old.project_id == source_id))
        .join(DocumentFile, DocumentFile.document_id == old.id)
        .where(new.import_id == job_id, new.project_id.is_(None))
    )
    columns = ("document_id", "format", "content")
    session.execute(insert(DocumentFile).from_select(columns, found))


def add_members(session: Session, project: Project, user_ids: Iterable[int]) -> list[int]:
    """Make people members of the project; return who was none before."""
    members = session.scalars(
        select(Membership.user_id).where(Membership.project_id == project.id)
    ).all()
    new = sorted(set(user_ids).difference(members))
    if new:
        joining = {"project_id": project.id, "guidelines_read": project.guidelines_version}
        session.execute(insert(Membership), [joining | {"user_id": each} for each in new])
    return new
