"""Making a replacement project of what the annotators of a masking project hide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from annotation.formats import Format, iter_json_list, to_json
from annotation.settling import Settling, settled
from webapp.core import uploads
from webapp.core.records import Layers, iter_records
from webapp.intake.imports.operations import ImportOptions, request_import
from webapp.platform.config import Config
from webapp.platform.errors import DomainError
from webapp.platform.models import Assignment, Job, Membership, Project, ProjectKind, User
from webapp.platform.models.states import FINAL_STATES
from webapp.projects.operations import Settings, add_member, create_project


@dataclass(frozen=True, slots=True)
class HandedOn:
    """The new project, and the job that fills it."""

    project: Project
    job: Job


def count_ready(session: Session, project: Project) -> int:
    """Count the documents that somebody has submitted: those that are handed on."""
    ready = select(func.count(Assignment.document_id.distinct())).where(
        Assignment.project_id == project.id, Assignment.state.in_(FINAL_STATES)
    )
    return session.scalar(ready) or 0


def hand_on(
    session: Session,
    project: Project,
    name: str,
    settling: Settling,
    config: Config,
    *,
    person: User | None,
    at: datetime,
) -> HandedOn:
    """Make a project of the submitted documents, with the same members in the same roles.

    People who are deactivated stay behind. Of adjudicated documents the gold layer is handed on,
    whatever the `settling` of the others.
    Lists are proposed there. The old one stays as it is. Raises DomainError where nothing is
    submitted, or replacements are chosen already, or the name is taken.
    """
    if project.kind is not ProjectKind.MASKING:
        raise DomainError(f"In {project.name} replacements are chosen; only masks are handed on.")
    if not count_ready(session, project):
        raise DomainError("Nobody has submitted a document yet: there are no masks to hand on.")
    settings = Settings(name=name, annotators_per_document=project.annotators_per_document)
    new = create_project(session, settings, kind=ProjectKind.REPLACEMENT, actor=person, at=at)
    of_project = Membership.project_id == project.id
    rows = session.execute(select(Membership.user_id, Membership.role).where(of_project))
    roles = dict(rows.all())
    for member in project.members:
        if member.is_active:
            add_member(session, new, member, role=roles[member.id], actor=person, at=at)
    job = request_import(
        session,
        new,
        upload=uploads.keep_written(config, _pieces(session, project, settling)),
        file_name=f"Masks of {project.name}",
        options=ImportOptions(format=Format.TAB, files_of=project.id),
        person=person,
        at=at,
    )
    return HandedOn(new, job)


def _pieces(session: Session, project: Project, settling: Settling) -> Iterator[bytes]:
    documents = iter_records(session, project, only_final=True, layers=Layers.OUTGOING)
    records = (to_json(settled(each, settling), Format.TAB) for each in documents)
    for piece in iter_json_list(records):
        yield piece.encode()
