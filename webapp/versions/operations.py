"""What can be decided about suggestions; versions themselves are put to use by webapp.training."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from webapp import audit
from webapp.database import refusing_a_twin
from webapp.errors import ConflictError, DomainError, ForbiddenError
from webapp.models import EventKind, Job, Project, Role, SuggestionMode, User
from webapp.training.operations import request_suggestions
from webapp.training.queries import policy_of

MOST_SUBMISSIONS = 10_000
MOST_PERCENT = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What a project wants of suggestions; raises DomainError where it makes no sense."""

    mode: SuggestionMode
    retrain_after: int
    blind_share: int

    def __post_init__(self) -> None:
        if not 0 <= self.retrain_after <= MOST_SUBMISSIONS:
            raise DomainError(
                f"A new training follows 1 to {MOST_SUBMISSIONS:,} documents, or never (0)."
            )
        if not 0 <= self.blind_share <= MOST_PERCENT:
            raise DomainError(f"The blind share is 0 to {MOST_PERCENT} percent.")


def change_policy(
    session: Session, project: Project, policy: Policy, *, person: User, at: datetime
) -> Job | None:
    """Change what a project wants; where suggestions begin, return the job that prepares them."""
    if person.role is not Role.ADMIN:
        raise ForbiddenError("Only admins decide about suggestions.")
    row = policy_of(session, project)
    wanted = asdict(policy)
    changed = {field: value for field, value in wanted.items() if getattr(row, field) != value}
    if not changed:
        return None
    begins = row.mode is SuggestionMode.OFF and "mode" in changed
    with refusing_a_twin(session, ConflictError("Somebody else has just changed these settings.")):
        for field, value in changed.items():
            setattr(row, field, value)
        session.add(row)
    audit.record(
        session,
        EventKind.PROJECT_CHANGED,
        at=at,
        actor=person,
        project=project,
        fields=sorted(changed),
        suggestions=changed,
    )
    return request_suggestions(session, project, person=person, at=at) if begins else None
