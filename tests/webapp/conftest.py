"""Fixtures of the web application's tests."""

from collections.abc import Iterator
from functools import cache

import pytest
from flask.testing import FlaskClient

from masking.pipelines import Pipeline
from tests.factories import Factory, sign_in
from tests.webapp.two_projects import TwoProjects
from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.platform.config import Config
from webapp.platform.models import Project, Role, User


@pytest.fixture(scope="session", autouse=True)
def pipelines_opened_once() -> Iterator[None]:
    """Share each spaCy pipeline between jobs: loading one takes longer than what they do here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Pipeline, "open", cache(Pipeline.open))
        yield


@pytest.fixture
def workbench(make: Factory, client: FlaskClient) -> WorkbenchClient:
    annotator = make.user()
    project = make.project(annotator)
    document = make.document(project)
    assignment = make.assignment(document, annotator)
    sign_in(client, annotator)
    return WorkbenchClient(client, annotator, project, document, assignment)


@pytest.fixture
def reviewer(make: Factory) -> User:
    """Somebody who reviews, and is signed in where `browser` is asked for."""
    return make.user("Ria", role=Role.REVIEWER)


@pytest.fixture
def project(make: Factory, reviewer: User) -> Project:
    """A project of theirs."""
    return make.project(reviewer)


@pytest.fixture
def browser(client: FlaskClient, reviewer: User) -> FlaskClient:
    """The reviewer's browser."""
    sign_in(client, reviewer)
    return client


@pytest.fixture
def two_projects(make: Factory, config: Config) -> TwoProjects:
    """Two projects with the same people in different parts."""
    return TwoProjects.build(make, config)
