"""Fixtures of the web application's tests."""

import pytest
from flask.testing import FlaskClient

from tests.factories import Factory, sign_in
from tests.webapp.workbench_client import WorkbenchClient


@pytest.fixture
def workbench(make: Factory, client: FlaskClient) -> WorkbenchClient:
    annotator = make.user()
    project = make.project(annotator)
    document = make.document(project)
    assignment = make.assignment(document, annotator)
    sign_in(client, annotator)
    return WorkbenchClient(client, annotator, project, document, assignment)
