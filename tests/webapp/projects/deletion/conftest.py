"""Fixtures of the tests of deletion, which run on both databases."""

from __future__ import annotations

import pytest

from tests.factories import Factory
from tests.webapp.intake.imports.importing import biography, bring, written
from webapp.platform.extensions import db
from webapp.platform.models import JobState, Role


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


@pytest.fixture
def admin(make):
    return make.user("Root", role=Role.ADMIN)


@pytest.fixture
def annotator(make):
    return make.user("Ann")


@pytest.fixture
def project(make, annotator):
    return make.project(annotator)


@pytest.fixture
def bring_in(tmp_path, project):
    """Import documents of these doc_ids, with the work of Kim and Lou if it is `chosen`."""

    def bring_in(*doc_ids, chosen=None):
        records = (biography(doc_id, chosen=chosen or {}) for doc_id in doc_ids)
        job = bring(project, written(tmp_path, *records, name=f"{doc_ids[0]}.json"))
        assert job.state is JobState.DONE, job.message
        return job

    return bring_in
