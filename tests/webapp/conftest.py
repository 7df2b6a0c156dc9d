"""Fixtures of the web application's tests."""

from collections.abc import Iterator
from functools import cache

import pytest
from flask.testing import FlaskClient

from masking.pipelines import Pipeline
from tests.factories import Factory, sign_in
from tests.webapp.workbench.workbench_client import WorkbenchClient


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
