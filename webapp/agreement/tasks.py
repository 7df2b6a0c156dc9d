"""Computing agreement in the worker, which keeps it for the page."""

from __future__ import annotations

from webapp.agreement.computing import compute_report, fingerprint_of
from webapp.extensions import db
from webapp.jobs.running import RunningJob
from webapp.jobs.tasks import JobHandler
from webapp.models import AgreementSnapshot, Project, utc_now


def run(job: RunningJob) -> str:
    """Compute a project's report and put it in the place of the last one."""
    session = db.session()
    project = session.get_one(Project, job.project_id)
    # First the fingerprint: what is submitted while we compute makes the figures stale, not wrong.
    fingerprint = fingerprint_of(session, project)
    report = compute_report(session, project)
    session.rollback()
    session.merge(
        AgreementSnapshot(
            project_id=job.project_id,
            fingerprint=fingerprint,
            report=report.to_json(),
            computed_at=utc_now(),
        )
    )
    session.commit()
    mentions, annotators = report.levels.overall.items, len(report.annotators)
    return f"Compared {mentions} mentions of {annotators} annotators."


HANDLER = JobHandler(run)
