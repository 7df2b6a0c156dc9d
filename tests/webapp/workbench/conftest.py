"""Fixtures of the tests of the workbench."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.platform.extensions import db
from webapp.platform.models import Project, ProjectKind


@pytest.fixture
def one_pass(workbench: WorkbenchClient) -> WorkbenchClient:
    """The factory's document in a project of the kind."""
    db.session.execute(
        update(Project).where(Project.id == workbench.project.id).values(kind=ProjectKind.ONE_PASS)
    )
    db.session.commit()
    return workbench
