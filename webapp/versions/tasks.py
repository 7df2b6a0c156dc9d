"""Training what suggests replacements, on the choices that were submitted."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.orm import Session

from selection import exchange
from selection.catalogue import DEFAULT
from webapp.config import Config
from webapp.jobs.running import RunningJob
from webapp.models import Project, Purpose
from webapp.versions.examples import iter_submitted
from webapp.versions.training import Training


def _write_snapshot(session: Session, project: Project, path: Path) -> int:
    return exchange.write_documents(path, iter_submitted(session, project.id))


def _family(job: RunningJob, _config: Config) -> list[str]:
    return ["--family", job.arguments.get("family") or DEFAULT]


HANDLER = Training(Purpose.REPLACEMENTS, "selection", _write_snapshot, _family).handler
