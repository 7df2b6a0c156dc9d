"""Taking a deleted project away: it was decided with its deletion, this is the tidying after it."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from flask import current_app
from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session

from webapp.core import store_sync, uploads
from webapp.core.jobs.runner import wait_for
from webapp.core.jobs.running import RunningJob
from webapp.core.jobs.tasks import JobHandler, remove_files, sweep
from webapp.platform.config import Config
from webapp.platform.database import empty_write_ahead_log
from webapp.platform.extensions import db
from webapp.platform.models import Document, Job, JobKind, ModelVersion, Project, utc_now
from webapp.projects.deletion.deleting import delete_documents
from webapp.versions.folders import folders_of


def run(_job: RunningJob) -> str:
    """Do nothing: the job is made as one that is over but for its tidying."""
    return ""


def close(job: RunningJob) -> None:
    """Delete the documents in parts, the files, and then the project with all that is left.

    The project goes last: only by its rows are the files found again, if the process dies.
    """
    with Session(db.engine) as session:
        of_project = select(Job.id).where(Job.project_id == job.project_id)
        jobs = session.scalars(of_project).all()
        others = session.scalars(of_project.where(Job.kind != JobKind.REMOVE)).all()
        session.rollback()
        for other in others:
            wait_for(other)  # cancelled, it lets go soon; it may still write
        is_staged = Document.project_id.is_(None) & Document.import_id.in_(of_project)
        delete_documents(session, or_(Document.project_id == job.project_id, is_staged))
        for folder in _folders(session, job.project_id, jobs):
            if folder.exists():
                shutil.rmtree(folder)
        remove_files(current_app.extensions["palimpsest"], jobs)
        _remove_uploads(session, job.project_id)
        session.execute(delete(Project).where(Project.id == job.project_id))
        session.commit()
    sweep(current_app.extensions["palimpsest"], utc_now())  # backgrounds made of it
    empty_write_ahead_log(db.engine)


def _folders(session: Session, project_id: int, jobs: Sequence[int]) -> list[Path]:
    """Return where files of the project lie: its records, its models, the logs of its jobs."""
    config: Config = current_app.extensions["palimpsest"]
    trained = select(ModelVersion.folder).where(ModelVersion.project_id == project_id)
    models = [config.models / name for name in session.scalars(trained)]
    return [store_sync.store_of(project_id).root, *models, *folders_of(config, jobs)]


def _remove_uploads(session: Session, project_id: int) -> None:
    of_project = select(Job.arguments).where(Job.project_id == project_id)
    for arguments in session.scalars(of_project):
        if name := arguments.get("upload"):
            uploads.remove(current_app.extensions["palimpsest"], name)


HANDLER = JobHandler(run, close)
