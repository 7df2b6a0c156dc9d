"""What a command needs of the application."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.platform.errors import ArchivedError, DomainError
from webapp.platform.migrating import migrate
from webapp.platform.models import Project
from webapp.platform.pageless import create_pageless_app


@contextmanager
def application(create: Callable[[], Flask] = create_pageless_app) -> Iterator[Flask]:
    """Open the application that the environment describes, its database up to date.

    The block runs in an application context: `db.session` works, and the block commits. Without
    `create` it has no pages and no templates, which few commands need.
    """
    app = create()
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
