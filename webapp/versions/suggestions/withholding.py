"""Which documents are shown without suggestions, or figures: drawn by lot, so that one compares."""

from __future__ import annotations

import hashlib

from sqlalchemy import ColumnElement, ScalarSelect, func, select, update
from sqlalchemy.orm import Session

from webapp.platform.models import (
    IS_SUGGESTED,
    NEEDS_CHOICE,
    Assignment,
    AssignmentState,
    Layer,
    Mention,
    Project,
    SuggestionPolicy,
)
from webapp.versions.queries import policy_of


def is_blind(assignment: Assignment, policy: SuggestionPolicy) -> bool:
    """Whether a document belongs to the share without suggested replacements.

    The same ones for good, as long as the share is the same; a larger share only adds to them.
    """
    return _lot(assignment) < policy.blind_share


def decide(session: Session, assignment: Assignment) -> bool:
    """Decide for good whether masks are suggested to whoever is about to see a document.

    Who has begun has seen them. Returns whether there is anything to commit: nothing where it is
    decided, or where annotators mark nothing, or all are to see them.
    """
    project = session.get_one(Project, assignment.document.project_id)
    if assignment.is_blind is not None or not assignment.state.is_open or not project.kind.marks:
        return False
    share = policy_of(project).blind_mask_share
    if not share:
        return False
    is_new = assignment.state is AssignmentState.ASSIGNED
    blind = is_new and _lot(assignment) < share
    undecided = update(Assignment).where(
        Assignment.id == assignment.id,
        Assignment.state == assignment.state,
        Assignment.is_blind.is_(None),
    )
    values = {"is_blind": blind} | ({"spans": _count_shared(~IS_SUGGESTED)} if blind else {})
    session.execute(undecided.values(values), execution_options={"synchronize_session": False})
    session.refresh(assignment, ["is_blind"])
    return True


def are_figures_shown(project: Project, assignment: Assignment) -> bool:
    """Whether the annotator of a document sees privacy figures beside it."""
    return policy_of(project).shows_figures and assignment.sees_figures is not False


def decide_on_figures(session: Session, project: Project, assignment: Assignment) -> bool:
    """Decide for good whether privacy figures are shown to whoever is about to see a document.

    Where the project shows none that stays open, and where somebody has begun meanwhile it stays so
    for good: a part of that work was done without. Returns whether there is anything to commit.
    """
    is_new = assignment.state is AssignmentState.ASSIGNED
    policy = policy_of(project)
    if assignment.sees_figures is not None or not is_new or not policy.shows_figures:
        return False
    undecided = update(Assignment).where(
        Assignment.id == assignment.id,
        Assignment.state == AssignmentState.ASSIGNED,
        Assignment.sees_figures.is_(None),
    )
    sees = _lot(assignment, "figures") >= policy.blind_figure_share
    session.execute(
        undecided.values(sees_figures=sees), execution_options={"synchronize_session": False}
    )
    session.refresh(assignment, ["sees_figures"])
    return True


def take_back(session: Session, project: Project) -> None:
    """Leave open whether suggested masks are shown where nobody has begun to mark without them."""
    blind = update(Assignment).where(
        Assignment.project_id == project.id,
        Assignment.state == AssignmentState.ASSIGNED,
        Assignment.is_blind.is_(True),
    )
    session.execute(
        blind.values(is_blind=None, spans=_count_shared()),
        execution_options={"synchronize_session": "fetch"},
    )


def _count_shared(*such: ColumnElement[bool]) -> ScalarSelect[int]:
    """Count the shared spans that need a choice, in an UPDATE of `Assignment`."""
    return (
        select(func.count())
        .select_from(Mention)
        .join(Layer, Layer.id == Mention.layer_id)
        .where(
            Mention.document_id == Assignment.document_id,
            Layer.annotator_id.is_(None),
            NEEDS_CHOICE,
            *such,
        )
        .correlate(Assignment)
        .scalar_subquery()
    )


def _lot(assignment: Assignment, what: str = "blind") -> int:
    """Draw a number, 0…99, always the same for the same work and what is withheld from it."""
    digest = hashlib.sha256(f"{what} {assignment.id}".encode()).digest()
    return int.from_bytes(digest[:4]) % 100
