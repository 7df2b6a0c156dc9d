"""The model that serves before a project has one of its own."""

from dataclasses import replace

import pytest

from tests.webapp.versions.trainable import fake, life, lives, payloads, suggest, train, versions
from webapp.platform.models import JobState
from webapp.versions import sample


@pytest.fixture
def annotator(make):
    return make.user("Kim")


@pytest.fixture
def project(make, annotator):
    return make.project(annotator)


@pytest.fixture(autouse=True)
def _trainer(monkeypatch):
    fake(monkeypatch)


@pytest.fixture
def assignment(make, project, annotator):
    return make.assignment(life(make, project, 7), annotator)


def test_before_the_first_training_a_model_from_the_sample_serves_made_once(
    make, project, annotator, assignment
):
    assert suggest(project).message == (
        "Suggestions are ready for 1 of 1 document that lacked them."
    )
    (version,) = versions()
    assert (version.project_id, version.number, version.promoted_by_id) == (None, 1, None)
    assert [payload.version_id for payload in payloads(assignment)] == [version.id]
    other = make.project(annotator)
    elsewhere = make.assignment(life(make, other, 2), annotator)
    suggest(other)
    assert [payload.version_id for payload in payloads(elsewhere)] == [version.id]
    assert len(versions()) == 1


def test_the_model_from_the_sample_is_made_anew_where_the_sample_has_changed(
    project, assignment, monkeypatch
):
    suggest(project)
    monkeypatch.setattr(sample, "checksum", lambda: "another")
    suggest(project)
    old, new = versions()
    assert (new.project_id, new.number) == (None, 2)
    assert [payload.version_id for payload in payloads(assignment)] == [old.id, new.id]


def test_a_model_of_the_project_s_own_takes_over(make, project, annotator, assignment):
    suggest(project)
    lives(make, project, annotator)
    train(project)
    suggest(project)
    sampled, own = versions()
    assert own.project_id == project.id
    assert [payload.version_id for payload in payloads(assignment)] == [sampled.id, own.id]


def test_no_model_is_made_where_nothing_is_open(project):
    assert suggest(project).message == "No document is open."
    assert versions() == []


def test_without_an_encoder_the_job_says_which_folder_is_missing(
    app, project, assignment, monkeypatch, tmp_path
):
    missing = replace(app.extensions["palimpsest"], encoder_folder=tmp_path / "nowhere")
    monkeypatch.setitem(app.extensions, "palimpsest", missing)
    job = suggest(project)
    assert job.state is JobState.FAILED
    assert job.message == f"There is no encoder folder {tmp_path / 'nowhere'} (PALIMPSEST_ENCODER)."
    assert (payloads(assignment), versions()) == ([], [])
