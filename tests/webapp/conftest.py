"""Fixtures of the web application's tests."""

import pytest
from flask.testing import FlaskClient

from tests.factories import Factory, sign_in
from tests.webapp.desk import Desk


@pytest.fixture
def desk(make: Factory, client: FlaskClient) -> Desk:
    annotator = make.user()
    project = make.project(annotator)
    document = make.document(project)
    assignment = make.assignment(document, annotator)
    sign_in(client, annotator)
    return Desk(client, annotator, project, document, assignment)
