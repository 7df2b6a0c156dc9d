"""Changing what a project wants of suggestions."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy.orm import Session

from webapp.core import audit
from webapp.people.roles import only_admins
from webapp.platform.database import refusing_a_twin
from webapp.platform.errors import ConflictError, DomainError
from webapp.platform.models import EventKind, Project, User
from webapp.versions.queries import policy_of

MOST_SUBMISSIONS = 10_000
MOST_PERCENT = 100


def check_retraining(submissions: int) -> None:
    """Raise DomainError for a number of submissions that can't bring a new training."""
    if not 0 <= submissions <= MOST_SUBMISSIONS:
        raise DomainError(
            f"A new training follows 1 to {MOST_SUBMISSIONS:,} documents, or never (0)."
        )


def check_blind_share(percent: int) -> None:
    """Raise DomainError for a share that is none."""
    if not 0 <= percent <= MOST_PERCENT:
        raise DomainError(f"The blind share is 0 to {MOST_PERCENT} percent.")


def change_fields(
    session: Session, project: Project, wanted: Mapping[str, object], *, person: User, at: datetime
) -> Mapping[str, object]:
    """Change fields of a project's policy and note it; return those that changed, as they were."""
    only_admins(session, project, person, may="decide about suggestions")
    row = policy_of(project)
    former = {field: getattr(row, field) for field in wanted}
    changed = {field: value for field, value in wanted.items() if former[field] != value}
    if not changed:
        return {}
    with refusing_a_twin(session, ConflictError("Somebody else has just changed these settings.")):
        for field, value in changed.items():
            setattr(row, field, value)
        session.add(row)
    session.expire(project, ["policy"])
    audit.record(
        session,
        EventKind.PROJECT_CHANGED,
        at=at,
        actor=person,
        project=project,
        fields=sorted(changed),
        changed={field: [former[field], value] for field, value in changed.items()},
    )
    return {field: former[field] for field in changed}
