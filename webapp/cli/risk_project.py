"""Assessing the submitted documents of a project, as the gate of releases sees them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy.orm import Session

from webapp.cli.risk_reports import Assessed
from webapp.cli.running import run_now
from webapp.core.jobs.runner import tidy_interrupted
from webapp.platform.config import Config
from webapp.platform.models import Job, JobKind, Project, RiskCheck, utc_now
from webapp.publication.release.gating import Gate, GatedDocument
from webapp.publication.release.wanted import WantedRelease
from webapp.replacements.opening import opened_lexicon

UNCHECKED: dict[str, Any] = {
    "k": {"project": None, "people": None},
    "attacks": [],
    "gives_away": [],
    "mentions": [],
    "kept": None,
}
"""The report of a document that can't be checked yet: the gate says why."""


def renew_checks(session: Session, project: Project) -> None:
    """Bring the checks of a project up to date; raises DomainError where that fails."""
    tidy_interrupted()
    job = Job(project_id=project.id, kind=JobKind.RISK, created_at=utc_now())
    run_now(session, job, project.name)


def assess_project(session: Session, config: Config, project: Project) -> Iterator[Assessed]:
    """Yield what is known of each submitted document, whose checks are up to date."""
    gate = Gate(session, project, WantedRelease(), opened_lexicon(config))
    for document in gate.documents():
        yield _assessed(session, document)


def _assessed(session: Session, document: GatedDocument) -> Assessed:
    stored = session.get(RiskCheck, document.document_id)
    is_current = stored is not None and stored.text_digest == document.text_digest
    return Assessed(
        doc_id=document.decided.doc_id,
        report=stored.report if stored is not None and is_current else UNCHECKED,
        leaks=document.anonymized.leaks,
        spans={each.mention_id: each for each in document.decided.iter_mentions()},
        stops=document.gated.open,
    )
