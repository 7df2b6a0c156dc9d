"""A training from what was submitted to suggestions on open documents; real parts, tiny data."""

import json
import stat
from dataclasses import replace

import pytest
from sqlalchemy import select

from tests.factories import Factory
from tests.webapp.submissions import submitted
from tests.webapp.versions.trainable import (
    FIRST,
    MASK,
    SECOND,
    is_held_out,
    life,
    lives,
    payloads,
    queued,
    reread,
    train,
    versions,
)
from webapp.core.jobs.runner import run_job
from webapp.platform.extensions import db
from webapp.platform.models import (
    Event,
    EventKind,
    JobKind,
    JobState,
    Mention,
)
from webapp.versions.queries import FIRST_NEEDS, current_version, folder_of, log_of


@pytest.fixture
def config(config, tiny_encoder_folder):
    return replace(config, encoder_folder=tiny_encoder_folder)


def events(kind):
    return db.session.scalars(select(Event).where(Event.kind == kind).order_by(Event.id)).all()


def run_waiting(kind):
    (job,) = queued(kind)
    run_job(job.id)
    return reread(job)


@pytest.mark.slow
def test_a_training_brings_a_version_into_use_and_suggestions_to_open_documents(any_app):
    config, make = any_app.extensions["palimpsest"], Factory(db.session)
    annotator = make.user()
    project = make.project(annotator)
    lives(make, project, annotator, FIRST_NEEDS, chosen=lambda _document: FIRST)
    assignment = make.assignment(life(make, project, FIRST_NEEDS), annotator)
    job = train(project)
    assert job.state is JobState.DONE, job.message
    (version,) = versions()
    assert job.message.startswith("Version 1 was put to use: Right for 100")
    assert (version.number, version.family, version.project_id) == (1, "baseline", project.id)
    assert (version.job_id, version.promoted_by_id) == (job.id, None)
    assert (version.summary.trained_on, version.summary.held_out) == (
        FIRST_NEEDS - version.summary.held_out,
        version.summary.held_out,
    )
    assert current_version(db.session(), project).id == version.id
    manifest = json.loads((folder_of(version) / "manifest.json").read_text())
    ids = {str(number) for number in range(1, FIRST_NEEDS + 1)}
    assert manifest["trained_on"].keys() <= ids
    assert [event.details["version"] for event in events(EventKind.VERSION_TRAINED)] == [1]
    assert [event.details["former"] for event in events(EventKind.VERSION_PROMOTED)] == [None]
    assert stat.S_IMODE((config.home / "training").stat().st_mode) == 0o700
    assert [path.name for path in (config.home / "training" / str(job.id)).iterdir()] == ["log"]
    assert any("fitting" in line.lower() or "reading" in line for line in log_of(job))

    scoring = run_waiting(JobKind.SUGGEST)
    assert scoring.message == "Suggestions are ready for 1 of 1 document that lacked them."
    (payload,) = payloads(assignment)
    ids = db.session.scalars(
        select(Mention.id)
        .where(Mention.document_id == assignment.document_id)
        .order_by(Mention.start_offset)
    ).all()
    assert payload.version_id == version.id
    assert payload.payload["mentions"] == [str(each) for each in ids]
    assert payload.payload["texts"][0] == [FIRST, SECOND, MASK]
    assert list((config.home / "training" / str(scoring.id)).iterdir()) == [
        config.home / "training" / str(scoring.id) / "log"
    ]


@pytest.mark.slow
def test_a_first_version_of_too_few_documents_is_kept_back(make):
    annotator = make.user()
    project = make.project(annotator)
    lives(make, project, annotator, FIRST_NEEDS - 1, chosen=lambda _document: FIRST)
    job = train(project)
    assert job.message.startswith("Version 1 was kept back: Right for 100")
    assert job.message.endswith("Refused: a first model needs 20 documents, this one had 19.")
    assert current_version(db.session(), project) is None


@pytest.mark.slow
def test_a_version_that_is_worse_is_kept_back_and_says_why(make):
    annotator = make.user()
    project = make.project(annotator)
    documents = [life(make, project, number) for number in range(FIRST_NEEDS)]
    for document in documents:
        chosen = FIRST if is_held_out(document, documents) else MASK
        submitted(make, document, annotator, chosen, "20th century")
    assert train(project).state is JobState.DONE
    job = train(project, family="ranker")
    assert job.state is JobState.DONE, job.message
    first, second = versions()
    assert job.message.startswith("Version 2 was kept back: Right for ")
    assert "Refused: it does worse than version 1 and" in second.verdict
    assert second.promoted_at is None
    assert current_version(db.session(), project).id == first.id
    assert folder_of(second).is_dir()  # an admin may put it to use all the same
    outcomes = [event.details["is_promoted"] for event in events(EventKind.VERSION_TRAINED)]
    assert outcomes == [True, False]
