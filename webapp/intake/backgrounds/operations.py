"""Verbs on backgrounds: ask for one to be read, read it anew, take it away."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from webapp.core import audit
from webapp.core.jobs.operations import request_job
from webapp.core.jobs.reports import request_report
from webapp.intake.backgrounds.queries import background_of, latest_reading, origin_of
from webapp.people.roles import only_admins, role_in
from webapp.platform.errors import DomainError
from webapp.platform.models import (
    Background,
    Document,
    DocumentRisk,
    EventKind,
    Job,
    JobKind,
    Project,
    RiskCheck,
    Role,
    User,
)


def read_file(
    session: Session,
    project: Project,
    *,
    upload: str,
    file_name: str,
    person: User,
    at: datetime,
) -> Job:
    """Ask for the background of a project to be made of an uploaded file."""
    only_admins(session, project, person, may="give a background")
    check_is_free(session, project)
    return request_job(
        session,
        JobKind.BACKGROUND,
        project,
        person=person,
        at=at,
        upload=upload,
        file=file_name,
    )


def read_project(
    session: Session, project: Project, source: Project, *, person: User, at: datetime
) -> Job:
    """Ask for the background of a project to be made of the documents of another one."""
    only_admins(session, project, person, may="give a background")
    check_is_free(session, project)
    if source.id == project.id or role_in(session, source, person) is not Role.ADMIN:
        raise DomainError("Choose another project that you are an admin of.")
    return request_job(
        session, JobKind.BACKGROUND, project, person=person, at=at, of_project=source.id
    )


def renew_background(session: Session, project: Project, *, at: datetime) -> Job | None:
    """Ask for the background to be read anew, where there is one: documents came into the project.

    What stands in them must not stay in it. Asking twice is asking once.
    """
    background = background_of(session, project)
    if background is None or project.archived_at:
        return None
    origin = origin_of(session, background).arguments
    return request_job(
        session,
        JobKind.BACKGROUND,
        project,
        person=None,
        at=at,
        once_key=f"background:{project.id}",
        is_anew=True,
        **{key: origin[key] for key in ("file", "of_project") if key in origin},
    )


def remove_background(
    session: Session, project: Project, *, actor: User | None, at: datetime
) -> str:
    """Take the background of a project away; returns its folder, which goes after the commit."""
    only_admins(session, project, actor, may="take a background away")
    background = background_of(session, project)
    if background is None:
        raise DomainError("This project has no background.")
    check_is_free(session, project)
    forget_background(session, background, actor=actor, at=at)
    return background.folder


def forget_background(
    session: Session, background: Background, *, actor: User | None, at: datetime
) -> None:
    """Delete the row of a background, and all that was computed from its texts."""
    project = session.get_one(Project, background.project_id)
    of_project = select(Document.id).where(Document.project_id == project.id)
    for table in (DocumentRisk, RiskCheck):
        made_from_it = (table.document_id.in_(of_project), table.background_at.is_not(None))
        session.execute(
            delete(table).where(*made_from_it), execution_options={"synchronize_session": False}
        )
    session.delete(background)
    audit.record(session, EventKind.BACKGROUND_REMOVED, at=at, actor=actor, project=project)
    if not project.archived_at:
        request_report(session, JobKind.RISK, project, person=None, at=at)


def check_is_free(session: Session, project: Project) -> None:
    """Raise DomainError where a background is being read."""
    job = latest_reading(session, project)
    if job is not None and not job.state.is_over:
        raise DomainError("A background is being read: wait for it, or cancel it.")
