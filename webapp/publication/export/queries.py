"""Queries of the export page."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from annotation.errors import RecordError
from annotation.hidden_words import Lexicon
from webapp.core.downloads import Exported
from webapp.core.records import Layers, NumberedRecords, confirmed_documents
from webapp.platform.models import Assignment, Document, JobKind, Project
from webapp.platform.models.states import FINAL_STATES
from webapp.publication.export.preparing import LeakError, Preparer
from webapp.publication.export.scan import LeakingDocument
from webapp.publication.export.wanted import Wanted


@dataclass(frozen=True, slots=True)
class SplitCount:
    """The documents of a split: how many there are, were submitted, were submitted by several."""

    split: str | None
    documents: int
    submitted: int
    multi: int


def count_splits(session: Session, project: Project) -> list[SplitCount]:
    """Count the documents of every split that is present."""
    submissions = (
        select(Assignment.document_id, func.count().label("number"))
        .where(Assignment.state.in_(FINAL_STATES))
        .group_by(Assignment.document_id)
        .subquery()
    )
    rows = session.execute(
        select(
            Document.dataset_type,
            func.count(),
            func.count(submissions.c.number),
            func.count().filter(submissions.c.number > 1),
        )
        .outerjoin(submissions, submissions.c.document_id == Document.id)
        .where(Document.project_id == project.id)
        .group_by(Document.dataset_type)
        .order_by(func.min(Document.position))
    )
    return [SplitCount(*row) for row in rows]


@dataclass(frozen=True, slots=True)
class DocumentLocation:
    """Where people find a document: its number, and the first submitted work on it, if any."""

    document_id: int
    number: int
    assignment_id: int | None


def find_documents(
    session: Session, project: Project, doc_ids: Collection[str]
) -> dict[str, DocumentLocation]:
    """Return where people find some documents, by doc_id."""
    rows = session.execute(
        select(Document.id, Document.doc_id, Document.position, func.min(Assignment.id))
        .outerjoin(
            Assignment,
            (Assignment.document_id == Document.id) & Assignment.state.in_(FINAL_STATES),
        )
        .where(Document.project_id == project.id, Document.doc_id.in_(doc_ids))
        .group_by(Document.id, Document.doc_id, Document.position)
    )
    return {name: DocumentLocation(key, position + 1, work) for key, name, position, work in rows}


@dataclass(frozen=True, slots=True)
class Export(Exported[Wanted]):
    """A dataset that was asked for, as pages show it."""

    KIND = JobKind.EXPORT
    HELD_BACK = "left_out"
    LISTED = "leaking"

    @staticmethod
    def _read(options: Mapping[str, Any]) -> Wanted:
        return Wanted.from_json(options)

    @property
    def options(self) -> Iterator[str]:
        """The options in words."""
        wanted = self.wanted
        yield wanted.work.label
        if wanted.split is not None:
            yield f"split {wanted.split or 'none'}"
        if wanted.layers_read is not Layers.ANNOTATORS:
            yield f"layers: {wanted.layers_read.label.lower()}"
        if wanted.multi_to_test:
            yield "by several in test"
        if wanted.without_originals:
            yield "without originals"
        elif wanted.with_pseudonyms:
            yield "annotators numbered"
        if wanted.fits_grammar:
            yield "fitted into sentences"
        if wanted.without_brackets:
            yield "no brackets"


def find_leaks(
    session: Session, project: Project, export: Export, lexicon: Lexicon
) -> list[LeakingDocument]:
    """Say what can be read by now in the first documents that an export held back."""
    leaks, preparer = [], Preparer(export.wanted, lexicon)
    confirmed = confirmed_documents(session, project)
    for each in NumberedRecords(
        session,
        project,
        states=export.wanted.work.states,
        approved_first=export.wanted.approved_first,
        ids=export.explained,
        layers=export.wanted.layers_read,
    ):
        if isinstance(each.found, RecordError):
            continue
        try:
            preparer.prepare(each.found, 1, may_be_unmasked=each.found.doc_id in confirmed)
        except LeakError as leak:
            leaks.append(LeakingDocument(each.document_id, leak.doc_id, leak.problems))
    return leaks
