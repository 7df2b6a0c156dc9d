"""Whatever stops an import, nothing of its file stays."""

import os
import signal
import sys

import pytest
from sqlalchemy import select

from tests.factories import Factory
from tests.processes import finished
from tests.webapp.intake.imports.importing import TEXT, biography, bring, row_counts, written
from tests.webapp.submissions import submitted
from webapp.core import store_sync
from webapp.core.jobs.operations import cancel_job
from webapp.core.jobs.runner import tidy_interrupted
from webapp.intake.imports import staging
from webapp.platform.extensions import db
from webapp.platform.models import Document, Job, JobState, Membership, User
from webapp.platform.resources import ROOT

CHOSEN = {"Ada": {"PERSON 1": ["Kim", "Lou"]}, "Oslo": {"city": ["Lou"], "***": ["Kim"]}}


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


@pytest.fixture
def project(make):
    return make.project()


def people_named(*names):
    return db.session.scalars(select(User).where(User.name.in_(names)).order_by(User.name)).all()


@pytest.fixture
def long_file(tmp_path):
    return written(tmp_path, *(biography(f"doc-{n}", chosen=CHOSEN) for n in range(10)))


def after_batches(monkeypatch, number, happen):
    """Let something happen between two transactions of an import, after so many."""
    in_transactions = staging.in_transactions

    def interrupted(records, waiting):
        for index, batch in enumerate(in_transactions(records, waiting)):
            if index == number:
                happen()
            yield batch

    monkeypatch.setattr(staging, "BATCH_DOCUMENTS", 2)
    monkeypatch.setattr(staging, "in_transactions", interrupted)


def test_nothing_is_seen_of_a_file_before_all_of_it(project, long_file, monkeypatch):
    seen = []

    def look():
        columns = select(Document.doc_id, Document.project_id)
        staged = db.session.execute(columns.order_by(Document.doc_id)).all()
        seen.extend(staged)
        db.session.rollback()

    after_batches(monkeypatch, 3, look)
    assert bring(project, long_file).state is JobState.DONE
    assert seen == [(f"doc-{number}", None) for number in range(6)]
    assert set(db.session.scalars(select(Document.project_id))) == {project.id}


def test_an_unexpected_error_leaves_nothing_and_quotes_nothing(
    project, long_file, monkeypatch, caplog
):
    before = row_counts()

    def fail():
        raise RuntimeError(TEXT)

    after_batches(monkeypatch, 3, fail)
    job = bring(project, long_file)
    assert job.state is JobState.FAILED
    assert job.message.startswith("Unexpected error: RuntimeError in staging.py, line ")
    assert row_counts() == before
    assert "RuntimeError" in caplog.text
    assert TEXT not in caplog.text + job.message


def test_a_cancelled_import_leaves_nothing(any_app, project, long_file, monkeypatch):
    before = row_counts()

    def cancel():
        with any_app.app_context():
            cancel_job(db.session(), db.session.scalars(select(Job)).one())
            db.session.commit()

    after_batches(monkeypatch, 3, cancel)
    job = bring(project, long_file)
    assert (job.state, job.finished_at is None) == (JobState.CANCELLED, False)
    assert row_counts() == before


def test_a_doc_id_that_comes_into_the_project_meanwhile_is_refused(
    make, project, long_file, monkeypatch
):
    after_batches(monkeypatch, 3, lambda: make.document(project, doc_id="doc-1"))
    job = bring(project, long_file)
    assert job.message == "A doc_id of the file came into the project meanwhile."
    assert db.session.scalars(select(Document.doc_id)).all() == ["doc-1"]


def test_ctrl_c_leaves_nothing(project, long_file, monkeypatch):
    before = row_counts()

    def interrupt():
        raise KeyboardInterrupt

    after_batches(monkeypatch, 3, interrupt)
    with pytest.raises(KeyboardInterrupt):
        bring(project, long_file)
    job = db.session.scalars(select(Job)).one()
    db.session.refresh(job)
    assert (job.state, job.finished_at is None) == (JobState.FAILED, False)
    assert row_counts() == before


def kill_an_import(config, path, where):
    """Run tests/webapp/intake/imports/killed_import.py on the database of the test."""
    killed = finished(
        [sys.executable, "-m", "tests.webapp.intake.imports.killed_import", path, where],
        env=os.environ
        | {"PALIMPSEST_HOME": str(config.home), "PALIMPSEST_DATABASE_URL": config.database_url},
        cwd=ROOT,
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    return db.session.scalars(select(Job)).one()


@pytest.mark.usefixtures("project")
def test_of_an_import_that_was_killed_nothing_stays(any_app, long_file):
    before = row_counts()
    job = kill_an_import(any_app.extensions["palimpsest"], long_file, "staging")
    assert (job.state, len(db.session.scalars(select(Document.id)).all())) == (JobState.RUNNING, 6)
    tidy_interrupted()
    db.session.refresh(job)
    assert (job.state, job.finished_at is None) == (JobState.FAILED, False)
    assert "interrupted" in job.message
    assert row_counts() == before


def test_an_import_that_was_killed_after_publishing_is_finished(any_app, project, long_file):
    job = kill_an_import(any_app.extensions["palimpsest"], long_file, "store")
    assert (job.state, job.finished_at) == (JobState.DONE, None)
    assert len(store_sync.verify(project).missing) == 10
    tidy_interrupted()
    db.session.refresh(job)
    assert job.finished_at
    assert store_sync.verify(project).is_clean


def test_people_of_a_refused_file_stay_if_they_came_to_belong(project, long_file, monkeypatch):
    def adopt_and_fail():
        [kim] = people_named("Kim")
        db.session.add(Membership(project_id=project.id, user_id=kim.id))
        db.session.commit()
        raise RuntimeError

    after_batches(monkeypatch, 1, adopt_and_fail)
    assert bring(project, long_file).state is JobState.FAILED
    assert [person.name for person in people_named("Kim", "Lou")] == ["Kim"]


def test_annotators_save_while_an_import_writes(make, project, long_file, monkeypatch):
    document = make.document(make.project())

    def save():
        submitted(make, document, make.user(), *["***"] * 6)

    after_batches(monkeypatch, 2, save)
    assert bring(project, long_file).state is JobState.DONE
