"""How choices differ between those who saw privacy figures and those who did not."""

from __future__ import annotations

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from annotation.records import MASK
from webapp.platform.models import Assignment, Choice, ChoiceOrigin, Project
from webapp.platform.models.states import FINAL_STATES
from webapp.versions.acceptance import AcceptanceCounts, Rates


def masked_rates(session: Session, project: Project) -> Rates:
    """Count how many choices of submitted work are `***`, with figures in view and without.

    Work that was begun before anything was decided does not count, nor does a choice that follows
    another mention's.
    """
    is_masked = case((Choice.text == MASK, 1), else_=0)
    rows = session.execute(
        select(Assignment.sees_figures, func.sum(is_masked), func.count())
        .join(Choice, Choice.assignment_id == Assignment.id)
        .where(
            Assignment.project_id == project.id,
            Assignment.state.in_(FINAL_STATES),
            Assignment.sees_figures.is_not(None),
            Choice.origin != ChoiceOrigin.FOLLOWED,
        )
        .group_by(Assignment.sees_figures)
    )
    counts = {sees: AcceptanceCounts(masked, choices) for sees, masked, choices in rows}
    nothing = AcceptanceCounts()
    return Rates(shown=counts.get(True, nothing), blind=counts.get(False, nothing))
