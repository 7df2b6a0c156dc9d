"""Training a model on what a project holds, and trying it, in a process of its own.

The database is asked before and told afterwards; nothing of it is held while the trainer works, so
nobody who saves a choice waits for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from flask import current_app
from sqlalchemy.orm import Session

from learning.promotion import UNTRIED
from learning.summaries import Verdict, VersionSummary
from webapp.core import audit
from webapp.core.jobs.running import RunningJob
from webapp.core.jobs.tasks import JobHandler
from webapp.core.records import snapshot
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.models import (
    EventKind,
    JobState,
    ModelVersion,
    Project,
    Purpose,
    User,
    utc_now,
)
from webapp.versions import folders
from webapp.versions.operations import follow_promotion, record_promotion
from webapp.versions.processes import as_sentence, encoder_argument, run_trainer
from webapp.versions.promoting import take_in, take_turns
from webapp.versions.queries import FIRST_NEEDS, current_version, wants_suggestions

NOT_COMPARED = "Not put to use: another version came into use while this one was trained."
STEPS = 100
"""Of the progress that a job shows."""


@dataclass(frozen=True, slots=True)
class Training:
    """How a model of one purpose is trained: what it learns from, and by which package."""

    purpose: Purpose
    package: str
    write_snapshot: Callable[[Session, Project, Path], int]
    """Writes the documents of a project that are learnt from."""
    arguments: Callable[[RunningJob, Config], list[str]]
    """What the package's trainer is told besides."""

    @property
    def handler(self) -> JobHandler:
        """What the jobs that train it do."""
        return JobHandler(lambda job: _run(job, self), _close)


@dataclass(frozen=True, slots=True)
class _Former:
    """The version that a new one is held against; an id alone outlives the session."""

    id: int | None
    folder: Path | None
    name: str
    is_own: bool


def _run(job: RunningJob, training: Training) -> str:
    """Train a version, keep it, and put it to use if its trial says so."""
    config: Config = current_app.extensions["palimpsest"]
    folder = folders.prepare(config, job.id)
    job.heartbeat(0, STEPS, "Reading what was submitted")
    with snapshot(db.engine) as session:
        project = session.get_one(Project, job.project_id)
        former = _former(session, project, config, training.purpose)
        training.write_snapshot(session, project, folder / "snapshot")
    name = folders.name_of_version(f"project-{job.project_id}", job.id)
    command = [
        training.package,
        "train",
        *("--snapshot", str(folder / "snapshot")),
        *("--out", str(config.models / name)),
        *("--seed", str(job.arguments.get("seed", 0))),
        *("--created-at", utc_now().isoformat(timespec="seconds")),
        *encoder_argument(config),
        *training.arguments(job, config),
    ]
    if former.folder:
        command += ["--current", str(former.folder), "--current-name", former.name]
    if not former.is_own:
        command += ["--first-needs", str(FIRST_NEEDS)]
    done = run_trainer(
        command,
        what="The training",
        folder=folder,
        config=config,
        on_progress=lambda share, doing: job.heartbeat(
            round(share * STEPS), STEPS, as_sentence(doing)
        ),
    )
    return _record(job, training.purpose, VersionSummary.from_json(done), name, former)


def _close(job: RunningJob) -> None:
    """Remove what the training worked with, and a version that did not come to be one."""
    config: Config = current_app.extensions["palimpsest"]
    folders.clear(config, job.id)
    with Session(db.engine) as session:
        folders.sweep_models(session, config, job.id)


def _former(session: Session, project: Project, config: Config, purpose: Purpose) -> _Former:
    version = current_version(session, project, purpose)
    if version is None:
        return _Former(None, None, "", is_own=False)
    is_own = version.project_id is not None
    name = f"version {version.number}" if is_own else "the model from the sample"
    return _Former(version.id, config.models / version.folder, name, is_own)


def _record(
    job: RunningJob, purpose: Purpose, summary: VersionSummary, name: str, former: _Former
) -> str:
    """Keep the version in the transaction that decides the job; return the message of the job."""
    at, verdict = utc_now(), summary.verdict or UNTRIED
    with Session(db.engine, expire_on_commit=False) as session:
        project = session.get_one(Project, job.project_id)
        take_turns(session, project)
        present = current_version(session, project, purpose)
        is_compared = (present.id if present else None) == former.id
        is_promoted = verdict.promoted and is_compared
        reason = verdict.reason if is_compared else f"{verdict.reason} {NOT_COMPARED}"
        version = take_in(
            session,
            summary,
            purpose=purpose,
            project_id=project.id,
            folder=name,
            job_id=job.id,
            verdict=Verdict(is_promoted, reason),
            at=at,
        )
        message = _told(project, version)
        job.decide(session, JobState.DONE, message)
        _note(session, project, version, present, job)
        session.commit()
    return message


def _told(project: Project, version: ModelVersion) -> str:
    """Say what became of a version."""
    outcome = "was put to use" if version.promoted_at else "was kept back"
    message = f"Version {version.number} {outcome}: {version.verdict}"
    is_unused = version.purpose is Purpose.REPLACEMENTS and not wants_suggestions(project)
    if version.promoted_at and is_unused:
        message += " Suggestions are off in this project."
    return message


def _note(
    session: Session,
    project: Project,
    version: ModelVersion,
    former: ModelVersion | None,
    job: RunningJob,
) -> None:
    """Tell the audit trail; ask for suggestions where the version came into use."""
    person = session.get(User, job.person_id) if job.person_id else None
    audit.record(
        session,
        EventKind.VERSION_TRAINED,
        at=version.created_at,
        actor=person,
        project=project,
        version=version.number,
        family=version.family,
        is_promoted=version.promoted_at is not None,
    )
    if version.promoted_at is None:
        return
    record_promotion(session, project, version, former, actor=None, at=version.promoted_at)
    follow_promotion(session, project, version, person=None, at=version.promoted_at)
