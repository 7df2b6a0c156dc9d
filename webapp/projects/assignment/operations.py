"""Planning assignments from the stored ones, and applying a plan."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from webapp.core import audit
from webapp.core.records import in_batches, unmasked_documents
from webapp.people.roles import only_admins
from webapp.platform.errors import ConflictError
from webapp.platform.models import Assignment, EventKind, Project, User, table_of
from webapp.projects.assignment.planning import Plan, plan_assignments
from webapp.projects.assignment.queries import counting_pairs, documents_of, reviewed_pairs
from webapp.projects.operations import add_member

ROWS_AT_ONCE = 5_000
"""The number of a plan's rows in one statement."""
CHANGED_MEANWHILE = (
    "Documents, people or assignments changed since the plan was made. Nothing was assigned."
)


def plan(session: Session, project: Project, people: Sequence[User], *, everybody: int) -> Plan:
    """Return the plan of what these people get in addition; nothing is written."""
    return plan_assignments(
        list(documents_of(session, project)),
        [person.id for person in people],
        everybody=everybody,
        per_document=project.annotators_per_document,
        existing=counting_pairs(session, project),
        unmasked=unmasked_documents(session, project),
        read=reviewed_pairs(session, project),
    )


def take_all(session: Session, project: Project, *, person: User, at: datetime) -> None:
    """Let an admin annotate every document that has too few annotators, as a member."""
    add_member(session, project, person, actor=person, at=at)
    everything = plan(session, project, [person], everybody=0)
    apply_plan(session, project, everything, actor=person, at=at)


def check_unchanged(plan: Plan, seen: str) -> None:
    """Raise ConflictError unless the plan is the one whose checksum was shown."""
    if plan.checksum != seen:
        raise ConflictError(CHANGED_MEANWHILE)


def apply_plan(
    session: Session, project: Project, plan: Plan, *, actor: User | None, at: datetime
) -> None:
    """Store the assignments of a plan; raises ConflictError if some were made meanwhile."""
    only_admins(session, project, actor, may="assign documents")
    rows = [
        {"document_id": document, "annotator_id": annotator, "changed_at": at}
        for document, annotator in plan.additions
    ]
    try:
        for part in in_batches(rows, ROWS_AT_ONCE):
            # Past the mapper, which would write row by row to learn of the versions.
            session.execute(insert(table_of(Assignment)), part)
    except IntegrityError as error:
        raise ConflictError(CHANGED_MEANWHILE) from error
    audit.record(
        session,
        EventKind.ASSIGNED,
        at=at,
        actor=actor,
        project=project,
        assigned=len(plan.additions),
        annotator_ids=sorted({annotator for _, annotator in plan.additions}),
        everybody=len(plan.everybody),
    )
