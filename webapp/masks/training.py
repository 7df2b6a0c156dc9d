"""Training what suggests masks, on the documents that people marked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from sqlalchemy.orm import Session

from annotation.overlaying import SUGGESTIONS, layers_of_each
from annotation.records import Document
from masking import snapshots
from webapp.core.jobs.running import RunningJob
from webapp.core.records import iter_records
from webapp.platform.config import Config
from webapp.platform.models import Project, ProjectKind, Purpose
from webapp.versions.training import Training


def iter_marked(session: Session, project: Project) -> Iterator[Document]:
    """Yield the documents of a project with the layers that people made.

    A layer of suggestions that nobody corrected is left out: nothing is learnt from oneself. Where
    annotators correct shared spans, these are suggestions until somebody has submitted them.
    """
    for document in iter_records(session, project, only_final=project.kind.marks):
        is_overlaid = project.kind is ProjectKind.ONE_PASS
        marked = layers_of_each(document) if is_overlaid else document.layers
        layers = tuple(layer for layer in marked if is_overlaid or layer.name != SUGGESTIONS)
        if layers:
            yield replace(document, layers=layers)


def _write_snapshot(session: Session, project: Project, path: Path) -> int:
    return snapshots.write_documents(path, iter_marked(session, project))


def _foundation(_job: RunningJob, config: Config) -> list[str]:
    pipeline = ["--pipeline", config.pipeline] if config.pipeline else []
    return [*pipeline, "--ontology", str(config.ontology)]


HANDLER = Training(Purpose.MASKS, "masking", _write_snapshot, _foundation).handler
