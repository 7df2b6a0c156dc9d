"""The operations on a project's generalizations; without an actor it is the operator."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotation.records import Json
from annotation.types import SemanticType
from names.folding import fold
from ontology.errors import OverrideError
from ontology.overrides import Overrides
from webapp.core import audit
from webapp.core.jobs.operations import request_job
from webapp.people.roles import only_admins
from webapp.platform.database import refusing_a_twin
from webapp.platform.errors import DomainError
from webapp.platform.models import (
    EventKind,
    GeneralizationAction,
    Job,
    JobKind,
    Project,
    ProjectGeneralization,
    User,
)
from webapp.replacements.queries import as_overrides

MAY = "decide on generalizations"
LONGEST_TEXT = 200
MOST_RULES = 5_000
"""The limit of a project's rules; every span is compared with all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A project's rule about a generalization of a term; an empty term stands for every term."""

    action: GeneralizationAction
    term: str
    text: str
    semantic_type: SemanticType | None = None
    position: int | None = None

    def __post_init__(self) -> None:
        for name, value in (("term", self.term), ("generalization", self.text)):
            if len(value) > LONGEST_TEXT or not value.isprintable():
                raise DomainError(f"A {name} has at most {LONGEST_TEXT} printable characters.")

    @property
    def key(self) -> tuple[str, SemanticType | None, str]:
        """The key by which the rules of a project are unique."""
        return fold(self.term), self.semantic_type, fold(self.text)


_EVENTS = {
    GeneralizationAction.ADD: EventKind.GENERALIZATION_ADDED,
    GeneralizationAction.FORBID: EventKind.GENERALIZATION_FORBIDDEN,
}


def add_rule(
    session: Session, project: Project, rule: Rule, *, actor: User | None, at: datetime
) -> ProjectGeneralization:
    """Add a generalization or forbid one; raises DomainError where it makes no sense."""
    only_admins(session, project, actor, may=MAY)
    known = _known_keys(session, project)
    if rule.key in known:
        raise _taken(rule)
    _check_number(len(known) + 1)
    return _add(session, project, rule, actor=actor, at=at)


def remove_rule(
    session: Session,
    project: Project,
    row: ProjectGeneralization,
    *,
    actor: User | None,
    at: datetime,
) -> None:
    """Delete a rule; lists that were proposed by it stay."""
    only_admins(session, project, actor, may=MAY)
    audit.record(
        session,
        EventKind.GENERALIZATION_REMOVED,
        at=at,
        actor=actor,
        project=project,
        rule=_details(row),
    )
    session.delete(row)


def take_in(
    session: Session, project: Project, value: Json, *, actor: User | None, at: datetime
) -> int:
    """Add the rules of another project, as exported; return how many were new."""
    only_admins(session, project, actor, may=MAY)
    try:
        overrides = Overrides.from_json(value)
    except OverrideError as error:
        raise DomainError(f"These are no rules of a project: {error}.") from error
    known = _known_keys(session, project)
    new = {rule.key: rule for rule in _rules_in(overrides) if rule.key not in known}
    _check_number(len(known) + len(new))
    for rule in new.values():
        _add(session, project, rule, actor=actor, at=at)
    return len(new)


def request_proposals(session: Session, project: Project, *, person: User, at: datetime) -> Job:
    """Ask for new lists where nobody has begun; asking twice before it begins is asking once."""
    key = f"propose:{project.id}"
    return request_job(session, JobKind.PROPOSE, project, person=person, at=at, once_key=key)


def _add(
    session: Session, project: Project, rule: Rule, *, actor: User | None, at: datetime
) -> ProjectGeneralization:
    row = _new_row(project, rule, actor=actor, at=at)
    with refusing_a_twin(session, _taken(rule)):
        session.add(row)
    audit.record(
        session, _EVENTS[rule.action], at=at, actor=actor, project=project, rule=_details(row)
    )
    return row


def _taken(rule: Rule) -> DomainError:
    return DomainError(f"There is a rule about “{rule.text}” for that term already.")


def _check_number(number: int) -> None:
    if number > MOST_RULES:
        raise DomainError(f"A project has at most {MOST_RULES:,} rules.")


def _new_row(
    project: Project, rule: Rule, *, actor: User | None, at: datetime
) -> ProjectGeneralization:
    row = ProjectGeneralization(
        project_id=project.id,
        action=rule.action,
        term=rule.term,
        semantic_type=rule.semantic_type,
        text=rule.text,
        position=rule.position,
        created_by_id=actor.id if actor else None,
        created_at=at,
    )
    try:
        as_overrides([row])
    except OverrideError as error:
        raise DomainError(f"That is no rule: {error}.") from error
    return row


def _known_keys(session: Session, project: Project) -> set[tuple[str, SemanticType | None, str]]:
    columns = (
        ProjectGeneralization.term,
        ProjectGeneralization.semantic_type,
        ProjectGeneralization.text,
    )
    rows = session.execute(select(*columns).where(ProjectGeneralization.project_id == project.id))
    return {(fold(term), semantic_type, fold(text)) for term, semantic_type, text in rows}


def _rules_in(overrides: Overrides) -> list[Rule]:
    add, forbid = GeneralizationAction.ADD, GeneralizationAction.FORBID
    return [
        *(
            Rule(
                action=add,
                term=each.term,
                text=each.text,
                semantic_type=each.semantic_type,
                position=each.position,
            )
            for each in overrides.added
        ),
        *(
            Rule(action=forbid, term=each.term, text=each.text, semantic_type=each.semantic_type)
            for each in overrides.forbidden
        ),
    ]


def _details(row: ProjectGeneralization) -> dict[str, object]:
    return {
        "term": row.term,
        "type": row.semantic_type,
        "text": row.text,
        "position": row.position,
    }
