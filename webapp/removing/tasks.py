"""Taking a deleted project away: it was decided with its deletion, this is the tidying after it."""

from __future__ import annotations

import shutil

from flask import current_app
from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session

from webapp import store_sync
from webapp.config import Config
from webapp.extensions import db
from webapp.jobs.runner import wait_for
from webapp.jobs.running import RunningJob
from webapp.jobs.tasks import JobHandler
from webapp.models import Document, Job, ModelVersion, Project
from webapp.removing.deleting import delete_documents
from webapp.versions.folders import working_folder


def run(_job: RunningJob) -> str:
    """Do nothing: the job is made as one that is over but for its tidying."""
    return ""


def close(job: RunningJob) -> None:
    """Delete the documents in parts, then the project with all that is left, and its files."""
    config: Config = current_app.extensions["palimpsest"]
    with Session(db.engine) as session:
        of_project = select(Job.id).where(Job.project_id == job.project_id)
        jobs = session.scalars(of_project).all()
        session.rollback()
        for other in jobs:
            if other != job.id:
                wait_for(other)  # cancelled, it lets go soon; it may still write
        shutil.rmtree(store_sync.store_of(job.project_id).root, ignore_errors=True)
        is_staged = Document.project_id.is_(None) & Document.import_id.in_(of_project)
        delete_documents(session, or_(Document.project_id == job.project_id, is_staged))
        trained = select(ModelVersion.folder).where(ModelVersion.project_id == job.project_id)
        models = [config.models / name for name in session.scalars(trained)]
        session.execute(delete(Project).where(Project.id == job.project_id))
        session.commit()
    for folder in [*models, *(working_folder(config, each) for each in jobs)]:
        shutil.rmtree(folder, ignore_errors=True)


HANDLER = JobHandler(run, close)
