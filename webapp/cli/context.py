"""What a command needs of the application."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp import create_app
from webapp.platform.errors import ArchivedError, DomainError
from webapp.platform.migrating import migrate
from webapp.platform.models import Project


@contextmanager
def application() -> Iterator[Flask]:
    """Open the application that the environment describes, its database up to date.

    The block runs in an application context: `db.session` works, and the block commits.
    """
    app = create_app()
    migrate(app)
    with app.app_context():
        yield app


def project_to_change(session: Session, name: str) -> Project:
    """Find a project in which something is to be changed; raises DomainError, also if archived."""
    project = project_named(session, name)
    if project.archived_at:
        raise ArchivedError
    return project


def project_named(session: Session, name: str) -> Project:
    """Find a project; raises DomainError."""
    wanted = select(Project).where(Project.name == name, Project.removed_at.is_(None))
    project = session.scalar(wanted)
    if project is None:
        raise DomainError(f"There is no project named {name!r}.")
    return project
