"""Queries of the pages of an import."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import abort
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webapp.core.records import is_unmasked
from webapp.intake.imports.operations import is_staged_by
from webapp.platform.models import Document, Job

BEGINNING = 400
"""Characters of a text that a list of texts shows."""


@dataclass(frozen=True, slots=True)
class StagedText:
    """A text that waits to be looked at: how it is called, how it begins, how long it is."""

    id: int
    doc_id: str
    beginning: str
    characters: int

    @property
    def has_more(self) -> bool:
        """Whether the text goes on."""
        return self.characters > len(self.beginning)


def staged_texts(session: Session, job: Job) -> Sequence[StagedText]:
    """Return the texts that an import shows before it takes place, in the order of the file."""
    texts = select(
        Document.id,
        Document.doc_id,
        func.substr(Document.text, 1, BEGINNING),
        func.length(Document.text),
    )
    rows = session.execute(texts.where(*is_staged_by(job.id)).order_by(Document.position))
    return [StagedText(*row) for row in rows]


def still_unmasked(session: Session, jobs: Sequence[Job]) -> dict[int, int]:
    """Count by import the documents in which no span is hidden by now, where there are any.

    Only imports that had some are looked through.
    """
    such = [job.id for job in jobs if job.arguments.get("unmasked")]
    if not such:
        return {}
    rows = session.execute(
        select(Document.import_id, func.count())
        .where(
            Document.import_id.in_(such),
            Document.project_id.is_not(None),
            is_unmasked(),
        )
        .group_by(Document.import_id)
    )
    return {job_id: number for job_id, number in rows if job_id is not None}


def staged_or_404(session: Session, job: Job, document_id: int) -> Document:
    """Load a staged document of an import, or 404."""
    document = session.scalar(
        select(Document).where(Document.id == document_id, *is_staged_by(job.id))
    )
    if document is None:
        abort(404)
    return document
