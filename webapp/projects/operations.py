"""The operations on a project and its members; without an actor it is the operator."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, exists, or_, select, update
from sqlalchemy.orm import Session

from webapp.core import audit
from webapp.people.roles import EVERYWHERE, only_admins
from webapp.platform.database import refusing_a_twin
from webapp.platform.errors import ConflictError, DomainError, ForbiddenError
from webapp.platform.models import (
    IS_SHARED,
    IS_SUGGESTED,
    Assignment,
    AssignmentState,
    Document,
    EventKind,
    Job,
    JobState,
    Layer,
    Membership,
    Mention,
    Project,
    ProjectKind,
    Role,
    User,
)
from webapp.projects.guidelines.operations import write_version
from webapp.versions.suggestions import withholding

LONGEST_NAME = 120
LONGEST_GUIDELINES = 100_000
MOST_ANNOTATORS_PER_DOCUMENT = 100
MAY = "set up projects"
ARCHIVED = "Cancelled: the project was archived."
WORDING = frozenset({"name", "guidelines"})
"""The settings that are text: the audit trail says that they changed, not what they say."""


class NameTakenError(DomainError):
    """Another project has that name."""

    def __init__(self) -> None:
        super().__init__("There is another project of that name.")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a project; raises DomainError where they break a rule."""

    name: str
    guidelines: str = ""
    annotators_per_document: int = 1
    fits_grammar: bool = True
    has_peer_review: bool = False
    shows_initials: bool = False

    def __post_init__(self) -> None:
        if not 0 < len(self.name) <= LONGEST_NAME or not self.name.isprintable():
            raise DomainError(f"A project's name has 1 to {LONGEST_NAME} printable characters.")
        if len(self.guidelines) > LONGEST_GUIDELINES or "\0" in self.guidelines:
            raise DomainError(f"Guidelines are text of at most {LONGEST_GUIDELINES} characters.")
        if not 1 <= self.annotators_per_document <= MOST_ANNOTATORS_PER_DOCUMENT:
            raise DomainError(f"A document has 1 to {MOST_ANNOTATORS_PER_DOCUMENT} annotators.")

    @classmethod
    def of(cls, project: Project) -> Settings:
        """Read the present settings of a project."""
        return cls(
            name=project.name,
            guidelines=project.guidelines,
            annotators_per_document=project.annotators_per_document,
            fits_grammar=project.fits_grammar,
            has_peer_review=project.has_peer_review,
            shows_initials=project.shows_initials,
        )


def create_project(
    session: Session, settings: Settings, *, kind: ProjectKind, actor: User | None, at: datetime
) -> Project:
    """Add a project; that is for those who are admins everywhere."""
    if actor is not None and actor.role is not Role.ADMIN:
        raise ForbiddenError("Only admins set up projects.")
    _check_name_is_free(session, settings.name)
    project = Project(**asdict(settings) | {"guidelines": ""}, kind=kind, created_at=at)
    with refusing_a_twin(session, NameTakenError()):
        session.add(project)
    audit.record(session, EventKind.PROJECT_CREATED, at=at, actor=actor, project=project)
    project.guidelines_version = 0
    write_version(session, project, settings.guidelines, seen=0, author=actor, at=at)
    return project


def change_project(
    session: Session,
    project: Project,
    settings: Settings,
    *,
    seen: int,
    note: str = "",
    actor: User,
    at: datetime,
) -> None:
    """Change the settings; the audit trail says what they were and are, but for what is text.

    Guidelines that read otherwise are a new version, made of the version `seen`; the `note` says
    what changed. Raises GuidelinesConflictError where that is not the present one.
    """
    only_admins(session, project, actor, may=MAY)
    before, after = asdict(Settings.of(project)), asdict(settings)
    changed = [field for field in after if after[field] != before[field]]
    if "name" in changed:
        _check_name_is_free(session, settings.name)
    write_version(session, project, settings.guidelines, seen=seen, note=note, author=actor, at=at)
    with refusing_a_twin(session, NameTakenError()):
        for field in changed:
            setattr(project, field, after[field])
    if changed:
        audit.record(
            session,
            EventKind.PROJECT_CHANGED,
            at=at,
            actor=actor,
            project=project,
            fields=changed,
            changed={each: [before[each], after[each]] for each in changed if each not in WORDING},
        )


def change_kind(
    session: Session, project: Project, kind: ProjectKind, *, actor: User, at: datetime
) -> None:
    """Let annotators correct masks, or no longer; everything stored stays as it is.

    Raises DomainError where they have corrected something or marked without suggestions, or where
    nobody chooses replacements.
    """
    only_admins(session, project, actor, may=MAY)
    if kind is project.kind:
        return
    if not (kind.chooses and project.kind.chooses):
        raise DomainError(f"A project of the kind “{project.kind.label}” can't become another.")
    if kind is ProjectKind.REPLACEMENT and session.scalar(select(_has_corrections(project))):
        raise DomainError(
            "Annotators have corrected what is hidden here: that can't be taken from them."
        )
    withholding.take_back(session, project)
    kinds = [project.kind, kind]
    project.kind = kind
    audit.record(
        session,
        EventKind.PROJECT_CHANGED,
        at=at,
        actor=actor,
        project=project,
        fields=["kind"],
        changed={"kind": kinds},
    )


def archive(session: Session, project: Project, *, actor: User, at: datetime) -> None:
    """Let a project be read and exported only; what is being done in it is cancelled.

    Raises DomainError while an import waits for an answer: its upload would wait for ever.
    """
    only_admins(session, project, actor, may=MAY)
    if project.archived_at:
        return
    of_project = Job.project_id == project.id
    if session.scalar(select(Job.id).where(of_project, Job.state == JobState.WAITING).limit(1)):
        raise DomainError("An import waits for an answer here: give it, or cancel it, first.")
    under_way = (of_project, Job.state.in_((JobState.QUEUED, JobState.RUNNING)))
    cancelled = update(Job).where(*under_way).values(state=JobState.CANCELLED, message=ARCHIVED)
    session.execute(cancelled, execution_options={"synchronize_session": False})
    project.archived_at = at
    audit.record(session, EventKind.PROJECT_ARCHIVED, at=at, actor=actor, project=project)


def bring_back(session: Session, project: Project, *, actor: User, at: datetime) -> None:
    """Let people work in an archived project again, where they left off."""
    only_admins(session, project, actor, may=MAY)
    if not project.archived_at:
        return
    project.archived_at = None
    audit.record(session, EventKind.PROJECT_BROUGHT_BACK, at=at, actor=actor, project=project)


def _has_corrections(project: Project) -> ColumnElement[bool]:
    of_project = select(Document.id).where(Document.project_id == project.id)
    return or_(
        exists().where(Mention.document_id.in_(of_project), ~IS_SHARED),
        exists().where(
            Assignment.project_id == project.id,
            Assignment.is_blind.is_(True),
            Assignment.state != AssignmentState.ASSIGNED,
            Layer.document_id == Assignment.document_id,
            IS_SUGGESTED,
        ),
    )


def add_member(
    session: Session,
    project: Project,
    user: User,
    *,
    role: Role | None = None,
    actor: User | None,
    at: datetime,
) -> bool:
    """Add a member to a project; False if the person was one already, with whatever role.

    Without a role they do there what they do everywhere.
    """
    only_admins(session, project, actor, may=MAY)
    if session.get(Membership, (project.id, user.id)):
        return False
    if not user.is_active:
        raise DomainError(f"{user.name} is deactivated and can't become a member.")
    with refusing_a_twin(session, ConflictError(f"{user.name} has just become a member.")):
        ids, known = {"project_id": project.id, "user_id": user.id}, project.guidelines_version
        session.add(Membership(**ids, guidelines_read=known, role=role))
    details: dict[str, Any] = {"user_id": user.id} | ({"role": role} if role else {})
    audit.record(session, EventKind.MEMBER_ADDED, at=at, actor=actor, project=project, **details)
    return True


def change_role(
    session: Session,
    project: Project,
    user: User,
    role: Role | None,
    *,
    actor: User | None,
    at: datetime,
) -> None:
    """Let a member do something else in this project; None is what they do everywhere.

    Their work stays. Raises DomainError for those who are admins everywhere: they stay so here.
    """
    only_admins(session, project, actor, may=MAY)
    membership = session.get_one(Membership, (project.id, user.id))
    if user.role is Role.ADMIN:
        raise DomainError(f"{user.name} is an admin everywhere, and so in every project.")
    if role is membership.role:
        return
    changed = {"role": [membership.role or EVERYWHERE, role or EVERYWHERE]}
    membership.role = role
    audit.record(
        session,
        EventKind.MEMBER_ROLE_CHANGED,
        at=at,
        actor=actor,
        project=project,
        user_id=user.id,
        changed=changed,
    )


def remove_member(
    session: Session, project: Project, user: User, *, actor: User, at: datetime
) -> bool:
    """Remove a member from a project; False if the person was none.

    Their assignments and choices stay: what they submitted counts, what they left open is shown
    as work of somebody who is not a member, and assigning again gives those documents to others.
    """
    only_admins(session, project, actor, may=MAY)
    membership = session.get(Membership, (project.id, user.id))
    if membership is None:
        return False
    session.delete(membership)
    audit.record(
        session, EventKind.MEMBER_REMOVED, at=at, actor=actor, project=project, user_id=user.id
    )
    return True


def _check_name_is_free(session: Session, name: str) -> None:
    if session.scalar(select(Project.id).where(Project.name == name)):
        raise NameTakenError
