"""Releasing in the worker, from one state of the database."""

from __future__ import annotations

from typing import Any

from flask import current_app

from annotation.formatting import counted
from webapp.core import downloads
from webapp.core.jobs.reports import last_deletion
from webapp.core.jobs.running import RunningJob
from webapp.core.jobs.tasks import JobHandler
from webapp.core.records import snapshot
from webapp.insight.risk import tasks as risk
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.models import JobState, Project, utc_now
from webapp.publication.release.wanted import WantedRelease
from webapp.publication.release.writing import Outcome, refusal_of, write_release
from webapp.replacements.opening import opened_lexicon


def run(job: RunningJob) -> str:
    """Write the release of a job with its key and report, or say what stops it.

    What is lacking or behind of the checks is made first: the gate reads them.
    """
    risk.run(job)
    config: Config = current_app.extensions["palimpsest"]
    wanted = WantedRelease.from_json(job.arguments["wanted"])
    folder = downloads.prepare(config, job.id)
    with snapshot(db.engine) as session:
        project = session.get_one(Project, job.project_id)
        deletion = last_deletion(session, project.id)
        outcome, about = write_release(
            session,
            project,
            wanted,
            folder,
            opened_lexicon(config),
            at=utc_now(),
            on_progress=job.heartbeat,
        )
    result = result_of(outcome) | about
    if refusal := refusal_of(outcome, wanted):
        downloads.refuse(job, result, refusal)
    message = f"{counted(result['texts'], 'text')}."
    return downloads.publish(job, result, message, deletion=deletion)


def result_of(outcome: Outcome) -> dict[str, Any]:
    """Return what pages show of it: numbers, and no text of a document."""
    return {
        "texts": outcome.counts.texts,
        "accepted": len(outcome.accepted),
        "stopped": outcome.stopped,
        "listed": outcome.listed,
    }


def close(job: RunningJob) -> None:
    """Keep the release with its key and report, if there is one; what was attacked goes."""
    risk.close(job)
    if job.state is not JobState.DONE:
        downloads.remove(current_app.extensions["palimpsest"], [job.id])


HANDLER = JobHandler(run, close)
