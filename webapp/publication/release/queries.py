"""Queries of the pages of releases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import abort
from sqlalchemy import func, select
from sqlalchemy.orm import Session, joinedload

from annotation import records
from annotation.hidden_words import Lexicon
from annotation.outgoing import Finding
from privacy.gate import Consequence, GateFinding
from webapp.core.downloads import Exported
from webapp.core.jobs.queries import LATEST
from webapp.curation.review.identifying import has_unread_by, is_unread_by
from webapp.platform.models import (
    Assignment,
    Document,
    JobKind,
    Mention,
    Project,
    RiskAcceptance,
    User,
)
from webapp.platform.models.states import FINAL_STATES
from webapp.projects.queries import is_still_open_to
from webapp.publication.release.gating import Gate, GatedDocument
from webapp.publication.release.wanted import WantedRelease


@dataclass(frozen=True, slots=True)
class Release(Exported[WantedRelease]):
    """A release that was asked for, as pages show it."""

    KIND = JobKind.RELEASE
    HELD_BACK = "stopped"
    LISTED = "listed"

    @staticmethod
    def _read(options: Mapping[str, Any]) -> WantedRelease:
        return WantedRelease.from_json(options)

    @property
    def options(self) -> Iterator[str]:
        """The options in words."""
        wanted = self.wanted
        yield "Reviewed only" if wanted.only_reviewed else "Submitted and reviewed"
        if wanted.without_brackets:
            yield "no brackets"
        if wanted.skip_stopped:
            yield "without those that are stopped"


@dataclass(frozen=True, slots=True)
class GatePage:
    """A document at the gate, as its page shows it."""

    document: GatedDocument
    name: str
    assignment_id: int | None
    """The first submitted work on it, in whose review it is mended."""
    unread_id: int | None
    """The first work on it whose sanitized text the person has to read alone, if any."""
    spans: Mapping[str, int]
    """The rows of the spans at which leaks stand, by the digest of the finding."""
    acceptances: Sequence[RiskAcceptance]
    """Those that hold for the text as it is."""

    @property
    def open(self) -> Sequence[GateFinding]:
        """What stops it."""
        return self.document.gated.open

    @property
    def gives_away(self) -> Sequence[str]:
        """The words that lead an attack to the person."""
        return self.document.check.gives_away if self.document.check else ()

    @property
    def said(self) -> Sequence[GateFinding]:
        """What stops nothing."""
        informs = Consequence.INFORMS
        return [each for each in self.document.gated.findings if each.consequence is informs]


@dataclass(frozen=True, slots=True)
class GateView:
    """What a person may see of the documents that a release stopped at."""

    pages: Sequence[GatePage]
    withheld: int
    """How many the person has yet to annotate, independently."""
    unexplained: int
    """How many more were stopped, of which nothing is said."""

    @property
    def is_over(self) -> bool:
        """Whether nothing would be stopped now of all that was."""
        return self.is_clear and not self.unexplained

    @property
    def is_clear(self) -> bool:
        """Whether nothing that is shown would be stopped now."""
        return not self.withheld and not any(page.open for page in self.pages)


def look_at(
    session: Session, project: Project, release: Release, person: User, lexicon: Lexicon
) -> GateView:
    """Say what is found by now in the first documents that a release stopped at."""
    closed = _still_open_to(session, release.explained, person)
    ids = [each for each in release.explained if each not in closed]
    gate = Gate(session, project, release.wanted, lexicon)
    reviews, unread = _reviews_of(session, ids), _unread_of(session, ids, person)
    pages = [
        GatePage(
            each,
            each.decided.doc_id,
            reviews.get(each.document_id),
            unread.get(each.document_id),
            _spans_of(session, each),
            _standing(session, each),
        )
        for each in gate.documents(ids)
    ]
    return GateView(pages, len(closed), release.unexplained)


def _spans_of(session: Session, document: GatedDocument) -> dict[str, int]:
    rows = session.execute(
        select(Mention.mention_id, Mention.start_offset, Mention.id).where(
            Mention.document_id == document.document_id
        )
    )
    known = {(name, start): row for name, start, row in rows}
    hidden = [each for each in document.decided.iter_mentions() if each.is_masked]
    leaks = {each.digest: each.leak for each in document.gated.findings if each.leak}
    spans = {digest: _span_at(leak, hidden) for digest, leak in leaks.items()}
    places = {digest: (span.mention_id, span.start) for digest, span in spans.items()}
    return {digest: known[place] for digest, place in places.items() if place in known}


def _span_at(leak: Finding, hidden: Sequence[records.Mention]) -> records.Mention:
    """Return the span in whose place a leak stands, else the nearest before it, if there is one."""
    if leak.owner is not None:
        return leak.owner
    before = [each for each in hidden if leak.places and each.start <= leak.places[0][0]]
    return max(before, key=lambda each: each.start, default=leak.mention)


def _standing(session: Session, document: GatedDocument) -> Sequence[RiskAcceptance]:
    rows = session.scalars(
        select(RiskAcceptance)
        .options(joinedload(RiskAcceptance.person))
        .where(
            RiskAcceptance.document_id == document.document_id,
            RiskAcceptance.digest.in_(document.gated.accepted),
        )
        .order_by(RiskAcceptance.id)
    )
    return rows.all()


def _still_open_to(session: Session, ids: Sequence[int], person: User) -> set[int]:
    wanted = select(Document.id).where(Document.id.in_(ids), is_still_open_to(person))
    return set(session.scalars(wanted))


def _reviews_of(session: Session, ids: Sequence[int]) -> dict[int, int]:
    rows = session.execute(
        select(Assignment.document_id, func.min(Assignment.id))
        .where(Assignment.document_id.in_(ids), Assignment.state.in_(FINAL_STATES))
        .group_by(Assignment.document_id)
    )
    return {row.document_id: row[1] for row in rows}


def _unread_of(session: Session, ids: Sequence[int], person: User) -> dict[int, int]:
    rows = session.execute(
        select(Assignment.document_id, func.min(Assignment.id))
        .where(Assignment.document_id.in_(ids), is_unread_by(person))
        .group_by(Assignment.document_id)
    )
    return {row.document_id: row[1] for row in rows}


def gated_document(
    session: Session, project: Project, document_id: int, wanted: WantedRelease, lexicon: Lexicon
) -> GatedDocument | None:
    """Return a document of the project at the gate as it is now; None if nobody submitted it."""
    return next(Gate(session, project, wanted, lexicon).documents([document_id]), None)


def acceptance_or_404(session: Session, project: Project, acceptance_id: int) -> RiskAcceptance:
    """Load an acceptance in a document of the project, or 404."""
    acceptance = session.get(RiskAcceptance, acceptance_id)
    if acceptance is None:
        abort(404)
    document = session.get_one(Document, acceptance.document_id)
    return acceptance if document.project_id == project.id else abort(404)


def standing_acceptances(session: Session, project: Project) -> Sequence[RiskAcceptance]:
    """Return what was accepted last in documents of the project, newest first."""
    return session.scalars(
        select(RiskAcceptance)
        .options(joinedload(RiskAcceptance.person))
        .join(Document, Document.id == RiskAcceptance.document_id)
        .where(Document.project_id == project.id)
        .order_by(RiskAcceptance.id.desc())
        .limit(LATEST)
    ).all()


def names_of(
    session: Session, acceptances: Sequence[RiskAcceptance], reader: User
) -> dict[int, str]:
    """Return what documents are called that some acceptances are about, unread ones by number."""
    ids = {each.document_id for each in acceptances}
    rows = session.execute(
        select(
            Document.id,
            Document.doc_id,
            Document.position,
            has_unread_by(reader).label("is_unread"),
        ).where(Document.id.in_(ids))
    )
    return {row.id: f"Document {row.position + 1}" if row.is_unread else row.doc_id for row in rows}
