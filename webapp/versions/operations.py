"""What can be decided about suggestions; versions themselves are put to use by webapp.training."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from webapp.models import Job, Project, SuggestionMode, User
from webapp.training.operations import request_suggestions
from webapp.training.policies import change_fields, check_blind_share, check_retraining


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What a project wants of suggestions; raises DomainError where it makes no sense."""

    mode: SuggestionMode
    retrain_after: int
    blind_share: int

    def __post_init__(self) -> None:
        check_retraining(self.retrain_after)
        check_blind_share(self.blind_share)


def change_policy(
    session: Session, project: Project, policy: Policy, *, person: User, at: datetime
) -> Job | None:
    """Change what a project wants; where suggestions begin, return the job that prepares them."""
    former = change_fields(session, project, asdict(policy), person=person, at=at)
    if former.get("mode") is not SuggestionMode.OFF:
        return None
    return request_suggestions(session, project, person=person, at=at)
