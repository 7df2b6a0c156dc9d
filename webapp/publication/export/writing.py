"""Writing a dataset: what is wanted of a project, document by document, into a folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copyfileobj, rmtree
from typing import Self
from zipfile import ZipFile

from sqlalchemy.orm import Session

from annotation.errors import RecordError
from annotation.formats.exchange.cards import NAME as CARD
from annotation.formats.exchange.cards import write_card
from annotation.formats.exchange.entries import Writer
from annotation.formats.exchange.json_list import JsonListWriter
from annotation.formatting import shortened
from annotation.hidden_words import Lexicon
from annotation.records import Document
from annotation.writing import archived
from webapp.core.records import Confirmed, NumberedRecord, NumberedRecords, confirmed_documents
from webapp.platform.models import Project
from webapp.publication.export.counting import Tally
from webapp.publication.export.preparing import LeakError, Prepared, Preparer
from webapp.publication.export.scan import LISTED, Scan
from webapp.publication.export.wanted import Wanted

_DATASET = "dataset"
_LARGE = 1 << 31
"""From so many bytes on a member of an archive needs longer headers."""

OnProgress = Callable[[int, int, str], None]
"""Takes how many documents are done, how many there are, and what is being done."""


def _silent(_done: int, _total: int, _step: str) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a document could not be written; no text of it."""

    document_id: int
    number: int
    reason: str


@dataclass(slots=True)
class Outcome:
    """What came of the documents: written, held back, or faulty, of which the first are listed."""

    tally: Tally = field(default_factory=Tally)
    scan: Scan = field(default_factory=Scan)
    faulty: int = 0
    faults: list[Fault] = field(default_factory=list)

    def note(self, each: NumberedRecord, fault: RecordError) -> None:
        """Count a document that could not be written, and list it if there is room."""
        self.faulty += 1
        if len(self.faults) < LISTED:
            place = f"mention {fault.mention_id}: " if fault.mention_id else ""
            reason = shortened(f"{place}{fault.problem}")
            self.faults.append(Fault(each.document_id, each.number, reason))


class DatasetFolder:
    """A folder in which a dataset is written and made one file; open until the block ends."""

    def __init__(self, folder: Path, wanted: Wanted) -> None:
        self._folder, self._files = folder, folder / "files"
        self._files.mkdir()
        self._is_closed = False
        self._writer: Writer | JsonListWriter = (
            JsonListWriter(self._files)
            if wanted.format.record_format
            else wanted.format.open_writer(self._files)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if not self._is_closed:  # nothing of it is wanted, but its files are open
            self._writer.close("")

    def add(self, prepared: Prepared) -> None:
        """Write a document; raises RecordError, and then nothing of it is written."""
        if isinstance(self._writer, JsonListWriter):
            self._writer.add_record(prepared.record)
        elif prepared.entries:
            self._writer.add(prepared.entries)
        else:
            raise RecordError("nothing is marked or chosen in it")

    def finish(self, card: str) -> Path:
        """Return the one file that the dataset is: an archive, if the format needs several.

        The card lies in the archive, and beside the file.
        """
        self._is_closed = True
        self._writer.close(card)
        write_card(self._folder, card)
        files = [path for path in sorted(self._files.rglob("*")) if path.is_file()]
        if len(files) == 1:
            return files[0].rename(self._folder / f"{_DATASET}{files[0].suffix}")
        if CARD not in (path.relative_to(self._files).as_posix() for path in files):
            write_card(self._files, card)
            files = sorted([*files, self._files / CARD])
        return self._packed(files)

    def _packed(self, files: Sequence[Path]) -> Path:
        packed = self._folder / f"{_DATASET}.zip"
        with ZipFile(packed, "w") as archive:
            for path in files:
                member = archived(path.relative_to(self._files).as_posix())
                is_large = path.stat().st_size >= _LARGE
                with (
                    archive.open(member, "w", force_zip64=is_large) as target,
                    path.open("rb") as source,
                ):
                    copyfileobj(source, target)
        rmtree(self._files)
        return packed


def write_documents(
    session: Session,
    project: Project,
    wanted: Wanted,
    target: DatasetFolder,
    lexicon: Lexicon,
    *,
    on_progress: OnProgress = _silent,
) -> Outcome:
    """Write the wanted documents, less those in which something is found, and the faulty ones.

    The caller hands nothing out before it has read what the scan says.
    """
    outcome, preparer = Outcome(), Preparer(wanted, lexicon)
    confirmed = confirmed_documents(session, project)
    documents = NumberedRecords(
        session,
        project,
        states=wanted.work.states,
        approved_first=wanted.approved_first,
        split=wanted.split,
        multi_to_test=wanted.multi_to_test,
        layers=wanted.layers_read,
    )
    for done, each in enumerate(documents):
        on_progress(done, len(documents), "Writing the documents")
        try:
            if isinstance(each.found, RecordError):
                raise each.found
            confirmation = confirmed.get(each.found.doc_id) if wanted.without_originals else None
            _write_one(each.found, target, preparer, outcome, confirmation)
        except LeakError as leak:
            outcome.scan.hold_back(each.document_id, leak.doc_id, leak.problems)
        except RecordError as fault:
            outcome.note(each, fault)
    return outcome


def _write_one(
    document: Document,
    target: DatasetFolder,
    preparer: Preparer,
    outcome: Outcome,
    confirmation: Confirmed | None,
) -> None:
    """Write a document and count it; raises RecordError, LeakError."""
    number = outcome.tally.documents + 1
    prepared = preparer.prepare(document, number, may_be_unmasked=confirmation is not None)
    target.add(prepared)
    outcome.tally.count(prepared)
    outcome.scan.let_out(confirmation)
