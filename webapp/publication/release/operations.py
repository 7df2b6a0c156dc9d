"""Verbs on releases: ask for one, accept what stops it, take it out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotation.hidden_words import Lexicon
from privacy.gate import Consequence, FindingKind, GateFinding
from webapp.core import audit, downloads
from webapp.core.jobs.operations import request_job
from webapp.curation.review.identifying import UnreadError, has_unread_by
from webapp.curation.review.permissions import check_may_read_choices
from webapp.platform.errors import ConflictError, DomainError
from webapp.platform.models import (
    Document,
    EventKind,
    Job,
    JobKind,
    Project,
    RiskAcceptance,
    RiskKind,
    User,
)
from webapp.publication.release.gating import GatedDocument
from webapp.publication.release.wanted import WantedRelease
from webapp.publication.release.writing import names_what_is_hidden

YES = "Yes."
"""What stands for the reason where a yes is enough and nobody gave one."""


class ChangedError(ConflictError):
    """What somebody accepts is not what is there now."""

    def __init__(self) -> None:
        super().__init__("The text has changed since, or was attacked anew: look at it again.")


@dataclass(frozen=True, slots=True)
class Accepting:
    """Which finding somebody accepts, and why."""

    kind: FindingKind
    digest: str
    reason: str
    is_told: bool
    """Whether they wanted to be told of it before they read the text alone."""


def request_release(
    session: Session, project: Project, wanted: WantedRelease, *, person: User, at: datetime
) -> Job:
    """Ask for a release, to be written after the commit."""
    return request_job(
        session, JobKind.RELEASE, project, person=person, at=at, wanted=wanted.to_json()
    )


def accept(
    session: Session,
    document: GatedDocument | None,
    accepting: Accepting,
    *,
    lexicon: Lexicon,
    person: User,
    at: datetime,
) -> None:
    """Answer for a finding of a document as it reads now; raises DomainError, ChangedError.

    Raises UnreadError where the person has to read the text alone first, unless they wanted to be
    told of it all the same. The reason goes into reports: it names nothing that the document hides.
    """
    kind, digest = accepting.kind, accepting.digest
    finding = _found(document, kind, digest)
    if document is None or finding is None:
        raise ChangedError
    check_may_read_choices(session, document.document_id, person)
    if not accepting.is_told:
        _check_read(session, document.document_id, person)
    if digest in document.gated.accepted:
        raise ConflictError("Somebody has accepted this already.")
    reason = _checked(accepting.reason, finding, document, lexicon)
    session.add(
        RiskAcceptance(
            document_id=document.document_id,
            kind=RiskKind(kind.value),
            digest=digest,
            reason=reason,
            person_id=person.id,
            accepted_at=at,
        )
    )
    _record(session, EventKind.RISK_ACCEPTED, document.document_id, kind, reason, person, at)


def _check_read(session: Session, document_id: int, person: User) -> None:
    unread = select(Document.id).where(Document.id == document_id, has_unread_by(person))
    if session.scalar(unread) is not None:
        raise UnreadError


def _found(document: GatedDocument | None, kind: FindingKind, digest: str) -> GateFinding | None:
    if document is None or not kind.can_be_accepted:
        return None
    of_kind = (each for each in document.gated.findings if each.kind is kind)
    return next((each for each in of_kind if each.digest == digest), None)


def _checked(reason: str, finding: GateFinding, document: GatedDocument, lexicon: Lexicon) -> str:
    """Return a reason as it is kept; raises DomainError where one is lacking, or tells too much."""
    reason = " ".join(reason.split())
    if not reason and finding.consequence is Consequence.STOPS:
        raise DomainError("Say why this may go out: the reason stands in the report.")
    if named := names_what_is_hidden(document, reason, lexicon):
        raise DomainError(
            f"“{named}” is hidden in this document, and the reason goes into the report: say it"
            " without."
        )
    return reason or YES


def withdraw(session: Session, acceptance: RiskAcceptance, *, person: User, at: datetime) -> None:
    """Take an acceptance back, whoever gave it: the finding stops releases again."""
    kind = FindingKind(acceptance.kind.value)
    document_id, reason = acceptance.document_id, acceptance.reason
    check_may_read_choices(session, document_id, person)
    session.delete(acceptance)
    _record(session, EventKind.ACCEPTANCE_WITHDRAWN, document_id, kind, reason, person, at)


def _record(
    session: Session,
    event: EventKind,
    document_id: int,
    kind: FindingKind,
    reason: str,
    person: User,
    at: datetime,
) -> None:
    document = session.get_one(Document, document_id)
    audit.record(
        session, event, at=at, actor=person, document=document, risk=kind.value, reason=reason
    )


def record_release(
    session: Session,
    project: Project,
    wanted: WantedRelease,
    *,
    person: User | None,
    at: datetime,
    stopped: int,
    accepted: int,
    job_id: int | None = None,
) -> None:
    """Note in the audit trail who takes sanitized texts out of the project."""
    details = wanted.to_json() | {"left_out": stopped, "accepted": accepted, "job_id": job_id}
    audit.record(session, EventKind.RELEASED, at=at, actor=person, project=project, **details)


def record_key(
    session: Session,
    project: Project,
    *,
    person: User | None,
    at: datetime,
    job_id: int | None = None,
) -> None:
    """Note who takes the key of a release, which says which text is which document."""
    audit.record(
        session, EventKind.EXPORTED, at=at, actor=person, project=project, key=True, job_id=job_id
    )


def record_download(
    session: Session, project: Project, job: Job, *, person: User, at: datetime, is_resumed: bool
) -> None:
    """Note who takes a release out; not again where a download that was noted goes on."""
    if is_resumed and downloads.was_noted(session, job, EventKind.RELEASED, person):
        return
    result = job.arguments["result"]
    record_release(
        session,
        project,
        WantedRelease.from_json(job.arguments["wanted"]),
        person=person,
        at=at,
        stopped=result["stopped"],
        accepted=result["accepted"],
        job_id=job.id,
    )
