"""Queries of a project's generalizations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from flask import abort
from sqlalchemy import func, select
from sqlalchemy.orm import Session, joinedload

from annotation.types import SemanticType
from names.folding import fold
from ontology.overrides import Addition, Overrides, Prohibition
from webapp.platform.models import (
    Assignment,
    Choice,
    ChoiceOrigin,
    GeneralizationAction,
    Mention,
    Project,
    ProjectGeneralization,
)
from webapp.platform.models.states import FINAL_STATES

MOST_WRITTEN = 100
"""The number of annotators' replacements that a page shows."""


def generalizations_of(session: Session, project: Project) -> Sequence[ProjectGeneralization]:
    """Return the rules of a project, in the order in which they were made."""
    rows = select(ProjectGeneralization).where(ProjectGeneralization.project_id == project.id)
    return session.scalars(
        rows.options(joinedload(ProjectGeneralization.created_by)).order_by(
            ProjectGeneralization.id
        )
    ).all()


def generalization_or_404(
    session: Session, project: Project, generalization_id: int
) -> ProjectGeneralization:
    """Load a rule of the project, or 404."""
    rule = session.get(ProjectGeneralization, generalization_id)
    if rule is None or rule.project_id != project.id:
        abort(404)
    return rule


@dataclass(frozen=True, slots=True)
class Written:
    """A replacement that annotators wrote for a term, and the number of these annotators."""

    term: str
    semantic_type: SemanticType
    text: str
    annotators: int


def written_in(session: Session, project: Project) -> list[Written]:
    """Return the replacements that annotators wrote and no rule speaks of yet, the commonest first.

    Of submitted work: before, nobody reads what an annotator does.
    """
    rules = generalizations_of(session, project)
    annotators = func.count(Assignment.annotator_id.distinct())
    key = (Mention.span_text, Mention.entity_type, Choice.text)
    rows = session.execute(
        select(*key, annotators)
        .join(Mention, Mention.id == Choice.mention_id)
        .join(Assignment, Assignment.id == Choice.assignment_id)
        .where(
            Assignment.project_id == project.id,
            Choice.origin == ChoiceOrigin.WRITTEN,
            Assignment.state.in_(FINAL_STATES),
        )
        .group_by(*key)
        .order_by(annotators.desc(), Mention.span_text, Choice.text)
        .limit(MOST_WRITTEN + len(rules))
    )
    ruled = {(fold(rule.term), fold(rule.text)) for rule in rules}
    found = (Written(*row) for row in rows)
    new = (each for each in found if (fold(each.term), fold(each.text)) not in ruled)
    return list(islice(new, MOST_WRITTEN))


def overrides_of(session: Session, project: Project) -> Overrides:
    """Return the rules of a project as the ontology takes them."""
    return as_overrides(generalizations_of(session, project))


def as_overrides(rules: Iterable[ProjectGeneralization]) -> Overrides:
    """Put rules together; those of a database keep what ontology.overrides asks for."""
    added: list[Addition] = []
    forbidden: list[Prohibition] = []
    for rule in rules:
        if rule.action is GeneralizationAction.ADD:
            added.append(Addition(rule.term, rule.text, rule.semantic_type, rule.position))
        else:
            forbidden.append(Prohibition(rule.term, rule.text, rule.semantic_type))
    return Overrides(tuple(added), tuple(forbidden))
