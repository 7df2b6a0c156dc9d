"""Whether a check is about a document as it is now, in queries of `RiskCheck`."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, exists
from sqlalchemy.orm import aliased

from webapp.platform.models.risk import DocumentRisk, RiskCheck
from webapp.platform.models.states import FINAL_STATES
from webapp.platform.models.work import Assignment


def is_current() -> ColumnElement[bool]:
    """Return the condition that neither the work nor what it was attacked with changed since."""
    work = aliased(Assignment)
    changed_since = exists().where(
        work.document_id == RiskCheck.document_id,
        work.state.in_(FINAL_STATES),
        work.changed_at > RiskCheck.checked_at,
    )
    counted_before = exists().where(
        DocumentRisk.document_id == RiskCheck.document_id,
        DocumentRisk.background_at.is_not_distinct_from(RiskCheck.background_at),
        DocumentRisk.made_at <= RiskCheck.checked_at,
    )
    return and_(counted_before, ~changed_since)
