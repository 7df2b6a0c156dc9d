"""What can be done about the models of a project; without a person, by the program itself."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from learning.requirements import EXTRA, missing_for_training
from webapp.core import audit
from webapp.core.jobs.operations import request_job
from webapp.core.records import count_renewable
from webapp.people.roles import only_admins
from webapp.platform.errors import DomainError
from webapp.platform.models import (
    EventKind,
    Job,
    JobKind,
    ModelVersion,
    Project,
    Purpose,
    SuggestionMode,
    User,
)
from webapp.versions.policies import change_fields, check_blind_share, check_retraining
from webapp.versions.promoting import problem_of, put_to_use, take_turns
from webapp.versions.queries import (
    TRAINED_BY,
    count_learnable,
    current_version,
    has_open_work,
    lacks_documents,
    latest_training,
    policy_of,
    wants_suggestions,
)

MAY = "decide on models"
LEAST_DOCUMENTS = 2
"""What a training needs that somebody asks for: one to learn from, one to be tried on."""


def request_training(
    session: Session,
    project: Project,
    purpose: Purpose = Purpose.REPLACEMENTS,
    *,
    family: str | None = None,
    seed: int = 0,
    person: User | None,
    at: datetime,
) -> Job:
    """Ask for a training; one that waits already serves.

    Without a family of models of replacements it is the default one; masks have one only.
    """
    only_admins(session, project, person, may=MAY)
    _check(project, purpose)
    _check_libraries()
    kind = TRAINED_BY[purpose]
    wish = {"seed": seed} if purpose is Purpose.MASKS else {"seed": seed, "family": family}
    return request_job(
        session, kind, project, person=person, at=at, once_key=f"{kind}:{project.id}", **wish
    )


def new_training(project: Project, *, family: str, seed: int, at: datetime) -> Job:
    """Make the job of a training in the foreground, which nobody has to wait for."""
    _check(project, Purpose.REPLACEMENTS)
    _check_libraries()
    return Job(
        project_id=project.id,
        kind=JobKind.TRAIN,
        arguments={"family": family, "seed": seed},
        created_at=at,
    )


def new_mask_training(project: Project, *, seed: int, at: datetime) -> Job:
    """Make the job of a training of masks in the foreground; a project of any kind has marks."""
    _check_libraries()
    return Job(
        project_id=project.id, kind=JobKind.TRAIN_MASKS, arguments={"seed": seed}, created_at=at
    )


def request_suggestions(
    session: Session,
    project: Project,
    *,
    person: User | None,
    at: datetime,
    is_again: bool = False,
) -> Job:
    """Ask for the suggestions that open documents lack; asking twice before it begins is once.

    What is lacking is found out when the job runs: documents without suggestions of the version in
    use, and the next ones of annotators who have submitted something since theirs were made.
    `is_again` says that a job was interrupted and this one shall be the last attempt.
    """
    return request_job(
        session,
        JobKind.SUGGEST,
        project,
        person=person,
        at=at,
        once_key=f"suggest:{project.id}",
        is_again=is_again,
    )


def renew_masks(
    session: Session, project: Project, *, person: User | None, at: datetime
) -> Job | None:
    """Ask for masks anew where what is suggested was not touched; None where that is nowhere."""
    if not count_renewable(session, project):
        return None
    return request_job(
        session,
        JobKind.MASK,
        project,
        person=person,
        at=at,
        once_key=f"mask-anew:{project.id}",
        is_anew=True,
    )


def promote(
    session: Session,
    project: Project,
    version: ModelVersion,
    *,
    person: User | None,
    at: datetime,
) -> Job | None:
    """Put any version of the project to use, whatever its scores said.

    Returns the job that makes the suggestions, if any document can have new ones.
    """
    only_admins(session, project, person, may=MAY)
    if version.project_id != project.id:
        raise DomainError("That version belongs to another project.")
    take_turns(session, project)
    former = current_version(session, project, version.purpose)
    if former is version:
        raise DomainError(f"Version {version.number} is in use already.")
    if problem := problem_of(version):
        raise DomainError(f"Version {version.number} can't be put to use. {problem}")
    put_to_use(session, version, at)
    version.promoted_by_id = person.id if person else None
    record_promotion(session, project, version, former, actor=person, at=at)
    return follow_promotion(session, project, version, person=person, at=at)


def follow_promotion(
    session: Session,
    project: Project,
    version: ModelVersion,
    *,
    person: User | None,
    at: datetime,
) -> Job | None:
    """Ask for the suggestions of a version that came into use, where there are open documents."""
    if version.purpose is Purpose.MASKS:
        return renew_masks(session, project, person=person, at=at)
    return request_suggestions(session, project, person=person, at=at)


def record_promotion(
    session: Session,
    project: Project,
    version: ModelVersion,
    former: ModelVersion | None,
    *,
    actor: User | None,
    at: datetime,
) -> None:
    """Note that a version came to be used instead of the former one, if any of the project's."""
    audit.record(
        session,
        EventKind.VERSION_PROMOTED,
        at=at,
        actor=actor,
        project=project,
        version=version.number,
        former=former.number if former and former.project_id else None,
    )


def follow_change(session: Session, project: Project, *, at: datetime) -> list[Job]:
    """Ask for suggestions where a project wants them and has open documents that may lack them.

    Nothing is asked for, here and after a submission, where the libraries of training are missing.
    """
    if missing_for_training():
        return []
    is_wanted = wants_suggestions(project) and has_open_work(session, project.id)
    return [request_suggestions(session, project, person=None, at=at)] if is_wanted else []


def follow_submission(session: Session, project: Project, *, at: datetime) -> list[Job]:
    """Ask for what a submission calls for: fresh suggestions, and trainings after every N."""
    jobs = follow_change(session, project, at=at)
    for purpose in Purpose if not missing_for_training() else ():
        if _is_due(session, project, purpose):
            jobs.append(request_training(session, project, purpose, person=None, at=at))
    return jobs


def _is_due(session: Session, project: Project, purpose: Purpose) -> bool:
    retrain_after = policy_of(project).retrain_after
    is_taught = project.kind.marks if purpose is Purpose.MASKS else project.kind.chooses
    if not retrain_after or not is_taught:
        return False
    latest = latest_training(session, project, purpose)
    after = latest.created_at if latest else None
    fresh = count_learnable(session, project, purpose, after=after)
    return fresh >= retrain_after and not lacks_documents(session, project, purpose)


def _check_libraries() -> None:
    """Refuse a training that could only fail; raises DomainError."""
    if lacks := missing_for_training():
        raise DomainError(f"Training needs {lacks}, not installed here: pip install '{EXTRA}'.")


def _check(project: Project, purpose: Purpose) -> None:
    if purpose is Purpose.REPLACEMENTS and not project.kind.chooses:
        raise DomainError(
            "Models of replacements are trained in projects that choose replacements. "
            "Masks are learnt in any."
        )


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
) -> None:
    """Change what a project wants; where suggestions begin, ask for them."""
    former = change_fields(session, project, asdict(policy), person=person, at=at)
    if former.get("mode") is SuggestionMode.OFF:
        request_suggestions(session, project, person=person, at=at)
