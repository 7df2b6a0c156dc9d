"""A background is there as long as it should be: whole, and not a day longer."""

from __future__ import annotations

import os
import signal
import sys

import pytest

from privacy.background import Background as Opened
from tests.factories import Factory
from tests.processes import finished
from tests.webapp.intake.backgrounds.people_files import PEOPLE, last_job, lines, read
from tests.webapp.intake.imports.importing import biography, bring, written
from tests.webapp.projects.deletion.removable import delete, delete_one, tidy
from webapp.core import uploads
from webapp.core.jobs.runner import tidy_interrupted
from webapp.intake.backgrounds import operations
from webapp.intake.backgrounds.folders import folder_of, sweep
from webapp.platform.extensions import db
from webapp.platform.models import (
    Background,
    Document,
    DocumentRisk,
    Job,
    JobKind,
    JobState,
    Role,
    utc_now,
)
from webapp.platform.resources import ROOT


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


@pytest.fixture
def admin(make):
    return make.user("Root", role=Role.ADMIN)


@pytest.fixture
def project(make):
    return make.project()


@pytest.fixture
def give(project, admin, config, tmp_path):
    """Let the worker read people as the background of the project."""

    def give(people=None):
        upload = uploads.keep_pasted(config, lines(tmp_path, people).read_bytes())
        by = {"person": admin, "at": utc_now()}
        operations.read_file(db.session(), project, upload=upload, file_name="a.jsonl", **by)
        return read(project)

    return give


@pytest.fixture
def source(make, project, admin):
    """Another project of two documents, which is the background of the first."""
    source = make.project()
    for doc_id in ("ada", "bo"):
        make.document(source, doc_id=doc_id, text=PEOPLE[doc_id], spans=[]).task = doc_id
    db.session.commit()
    operations.read_project(db.session(), project, source, person=admin, at=utc_now())
    read(project)
    return source


def background_of(project):
    db.session.expire_all()
    return db.session.get(Background, project.id)


def folders_in(config):
    return sorted(path.name for path in (config.home / "backgrounds").iterdir())


def waiting_figures(project):
    """Count the requests for new figures that wait, and let them be forgotten."""
    waiting = db.session.query(Job).filter_by(project_id=project.id, kind=JobKind.RISK)
    number = waiting.delete()
    db.session.commit()
    return number


def test_figures_are_computed_anew_with_each_background_and_without_it(project, admin, give):
    give()
    assert waiting_figures(project) == 1
    operations.remove_background(db.session(), project, actor=admin, at=utc_now())
    db.session.commit()
    assert waiting_figures(project) == 1


def kill_a_reading(config, path, where):
    """Run tests/webapp/intake/backgrounds/killed_background.py on the database of the test."""
    killed = finished(
        [sys.executable, "-m", "tests.webapp.intake.backgrounds.killed_background", path, where],
        env=os.environ
        | {"PALIMPSEST_HOME": str(config.home), "PALIMPSEST_DATABASE_URL": config.database_url},
        cwd=ROOT,
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr


def test_a_reading_that_is_killed_leaves_the_old_one(any_app, project, give, tmp_path):
    config = any_app.extensions["palimpsest"]
    give()
    before = background_of(project).folder
    kill_a_reading(config, lines(tmp_path, PEOPLE | {"dora": "Dora Moe"}), "building")
    assert len(folders_in(config)) == 2
    tidy_interrupted()
    assert last_job(project).state is JobState.FAILED
    assert background_of(project).folder == before
    assert folders_in(config) == [before]
    assert len(Opened.open(folder_of(config, background_of(project)))) == len(PEOPLE)


def test_a_reading_that_is_killed_when_it_is_done_is_in_use(any_app, project, give, tmp_path):
    config = any_app.extensions["palimpsest"]
    give()
    kill_a_reading(config, lines(tmp_path, PEOPLE | {"dora": "Dora Moe"}), "closing")
    tidy_interrupted()
    assert background_of(project).people == len(PEOPLE) + 1
    assert folders_in(config) == [background_of(project).folder]


def test_it_goes_with_its_project(any_app, project, admin, give):
    give()
    tidy(delete(project, admin))
    assert db.session.query(Background).all() == []
    assert folders_in(any_app.extensions["palimpsest"]) == []


@pytest.mark.usefixtures("source")
def test_it_goes_when_a_document_is_deleted_that_is_in_it(any_app, make, project, admin):
    config = any_app.extensions["palimpsest"]
    document = make.document(project)
    kept = {"facts": "", "payload": b"words", "made_at": utc_now()}
    at = background_of(project).made_at
    db.session.add(DocumentRisk(document_id=document.id, background_at=at, **kept))
    db.session.commit()
    sweep(config, utc_now())
    assert background_of(project) is not None
    delete_one(db.session.query(Document).filter_by(doc_id="ada").one(), admin)
    db.session.commit()
    sweep(config, utc_now())
    assert background_of(project) is None
    assert folders_in(config) == []
    assert db.session.get(DocumentRisk, document.id) is None


def test_it_goes_with_the_project_that_it_was_made_of(any_app, project, source, admin):
    tidy(delete(source, admin))
    assert background_of(project) is None
    assert folders_in(any_app.extensions["palimpsest"]) == []


def test_what_is_nobodys_is_swept_away(any_app, give, project):
    config = any_app.extensions["palimpsest"]
    give()
    (config.home / "backgrounds" / "job-999").mkdir()
    (config.home / "backgrounds" / ".unfinished-job-998").mkdir()
    sweep(config, utc_now())
    assert folders_in(config) == [background_of(project).folder]


TEXT = "Ada moved to Oslo. " + " ".join(f"There she met {name}." for name in "abcdefghij")


def test_the_texts_of_documents_that_come_in_later_are_taken_out(any_app, project, give, tmp_path):
    give(PEOPLE | {"copy": TEXT})
    before = background_of(project)
    before_at, people = before.made_at, before.people
    assert bring(project, written(tmp_path, biography(text=TEXT))).state is JobState.DONE
    assert read(project).message == "3 people in 4 texts."
    after = background_of(project)
    assert (after.people, after.near_copies) == (people - 1, 1)
    assert after.made_at > before_at
    assert len(Opened.open(folder_of(any_app.extensions["palimpsest"], after))) == 3


def test_a_background_in_which_nothing_new_stands_stays_as_it_is(project, give, tmp_path):
    give()
    before = background_of(project).folder
    assert bring(project, written(tmp_path, biography())).state is JobState.DONE
    assert read(project).message == "Nothing of the new documents stands in it."
    assert background_of(project).folder == before


def test_an_import_asks_for_nothing_where_there_is_no_background(project, tmp_path):
    bring(project, written(tmp_path, biography()))
    assert last_job(project) is None
