"""Computing statistics in the worker, which draws their pictures and stores both for the page."""

from __future__ import annotations

from annotation.formatting import counted
from webapp.core.jobs.reports import OUTDATED, last_deletion, store
from webapp.core.jobs.running import RunningJob
from webapp.core.jobs.tasks import JobHandler
from webapp.insight.statistics.computing import fingerprint_of
from webapp.insight.statistics.drawing import drawn
from webapp.insight.statistics.report import Report, compute_report
from webapp.platform.extensions import db
from webapp.platform.models import Project, StatisticsSnapshot, utc_now


def run(job: RunningJob) -> str:
    """Compute a project's statistics, in the place of the last ones."""
    session = db.session()
    project = session.get_one(Project, job.project_id)
    deletion = last_deletion(session, project.id)
    # First the fingerprint: what is done while we count makes the figures stale, not wrong.
    at = utc_now()
    fingerprint = fingerprint_of(session, project, at=at)
    report = compute_report(session, project, at=at, on_document=job.heartbeat)
    drawing = Report(report.summary, tuple(map(drawn, report.tables)))
    session.rollback()
    snapshot = StatisticsSnapshot(
        project_id=job.project_id,
        fingerprint=fingerprint,
        report=drawing.to_json(),
        computed_at=at,
    )
    if not store(session, snapshot, deletion=deletion):
        return OUTDATED
    return f"Made {counted(len(report.tables), 'table')}."


HANDLER = JobHandler(run)
