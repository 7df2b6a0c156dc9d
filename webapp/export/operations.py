"""Exporting a project: what is wanted, piece by piece, and who asked for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import IO

from sqlalchemy.orm import Session

from annotation.formats import Format, iter_json_list, to_json
from annotation.hidden_words import Lexicon
from annotation.records import Document, Json
from annotation.rendering import as_chosen, generalized_text_of
from annotation.sanitizing import Sanitizer
from ontology.rules.grammar import fit
from webapp import audit
from webapp.models import EventKind, Project, User
from webapp.records import Confirmed, confirmed_documents, iter_records

LISTED = 100
"""So many documents with findings, or without spans, are listed; the others are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The options of an export."""

    format: Format = Format.WIKIREPLACE
    split: str | None = None
    """One `dataset_type`, "" for the documents without any; None for all."""
    only_final: bool = True
    """Submitted and reviewed work alone."""
    multi_to_test: bool = False
    """Whether documents that several annotators submitted go to the test split."""
    without_originals: bool = False
    """Whether sanitized records are wanted, whatever the format; see annotation.sanitizing."""
    skip_leaking: bool = False
    """Whether sanitized documents in which the scan finds something are left out."""
    fits_grammar: bool = False
    """Whether `generalized_text` is fitted into its sentences; bare choices are WikiReplace's."""


@dataclass(frozen=True, slots=True)
class LeakingDocument:
    """A document whose sanitized record must not be handed out, and why."""

    doc_id: str
    problems: tuple[str, ...]


@dataclass(slots=True)
class Scan:
    """What came of sanitizing: how many documents may go out, how many not, the first of these.

    `unmasked` are those that go out without a span hidden, because people confirmed that they may.
    """

    clean: int = 0
    leaking: int = 0
    listed: list[LeakingDocument] = field(default_factory=list)
    unmasked: list[Confirmed] = field(default_factory=list)


def record_export(
    session: Session,
    project: Project,
    wanted: Wanted,
    *,
    person: User | None,
    at: datetime,
    left_out: int = 0,
) -> None:
    """Note in the audit trail who takes what out of the project."""
    details = asdict(wanted) | {"left_out": left_out}
    audit.record(session, EventKind.EXPORTED, at=at, actor=person, project=project, **details)


def iter_export(session: Session, project: Project, wanted: Wanted) -> Iterator[str]:
    """Yield the pieces of a JSON list of the wanted documents, originals and all."""
    documents = _wanted_documents(session, project, wanted)
    if wanted.fits_grammar:
        documents = map(_fitted, documents)
    yield from iter_json_list(to_json(document, wanted.format) for document in documents)


def is_empty(session: Session, project: Project, wanted: Wanted) -> bool:
    """Tell whether an export would hold no document."""
    return next(_wanted_documents(session, project, wanted), None) is None


def write_sanitized(
    session: Session, project: Project, wanted: Wanted, stream: IO[bytes], lexicon: Lexicon
) -> Scan:
    """Write the wanted documents without originals, less those in which something is found.

    The caller hands nothing out before it has read what the scan says.
    """
    scan = Scan()
    for piece in iter_json_list(_iter_sanitized(session, project, wanted, lexicon, scan)):
        stream.write(piece.encode())
    return scan


def _iter_sanitized(
    session: Session, project: Project, wanted: Wanted, lexicon: Lexicon, scan: Scan
) -> Iterator[Json]:
    sanitizer = Sanitizer(lexicon, fit if wanted.fits_grammar else as_chosen)
    confirmed = confirmed_documents(session, project)
    for document in _wanted_documents(session, project, wanted):
        confirmation = confirmed.get(document.doc_id)
        sanitized = sanitizer.sanitize(
            document, scan.clean + 1, may_be_unmasked=confirmation is not None
        )
        if sanitized.problems:
            scan.leaking += 1
            if len(scan.listed) < LISTED:
                scan.listed.append(LeakingDocument(document.doc_id, sanitized.problems))
        else:
            scan.clean += 1
            if confirmation:
                scan.unmasked.append(confirmation)
            yield sanitized.record


def _wanted_documents(session: Session, project: Project, wanted: Wanted) -> Iterator[Document]:
    return iter_records(
        session,
        project,
        only_final=wanted.only_final,
        split=wanted.split,
        multi_to_test=wanted.multi_to_test,
    )


def _fitted(document: Document) -> Document:
    """Fit the choices into their sentences; a text that came from elsewhere stays as it came."""
    if document.generalized_text is None or document.generalized_text != generalized_text_of(
        document
    ):
        return document
    return replace(document, generalized_text=generalized_text_of(document, fit))
