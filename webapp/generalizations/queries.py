"""What pages and jobs read about a project's generalizations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flask import abort
from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from ontology.overrides import Addition, Overrides, Prohibition
from webapp.models import GeneralizationAction, Project, ProjectGeneralization


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
