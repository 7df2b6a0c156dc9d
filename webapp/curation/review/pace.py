"""How fast work was done, and whether far too fast: told to its reviewer with the figures.

Time runs from the first choice to the submission, breaks and all: a night in between makes work
slow and never rushed. Work that came back waited for people in that time, and what a file brought
has none: both are left out, for themselves and in what is usual.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from sqlalchemy import ColumnElement, ScalarSelect, Select, exists, func, select
from sqlalchemy.orm import Session

from webapp.platform.models import Assignment, Choice, Event, EventKind, Project
from webapp.platform.models.states import FINAL_STATES

Ids = ScalarSelect[int] | Sequence[int]

RECENT = 200
"""So many submissions, the latest, say what is usual: all would take long in large projects, and
people grow quicker."""
FEWEST = 5
"""Of fewer submissions nothing is usual: of five, two that are slow or quick leave the median among
the others."""
FEWEST_SPANS = 3
"""Of fewer spans nobody can tell: time runs from the first choice, so one span takes none, and of
two a single step decides."""
FAR_BELOW = 0.25
"""The share of the usual time per span below which work counts as rushed. It is set by hand, low
enough for people who are quick; the figures stand beside the mark, for the reviewer to judge."""
UNTOUCHED_SECONDS = 2
"""Who chooses all at once and submits took what was preselected: in this time nobody reads three
spans."""
CAME_BACK = (EventKind.RETURNED, EventKind.REOPENED)
"""After these, work is submitted once more."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The seconds and spans of one submission, and what is usual in its project, per span."""

    seconds: float
    spans: int
    usual: float | None

    @property
    def per_span(self) -> float:
        """The seconds for each span."""
        return self.seconds / self.spans

    @property
    def is_untouched(self) -> bool:
        """Whether everything was chosen at the moment of the submission."""
        return self.spans >= FEWEST_SPANS and self.seconds <= UNTOUCHED_SECONDS

    @property
    def is_rushed(self) -> bool:
        """Whether the work was done so fast that its reviewer should know."""
        is_far_below = self.usual is not None and self.per_span < FAR_BELOW * self.usual
        return self.is_untouched or (self.spans >= FEWEST_SPANS and is_far_below)


def rushed_of(
    session: Session, project: Project, wanted: Sequence[ColumnElement[bool]]
) -> list[int]:
    """Return the ids of rushed work, of that for which conditions hold in a query of it."""
    ids = select(Assignment.id).where(*wanted).scalar_subquery()
    return [key for key, pace in paces_of(session, project, ids).items() if pace.is_rushed]


def paces_of(session: Session, project: Project, ids: Ids) -> dict[int, Pace]:
    """Return the pace of work by assignment, as far as it was done here; in two queries."""
    recent = (
        select(Assignment.id)
        .where(Assignment.project_id == project.id, Assignment.state.in_(FINAL_STATES))
        .order_by(Assignment.submitted_at.desc(), Assignment.id.desc())
        .limit(RECENT)
    )
    others = [
        _seconds(row) / row.spans for row in session.execute(_timed(recent.scalar_subquery()))
    ]
    usual = median(others) if len(others) >= FEWEST else None
    rows = session.execute(_timed(ids))
    return {row.id: Pace(_seconds(row), row.spans, usual) for row in rows}


def _timed(ids: Ids) -> Select[Any, Any, Any, Any]:
    """Select when submitted work was begun; only an import makes such of version 1."""
    came_back = exists().where(Event.assignment_id == Assignment.id, Event.kind.in_(CAME_BACK))
    return (
        select(
            Assignment.id,
            Assignment.spans,
            Assignment.submitted_at,
            func.min(Choice.chosen_at).label("begun_at"),
        )
        .join(Choice, Choice.assignment_id == Assignment.id)
        .where(
            Assignment.id.in_(ids),
            Assignment.version > 1,
            Assignment.spans > 0,
            Assignment.submitted_at.is_not(None),
            ~came_back,
        )
        .group_by(Assignment.id, Assignment.spans, Assignment.submitted_at)
    )


def _seconds(row: Any) -> float:  # noqa: ANN401 - a row of _timed
    return float(max(0.0, (row.submitted_at - row.begun_at).total_seconds()))
