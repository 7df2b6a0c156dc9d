"""Datasets as people get them: asked for on the page, written as the worker does, downloaded."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from annotation.formats.exchange.cards import NAME as CARD
from tests.factories import Factory
from webapp.core import downloads
from webapp.core.jobs.runner import run_job
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.models import Document, Job, JobKind, JobState, Project, utc_now
from webapp.publication.export.wanted import Wanted

USUAL = {"format": "wikireplace", "split": "", "work": "submitted", "annotators": "names"}


def ask(client: FlaskClient, project: Project, **options: Any) -> TestResponse:
    """Ask for a dataset."""
    address = f"/projects/{project.id}/export/datasets"
    return client.post(address, data=USUAL | options)


def write(client: FlaskClient, project: Project, **options: Any) -> Job:
    """Ask for a dataset and let it be written."""
    assert ask(client, project, **options).status_code == 303
    newest = select(Job).where(Job.kind == JobKind.EXPORT).order_by(Job.id.desc()).limit(1)
    job = db.session.scalars(newest).one()
    run_job(job.id)
    db.session.refresh(job)
    return job


def address_of(job: Job, what: str = "") -> str:
    """Return the address of a dataset, or of something of it."""
    return f"/projects/{job.project_id}/export/datasets/{job.id}{what}"


def download(client: FlaskClient, project: Project, **options: Any) -> TestResponse:
    """Ask for a dataset, let it be written, and download it."""
    return client.get(address_of(write(client, project, **options), "/file"))


def exported_before(make: Factory, config: Config, project: Project) -> Job:
    """Make a dataset that was written already: an empty list."""
    job = make.job(project, kind=JobKind.EXPORT, state=JobState.DONE)
    folder = downloads.prepare(config, job.id)
    for name in ("dataset.json", CARD):
        (folder / name).write_text("[]")
    result = {
        "documents": 0,
        "spans": 0,
        "annotators": 0,
        "left_out": 0,
        "leaking": [],
        "unmasked": 0,
        "faulty": 0,
        "faults": [],
        "file": "dataset.json",
        "bytes": 2,
        "sha256": "0" * 64,
        "name": "lives.json",
    }
    job.arguments = {"wanted": Wanted().to_json(), "result": result, downloads.DELETION: None}
    job.finished_at = utc_now()
    db.session.commit()
    return job


def documents_of(project: Project) -> list[Document]:
    """Return the documents of a project in their order."""
    wanted = select(Document).where(Document.project_id == project.id)
    return list(db.session.scalars(wanted.order_by(Document.position)))
