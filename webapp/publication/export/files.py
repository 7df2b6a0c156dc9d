"""Anonymized files of a project's documents: what is wanted, what comes of it, who took it.

The choices are the gold layer's where a document is adjudicated; else those of approved work, where
there is none those of submitted work, as `annotation.deciding` decides; or one annotator's. File
names hold numbers alone: the name of a document or project may name somebody.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import IO
from zipfile import ZipFile

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from annotation import records
from annotation.hidden_words import Lexicon
from annotation.overlaying import as_marked_by
from annotation.writing import (
    Form,
    WritingError,
    archived,
    chosen_by,
    written,
)
from palimpsest.outgoing import Outgoing
from webapp.core import audit
from webapp.core.anonymizing import outgoing_of
from webapp.core.records import Layers, confirmed_documents, in_batches, load_record, load_records
from webapp.platform.errors import DomainError
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Document,
    DocumentFile,
    EventKind,
    Project,
    ProjectKind,
    User,
)
from webapp.platform.models.states import FINAL_STATES
from webapp.publication.export.scan import Scan

AS_IT_CAME = "same"
"""In place of a form: Word files stay Word files, others become text."""
ARCHIVE = "anonymized.zip"


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedFiles:
    """Which documents go out, and as what."""

    form: Form | None = None
    """None for each as it came."""
    only_reviewed: bool = False
    """Whether documents with submitted work that nobody has approved stay behind."""
    without_brackets: bool = False
    skip_leaking: bool = False
    """Whether documents in which something is found are left out."""


@dataclass(frozen=True, slots=True)
class AnonymizedFile:
    """A file to be handed out."""

    name: str
    form: Form
    content: bytes


class NotYetError(DomainError):
    """There is no submitted work to make a file of."""

    def __init__(self) -> None:
        super().__init__("Nobody has submitted this document: there is no anonymized file of it.")


class HeldBackError(DomainError):
    """A file would leak what should be hidden; `problems` name it."""

    title = "This file would tell too much"

    def __init__(self, problems: tuple[str, ...]) -> None:
        self.problems = problems
        super().__init__("; ".join(problems))


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes files of records of one project."""

    session: Session
    wanted: WantedFiles
    outgoing: Outgoing

    def make(
        self, record: records.Document, document_id: int, number: int, *, may_be_unmasked: bool
    ) -> AnonymizedFile:
        """Make the file of a record; raises HeldBackError."""
        anonymized = self.outgoing.anonymize(
            self.outgoing.decided(record),
            may_be_unmasked=may_be_unmasked,
            has_brackets=not self.wanted.without_brackets,
        )
        if anonymized.problems:
            raise HeldBackError(anonymized.problems)
        wanted = self.wanted.form
        original = self._original(document_id) if wanted in {None, Form.DOCX} else None
        form = wanted or (Form.TEXT if original is None else Form.DOCX)
        try:
            content = written(anonymized, form, original)
        except WritingError as error:
            raise HeldBackError((str(error),)) from error
        return AnonymizedFile(f"document-{number}.{form.value}", form, content)

    def _original(self, document_id: int) -> bytes | None:
        wanted = select(DocumentFile.content).where(DocumentFile.document_id == document_id)
        return self.session.scalar(wanted)


def write_files(
    session: Session, project: Project, wanted: WantedFiles, stream: IO[bytes], lexicon: Lexicon
) -> Scan:
    """Write the wanted documents into a ZIP archive, less those in which something is found.

    The same archive comes of the same choices. The caller hands nothing out before it has read what
    the scan says.
    """
    scan = Scan()
    with ZipFile(stream, "w") as archive:
        for file in _iter_files(session, project, wanted, lexicon, scan):
            archive.writestr(archived(file.name), file.content)
    return scan


def _iter_files(
    session: Session, project: Project, wanted: WantedFiles, lexicon: Lexicon, scan: Scan
) -> Iterator[AnonymizedFile]:
    maker = _Maker(session, wanted, outgoing_of(project, lexicon))
    confirmed = confirmed_documents(session, project)
    submitted = submitted_records(session, project, only_reviewed=wanted.only_reviewed)
    for document_id, number, record in submitted:
        confirmation = confirmed.get(record.doc_id)
        try:
            file = maker.make(record, document_id, number, may_be_unmasked=confirmation is not None)
        except HeldBackError as error:
            scan.hold_back(document_id, record.doc_id, error.problems)
        else:
            scan.let_out(confirmation)
            yield file


def submitted_records(
    session: Session,
    project: Project,
    *,
    only_reviewed: bool,
    ids: Collection[int] | None = None,
) -> Iterator[tuple[int, int, records.Document]]:
    """Yield the documents with submitted work, with ids and numbers, holding one batch at a time.

    `only_reviewed` leaves out those with submitted work that nobody has approved; `ids` keeps these
    alone.
    """
    work = exists().where(Assignment.document_id == Document.id)
    chosen = select(Document.id, Document.position).where(
        Document.project_id == project.id, work.where(Assignment.state.in_(FINAL_STATES))
    )
    if ids is not None:
        chosen = chosen.where(Document.id.in_(ids))
    if only_reviewed:
        chosen = chosen.where(~work.where(Assignment.state == AssignmentState.SUBMITTED))
    rows = session.execute(chosen.order_by(Document.position, Document.id)).all()
    for part in in_batches(rows):
        found: Mapping[int, records.Document] = load_records(
            session,
            [row.id for row in part],
            only_final=True,
            approved_first=True,
            layers=Layers.OUTGOING,
        )
        for row in part:
            if row.id in found:
                yield row.id, row.position + 1, found[row.id]


def make_file(
    session: Session, project: Project, document: Document, wanted: WantedFiles, lexicon: Lexicon
) -> AnonymizedFile:
    """Make the file of one document; raises NotYetError, HeldBackError."""
    record = load_record(
        session, document.id, only_final=True, approved_first=True, layers=Layers.OUTGOING
    )
    if record is None:
        raise NotYetError
    maker = _Maker(session, wanted, outgoing_of(project, lexicon))
    may_be_unmasked = record.doc_id in confirmed_documents(session, project)
    return maker.make(record, document.id, document.number, may_be_unmasked=may_be_unmasked)


def make_own_file(
    session: Session, assignment: Assignment, wanted: WantedFiles, lexicon: Lexicon
) -> AnonymizedFile:
    """Make the file of one annotator's submitted work; raises NotYetError, HeldBackError."""
    document = assignment.document
    record = load_record(session, document.id, only_final=True)
    if record is None or not assignment.state.is_final:
        raise NotYetError
    project = session.get_one(Project, document.project_id)
    maker = _Maker(session, wanted, outgoing_of(project, lexicon))
    annotator = assignment.annotator.name
    own = _of_one(record, annotator, project.kind)
    may_be_unmasked = assignment.nothing_to_hide_at is not None
    return maker.make(own, document.id, document.number, may_be_unmasked=may_be_unmasked)


def _of_one(record: records.Document, annotator: str, kind: ProjectKind) -> records.Document:
    if kind.chooses:
        return chosen_by(as_marked_by(record, annotator), annotator)
    own_layers = (layer for layer in record.layers if layer.name == annotator)
    return replace(record, layers=tuple(own_layers))


def record_files(
    session: Session,
    project: Project,
    wanted: WantedFiles,
    *,
    person: User | None,
    at: datetime,
    document: Document | None = None,
    left_out: int = 0,
) -> None:
    """Note in the audit trail who takes which files out of the project: all, or one document's."""
    details = asdict(wanted) | {"form": wanted.form or AS_IT_CAME, "left_out": left_out}
    audit.record(
        session,
        EventKind.EXPORTED,
        at=at,
        actor=person,
        project=project,
        document=document,
        files=details,
    )
