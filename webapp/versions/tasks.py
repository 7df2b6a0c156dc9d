"""Training what suggests replacements, on the choices that were submitted."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.orm import Session

from selection import exchange
from selection.catalogue import DEFAULT
from webapp.core.jobs.running import RunningJob
from webapp.platform.config import Config
from webapp.platform.models import Project, Purpose
from webapp.versions.examples import iter_submitted
from webapp.versions.training import Training


def _write_snapshot(session: Session, project: Project, path: Path) -> int:
    return exchange.write_documents(path, iter_submitted(session, project.id))


def _foundation(job: RunningJob, config: Config) -> list[str]:
    family = job.arguments.get("family") or DEFAULT
    return ["--family", family, "--ontology", str(config.ontology)]


HANDLER = Training(Purpose.REPLACEMENTS, "selection", _write_snapshot, _foundation).handler
