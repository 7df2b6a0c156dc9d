"""Computing agreement in the worker, which stores the report for the page."""

from __future__ import annotations

from annotation.formatting import counted
from webapp.core.jobs.reports import OUTDATED, last_deletion, store
from webapp.core.jobs.running import RunningJob
from webapp.core.jobs.tasks import JobHandler
from webapp.insight.agreement.computing import (
    compute_layer_report,
    compute_report,
    compute_report_with_model,
    fingerprint_of,
)
from webapp.insight.agreement.stored import MARKS, WITH_MODEL
from webapp.platform.extensions import db
from webapp.platform.models import AgreementSnapshot, Project, utc_now


def run(job: RunningJob) -> str:
    """Compute a project's reports, without and with the model, in the place of the last ones."""
    session = db.session()
    project = session.get_one(Project, job.project_id)
    deletion = last_deletion(session, project.id)
    # First the fingerprint: what is submitted while we compute makes the report stale, not wrong.
    fingerprint = fingerprint_of(session, project)
    report = compute_report(session, project)
    with_model = compute_report_with_model(session, project)
    marks = compute_layer_report(session, project)
    besides = {
        WITH_MODEL: with_model.to_json() if with_model else None,
        MARKS: marks.to_json() if marks else None,
    }
    session.rollback()
    snapshot = AgreementSnapshot(
        project_id=job.project_id,
        fingerprint=fingerprint,
        report=report.to_json() | besides,
        computed_at=utc_now(),
    )
    if not store(session, snapshot, deletion=deletion):
        return OUTDATED
    mentions, annotators = report.levels.overall.items, len(report.annotators)
    return f"Compared {counted(mentions, 'mention')} of {counted(annotators, 'annotator')}."


HANDLER = JobHandler(run)
