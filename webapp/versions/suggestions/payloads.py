"""Writing what a version suggests, in transactions so short that no save has to wait for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice

from sqlalchemy import delete, select, tuple_
from sqlalchemy.orm import Session

from selection.payload import SuggestionPayload
from webapp.core.records import in_batches
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    AssignmentSuggestions,
    DocumentRisk,
    ModelVersion,
)
from webapp.platform.models.states import OPEN_STATES
from webapp.versions.suggestions.pending import Pending, find_obsolete

WRITTEN_AT_ONCE = 20
"""How many payloads one transaction writes."""


def write_payloads(
    part: Sequence[Pending],
    payloads: Iterator[tuple[str, SuggestionPayload]],
    version_id: int,
    at: datetime,
) -> int:
    """Write the payloads that were asked for at a time, and return how many were still wanted."""
    asked = {str(each.assignment_id): each for each in part}
    written = 0
    while batch := list(islice(payloads, WRITTEN_AT_ONCE)):
        with Session(db.engine) as session:
            rows = [
                AssignmentSuggestions(
                    assignment_id=asked[key].assignment_id,
                    version_id=version_id,
                    payload=payload.to_json(),
                    made_at=at,
                )
                for key, payload in batch
            ]
            written += _replace(session, rows, asked)
            session.commit()
    return written


def _replace(
    session: Session, rows: Sequence[AssignmentSuggestions], asked: Mapping[str, Pending]
) -> int:
    """Write payloads in the place of older ones of their version; return how many are wanted still.

    Work that was finished meanwhile needs none, nor does a document with new lists: giving it these
    raised the version of its assignments, though nobody has begun.
    """
    ids = [row.assignment_id for row in rows]
    is_open = select(Assignment.id, Assignment.state, Assignment.version).where(
        Assignment.id.in_(ids), Assignment.state.in_(OPEN_STATES)
    )
    present = {
        row.id
        for row in session.execute(is_open.with_for_update(read=True, key_share=True))
        if row.state is not AssignmentState.ASSIGNED or row.version == asked[str(row.id)].version
    }
    session.execute(
        delete(AssignmentSuggestions).where(
            AssignmentSuggestions.assignment_id.in_(present),
            AssignmentSuggestions.version_id == rows[0].version_id,
        )
    )
    session.add_all(row for row in rows if row.assignment_id in present)
    return len(present)


def remove_obsolete(project_id: int, version: ModelVersion) -> None:
    """Remove the payloads of a project that no page can show, now that this version is in use."""
    with Session(db.engine) as session:
        obsolete = find_obsolete(session, project_id, version)
        session.rollback()
        for part in in_batches(obsolete):
            keys = tuple_(AssignmentSuggestions.assignment_id, AssignmentSuggestions.version_id)
            session.execute(delete(AssignmentSuggestions).where(keys.in_(part)))
            session.commit()


def forget_payloads(session: Session, document_id: int) -> None:
    """Drop what was suggested and counted for a document whose lists are new."""
    of_document = select(Assignment.id).where(Assignment.document_id == document_id)
    session.execute(
        delete(AssignmentSuggestions).where(AssignmentSuggestions.assignment_id.in_(of_document)),
        execution_options={"synchronize_session": False},
    )
    session.execute(
        delete(DocumentRisk).where(DocumentRisk.document_id == document_id),
        execution_options={"synchronize_session": False},
    )
