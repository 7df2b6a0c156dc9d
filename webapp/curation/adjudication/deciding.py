"""Verdicts on single rows: given, taken back, explained. What annotators did is never changed."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, delete, update
from sqlalchemy.orm import Session

from annotation.adjudication import Reading
from webapp.core import audit
from webapp.core.work.comments import checked_comment
from webapp.core.work.mentions import LONGEST_WRITTEN
from webapp.curation.adjudication.loading import AdjudicatedDocument, AdjudicatedRow
from webapp.curation.adjudication.permissions import check_may_settle
from webapp.platform.database import refusing_a_twin
from webapp.platform.errors import ConflictError, DomainError
from webapp.platform.models import EventKind, User, Verdict


class RowConflictError(ConflictError):
    """Somebody else decided on the row since the page was loaded."""

    def __init__(self) -> None:
        super().__init__("Somebody else decided on this span meanwhile: this is what stands now.")


class AloneError(DomainError):
    """Fewer than two annotators have submitted the document, or have now."""

    def __init__(self) -> None:
        super().__init__("There is nothing to settle: fewer than two annotators submitted this.")


class SettledError(DomainError):
    """The document is settled: it has to be re-opened first."""

    def __init__(self) -> None:
        super().__init__("This document is settled: re-open it to decide otherwise.")


def decide(
    session: Session,
    document: AdjudicatedDocument,
    row: AdjudicatedRow,
    reading: Reading,
    *,
    seen: str,
    is_first: bool,
    person: User,
    at: datetime,
) -> None:
    """Settle a row; `seen` is the verdict that the page showed.

    `is_first` says that it did not show who chose what. What is settled so already stays as it is.
    Raises RowConflictError, SettledError, and DomainError for a reading that the row can't have.
    """
    check_open(session, document, person)
    if row.reading == reading and not row.has_changed:
        return
    _check_seen(row, seen)
    _check_reading(document, row, reading)
    for old in row.superseded:
        session.delete(old)
    facts = {
        "parts": [part.to_json() for part in reading],
        "readings": row.row.digest,
        "note": row.verdict.note if row.verdict and row.reading == reading else "",
        "was_first": is_first,
        "strategy_id": None,
        "adjudicator_id": person.id,
        "decided_at": at,
    }
    _store(session, document, row, facts)
    record(session, EventKind.ADJUDICATED, document, person=person, at=at, row=row.place)


def take_back(
    session: Session,
    document: AdjudicatedDocument,
    row: AdjudicatedRow,
    *,
    seen: str,
    person: User,
    at: datetime,
) -> None:
    """Let a row be open again; raises RowConflictError, SettledError."""
    check_open(session, document, person)
    if row.verdict is None:
        return
    _check_seen(row, seen)
    if session.execute(delete(Verdict).where(*_as_known(row.verdict))).rowcount == 0:  # type: ignore[attr-defined] # a DELETE has it
        raise RowConflictError
    record(session, EventKind.VERDICT_TAKEN_BACK, document, person=person, at=at, row=row.place)


def explain(
    session: Session,
    document: AdjudicatedDocument,
    row: AdjudicatedRow,
    note: str,
    *,
    seen: str,
    person: User,
    at: datetime,
) -> None:
    """Say why a row was settled so; raises RowConflictError, SettledError, CommentError."""
    check_open(session, document, person)
    if row.verdict is None:
        raise DomainError("Nothing is settled for this span: there is nothing to explain.")
    _check_seen(row, seen)
    _change(session, row.verdict, {"note": checked_comment(note), "decided_at": at})


def check_open(session: Session, document: AdjudicatedDocument, person: User) -> None:
    """Raise where the person may not settle the document, or it is settled, or by one alone."""
    check_may_settle(session, document.document, person)
    if not document.is_by_several:
        raise AloneError
    if document.settled is not None:
        raise SettledError


def record(
    session: Session,
    kind: EventKind,
    document: AdjudicatedDocument,
    *,
    person: User,
    at: datetime,
    **details: object,
) -> None:
    """Note in the audit trail what was done to a document, in numbers."""
    audit.record(
        session,
        kind,
        at=at,
        actor=person,
        project=document.project,
        assignment=None,
        document=document.document,
        **details,
    )


def _check_seen(row: AdjudicatedRow, seen: str) -> None:
    if row.seen != seen:
        raise RowConflictError


def _check_reading(document: AdjudicatedDocument, row: AdjudicatedRow, reading: Reading) -> None:
    if reading in row.row.readings and row.row.is_complete(reading):
        return
    chooses = document.project.kind.chooses
    for part in reading:
        if not row.row.start <= part.start < part.end <= row.row.end:
            raise DomainError("A verdict hides something within the words that it is about.")
        original = document.document.text[part.start : part.end]
        if chooses and part.text not in {original, *row.row.candidates}:
            _check_written(part.text or "")


def _check_written(text: str) -> None:
    if not 0 < len(text) <= LONGEST_WRITTEN or not text.isprintable():
        raise DomainError(
            f"Say in 1 to {LONGEST_WRITTEN} printable characters what goes out in its place."
        )


def _store(
    session: Session, document: AdjudicatedDocument, row: AdjudicatedRow, facts: dict[str, object]
) -> None:
    """Store a verdict in the place of the one that is known; raises RowConflictError."""
    if row.verdict is not None:
        _change(session, row.verdict, facts)
        return
    borders = {"start_offset": row.row.start, "end_offset": row.row.end}
    with refusing_a_twin(session, RowConflictError()):
        session.add(Verdict(document_id=document.document.id, **borders, **facts))


def _change(session: Session, verdict: Verdict, facts: dict[str, object]) -> None:
    """Change a verdict, unless somebody was a moment faster; raises RowConflictError."""
    changed = update(Verdict).where(*_as_known(verdict)).values(facts)
    if session.execute(changed).rowcount == 0:  # type: ignore[attr-defined] # an UPDATE has it
        raise RowConflictError


def _as_known(verdict: Verdict) -> tuple[ColumnElement[bool], ...]:
    """Return the condition of a verdict as long as nobody has changed it since it was read."""
    return Verdict.id == verdict.id, Verdict.decided_at == verdict.decided_at
