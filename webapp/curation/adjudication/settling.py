"""Closing a document whose rows are all decided, and opening it again."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete
from sqlalchemy.orm import Session

from annotation.formatting import counted
from webapp.curation.adjudication.applying import add_verdicts
from webapp.curation.adjudication.deciding import check_open, record
from webapp.curation.adjudication.loading import AdjudicatedDocument
from webapp.curation.adjudication.permissions import check_may_settle
from webapp.platform.database import refusing_a_twin
from webapp.platform.errors import ConflictError, DomainError
from webapp.platform.models import Adjudication, EventKind, User


class UndecidedError(DomainError):
    """Something is open in a document that somebody wants to settle."""


def settle(session: Session, document: AdjudicatedDocument, *, person: User, at: datetime) -> None:
    """Close a document: where all annotators agree, that is taken; its gold layer goes out.

    Raises UndecidedError where rows are open or lack a note, ConflictError if somebody was faster.
    """
    check_open(session, document, person)
    if problems := _problems(document):
        raise UndecidedError(" ".join(problems))
    agreed = [
        (document, row, next(iter(row.row.readings)))
        for row in document.agreed
        if row.verdict is None
    ]
    with refusing_a_twin(session, ConflictError("Somebody else settled this document meanwhile.")):
        session.add(
            Adjudication(document_id=document.document.id, adjudicator_id=person.id, settled_at=at)
        )
        if agreed:
            by = {"strategy_id": None, "adjudicator_id": person.id, "decided_at": at}
            add_verdicts(session, agreed, **by)
    record(session, EventKind.DOCUMENT_SETTLED, document, person=person, at=at)


def reopen(session: Session, document: AdjudicatedDocument, *, person: User, at: datetime) -> None:
    """Open a settled document; what was decided stays."""
    check_may_settle(session, document.document, person)
    if document.settled is None:
        return
    session.execute(delete(Adjudication).where(Adjudication.document_id == document.document.id))
    record(session, EventKind.DOCUMENT_UNSETTLED, document, person=person, at=at)


def _problems(document: AdjudicatedDocument) -> list[str]:
    open_rows = document.open_rows
    unexplained = [row for row in document.rows if row.needs_note]
    problems = []
    if open_rows:
        problems.append(f"{counted(len(open_rows), 'span')} still to be decided.")
    if unexplained:
        numbers = ", ".join(str(row.number) for row in unexplained)
        problems.append(f"Say why you go against the majority: span {numbers}.")
    return problems
