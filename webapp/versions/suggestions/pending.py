"""Which assignments lack suggestions, and which payloads are out of use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

from webapp.platform.models import (
    Assignment,
    AssignmentSuggestions,
    Document,
    ModelVersion,
    Purpose,
    User,
)
from webapp.platform.models.ordering import QUEUE_ORDER
from webapp.platform.models.states import FINAL_STATES, OPEN_STATES

NEXT_DOCUMENTS = 5
"""How many of an annotator's next documents learn of what they submitted."""
PERSONAL = frozenset({"personal"})
"""The families whose suggestions change with what an annotator has done."""
KEPT_VERSIONS = 2
"""The one in use, and the one before it: a page may still show it."""


@dataclass(frozen=True, slots=True)
class Pending:
    """An open assignment that lacks suggestions, as it was when that was seen."""

    assignment_id: int
    version: int
    document_id: int
    annotator_id: int
    annotator: str


def find_pending(session: Session, project_id: int, version: ModelVersion) -> list[Pending]:
    """Return the open assignments without a payload of a version, or with one that is behind.

    An annotator's payloads are behind what they have submitted since; only the next few count.
    """
    latest = _latest_submissions(session, project_id) if version.family in PERSONAL else {}
    rows = session.execute(
        select(
            Assignment.id,
            Assignment.version,
            Assignment.document_id,
            Assignment.annotator_id,
            User.name,
            AssignmentSuggestions.made_at,
        )
        .join(Assignment.document)
        .join(User, User.id == Assignment.annotator_id)
        .outerjoin(
            AssignmentSuggestions,
            and_(
                AssignmentSuggestions.assignment_id == Assignment.id,
                AssignmentSuggestions.version_id == version.id,
            ),
        )
        .where(Document.project_id == project_id, Assignment.state.in_(OPEN_STATES))
        .order_by(*QUEUE_ORDER)
    )
    return _lacking(rows, latest)


def _latest_submissions(session: Session, project_id: int) -> dict[int, datetime]:
    """Return when each annotator submitted something last."""
    found = (
        select(Assignment.annotator_id, func.max(Assignment.submitted_at).label("at"))
        .join(Assignment.document)
        .where(Document.project_id == project_id, Assignment.state.in_(FINAL_STATES))
        .group_by(Assignment.annotator_id)
    )
    return {row.annotator_id: row.at for row in session.execute(found)}


def _lacking(rows: Iterable[Any], latest: dict[int, datetime]) -> list[Pending]:
    """Put first what annotators come to first."""
    places: Counter[int] = Counter()
    found = []
    for assignment_id, version, document_id, annotator_id, annotator, made_at in rows:
        place = places[annotator_id]
        places[annotator_id] += 1
        submitted_at = latest.get(annotator_id)
        is_behind = made_at and submitted_at and made_at < submitted_at and place < NEXT_DOCUMENTS
        if made_at is None or is_behind:
            pending = Pending(assignment_id, version, document_id, annotator_id, annotator)
            found.append((place, pending))
    found.sort(key=lambda each: each[0])
    return [pending for _, pending in found]


def find_obsolete(
    session: Session, project_id: int, version: ModelVersion
) -> list[tuple[int, int]]:
    """Return (assignment, version) of the payloads that no page can show any more."""
    promoted = (
        select(ModelVersion.id)
        .where(
            or_(ModelVersion.project_id == project_id, ModelVersion.project_id.is_(None)),
            ModelVersion.purpose == Purpose.REPLACEMENTS,
            ModelVersion.promoted_at.is_not(None),
            ModelVersion.id != version.id,
        )
        .order_by(ModelVersion.project_id.is_(None), ModelVersion.promoted_at.desc())
        .limit(KEPT_VERSIONS - 1)
    )
    of_old_version = AssignmentSuggestions.version_id.not_in(
        [version.id, *session.scalars(promoted)]
    )
    of_closed_work = and_(
        Assignment.state.in_(FINAL_STATES), AssignmentSuggestions.version_id != version.id
    )
    found = (
        select(AssignmentSuggestions.assignment_id, AssignmentSuggestions.version_id)
        .join(Assignment, Assignment.id == AssignmentSuggestions.assignment_id)
        .join(Document, Document.id == Assignment.document_id)
        .where(Document.project_id == project_id, or_(of_old_version, of_closed_work))
    )
    return [(assignment_id, version_id) for assignment_id, version_id in session.execute(found)]
