"""The order in which work is done, in queries of `Assignment`."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, case

from webapp.platform.models.states import AssignmentState
from webapp.platform.models.work import Assignment


def is_returned() -> ColumnElement[bool]:
    """Return the condition, in a query of `Assignment`, that a reviewer sent it back."""
    is_open_again = Assignment.state == AssignmentState.IN_PROGRESS
    return and_(is_open_again, Assignment.returned_at.is_not(None))


STATE_ORDER = case(
    (is_returned(), 0),
    (Assignment.state == AssignmentState.IN_PROGRESS, 1),
    (Assignment.state == AssignmentState.ASSIGNED, 2),
    (Assignment.state == AssignmentState.SKIPPED, 3),
    (Assignment.state == AssignmentState.SUBMITTED, 4),
    else_=5,
)
"""The order of work by state: sent back, begun, new, skipped; then submitted and reviewed."""
QUEUE_ORDER = (
    STATE_ORDER,
    case((Assignment.state == AssignmentState.SKIPPED, Assignment.changed_at)),
    Assignment.position,
    Assignment.document_id,
)
"""In each state as in the file, but the skipped in the order they were put off."""
