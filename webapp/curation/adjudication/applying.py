"""Strategies: how many open rows they would settle, applying them, and taking that back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, exists, func, select, update
from sqlalchemy.orm import Session, joinedload

from annotation.adjudication import Reading, Strategy
from webapp.core import audit
from webapp.curation.adjudication.deciding import check_open
from webapp.curation.adjudication.loading import AdjudicatedDocument, AdjudicatedRow
from webapp.platform.database import refusing_a_twin
from webapp.platform.errors import ConflictError, DomainError
from webapp.platform.models import (
    Adjudication,
    AppliedStrategy,
    Document,
    EventKind,
    Project,
    User,
    Verdict,
    table_of,
)


@dataclass(frozen=True, slots=True)
class Effect:
    """What a strategy would do: rows that it would settle, of those that nobody has settled."""

    strategy: Strategy
    settles: int
    unsettled: int


def effect_of(strategy: Strategy, documents: Sequence[AdjudicatedDocument]) -> Effect:
    """Count what a strategy would settle, before it does."""
    unsettled = sum(row.verdict is None for each in documents for row in each.rows)
    return Effect(strategy, sum(1 for _ in _settled_by(strategy, documents)), unsettled)


def apply(
    session: Session,
    project: Project,
    strategy: Strategy,
    documents: Sequence[AdjudicatedDocument],
    *,
    is_of_one: bool,
    person: User,
    at: datetime,
) -> AppliedStrategy:
    """Settle the rows that nobody has settled and the strategy does; decisions stay as they are.

    Several documents are some of those that wait and that the person may settle. Raises DomainError
    where there are no such rows, or the person may not settle the one document, ConflictError where
    somebody decided on one of the rows meanwhile.
    """
    if is_of_one:
        check_open(session, documents[0], person)
    found = list(_settled_by(strategy, documents))
    if not found:
        raise DomainError("This strategy settles none of the spans that are open.")
    applied = AppliedStrategy(
        project_id=project.id,
        document_id=documents[0].document.id if is_of_one else None,
        rule=strategy.rule,
        votes=strategy.votes,
        share=strategy.share,
        annotator_id=_annotator_id(session, strategy),
        person_id=person.id,
        applied_at=at,
        settled=len(found),
    )
    with refusing_a_twin(session, ConflictError("Somebody decided on a span meanwhile.")):
        session.add(applied)
        session.flush()
        by = {"strategy_id": applied.id, "adjudicator_id": person.id, "decided_at": at}
        add_verdicts(session, found, **by)
    _record_use(session, project, applied, documents[0].document if is_of_one else None, person)
    return applied


def _record_use(
    session: Session,
    project: Project,
    applied: AppliedStrategy,
    document: Document | None,
    person: User,
) -> None:
    audit.record(
        session,
        EventKind.STRATEGY_APPLIED,
        at=applied.applied_at,
        actor=person,
        project=project,
        document=document,
        rule=applied.rule,
        settled=applied.settled,
    )


def add_verdicts(
    session: Session,
    found: Sequence[tuple[AdjudicatedDocument, AdjudicatedRow, Reading]],
    **by: object,
) -> None:
    """Store verdicts on rows without any; older ones on parts of these rows go."""
    superseded = [verdict.id for _, row, _ in found for verdict in row.superseded]
    if superseded:
        session.execute(delete(Verdict).where(Verdict.id.in_(superseded)))
    session.execute(
        table_of(Verdict).insert(),
        [
            {
                "document_id": document.document.id,
                "start_offset": row.row.start,
                "end_offset": row.row.end,
                "parts": [part.to_json() for part in reading],
                "readings": row.row.digest,
                "note": "",
                "was_first": False,
                **by,
            }
            for document, row, reading in found
        ],
    )


def undo(
    session: Session, project: Project, applied: AppliedStrategy, *, person: User, at: datetime
) -> int:
    """Take back what a strategy settled, and return how many rows that are.

    What people decided since stays, and so does all of documents that are settled by now. Raises
    ConflictError if it was undone before.
    """
    once = update(AppliedStrategy).where(
        AppliedStrategy.id == applied.id, AppliedStrategy.undone_at.is_(None)
    )
    if session.execute(once.values(undone_at=at)).rowcount == 0:  # type: ignore[attr-defined] # an UPDATE has it
        raise ConflictError("That was undone before.")
    taken = session.execute(
        delete(Verdict).where(
            Verdict.strategy_id == applied.id,
            Verdict.document_id.not_in(select(Adjudication.document_id)),
        )
    )
    count: int = taken.rowcount  # type: ignore[attr-defined] # a DELETE has it
    audit.record(
        session,
        EventKind.STRATEGY_UNDONE,
        at=at,
        actor=person,
        project=project,
        document=session.get(Document, applied.document_id) if applied.document_id else None,
        settled=count,
    )
    return count


def last_applied(
    session: Session, project: Project, document: Document | None = None
) -> AppliedStrategy | None:
    """Return the last strategy applied to a document, or to all, as long as it can be undone."""
    can_be_undone = exists().where(
        Verdict.strategy_id == AppliedStrategy.id,
        Verdict.document_id.not_in(select(Adjudication.document_id)),
    )
    wanted = (
        select(AppliedStrategy)
        .options(joinedload(AppliedStrategy.person))
        .where(
            AppliedStrategy.project_id == project.id,
            AppliedStrategy.undone_at.is_(None),
            AppliedStrategy.document_id.is_not_distinct_from(document.id if document else None),
            can_be_undone,
        )
        .order_by(AppliedStrategy.id.desc())
        .limit(1)
    )
    return session.scalar(wanted)


def still_settled(session: Session, applied: AppliedStrategy) -> int:
    """Count what a strategy settled and nobody decided on since."""
    found = select(func.count()).where(Verdict.strategy_id == applied.id)
    return session.scalar(found) or 0


def _settled_by(
    strategy: Strategy, documents: Sequence[AdjudicatedDocument]
) -> Iterator[tuple[AdjudicatedDocument, AdjudicatedRow, Reading]]:
    for document in documents:
        for row in document.rows:
            reading = strategy.reading_of(row.row) if row.verdict is None else None
            if reading is not None:
                yield document, row, reading


def _annotator_id(session: Session, strategy: Strategy) -> int | None:
    if strategy.annotator is None:
        return None
    return session.scalar(select(User.id).where(User.name == strategy.annotator))
