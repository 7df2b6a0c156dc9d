"""Queries of the page and the command: the status of the report, the places of disputes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from sqlalchemy import ScalarSelect, Subquery, false, func, select
from sqlalchemy.orm import Session

from annotation.agreement import AgreementReport, Dispute, Place
from webapp.core.jobs.reports import ReportStatus, status_of
from webapp.insight.agreement.computing import fingerprint_of
from webapp.platform.models import (
    IS_SHARED,
    NEEDS_CHOICE,
    AgreementSnapshot,
    Assignment,
    Document,
    JobKind,
    Mention,
    Project,
    ProjectKind,
    User,
)
from webapp.platform.models.states import FINAL_STATES
from webapp.projects.queries import is_still_open_to

CONTEXT = 60
"""Characters of the text that are shown on either side of a place."""


@dataclass(frozen=True, slots=True)
class DisputedMention:
    """A disputed mention with the place where it stands."""

    dispute: Dispute
    doc_id: str
    mention_id: str
    number: int
    """Of the mention among those to be replaced, in text order, from 1."""
    span_text: str
    start: int
    end: int
    document_id: int
    assignment_id: int | None
    """A submitted assignment of the document, without which nobody settles it."""
    is_withheld: bool
    """Whether the reader has to choose for the same document first."""


@dataclass(frozen=True, slots=True)
class PlaceInText:
    """A place where annotators differ, with the text around it."""

    place: Place
    document_id: int
    text: str
    assignments: Mapping[str, int]
    """The submitted assignments of the document, by annotator."""
    is_withheld: bool
    """Whether the reader has to choose for the same document first."""

    @property
    def before(self) -> str:
        """The text before the place."""
        start = self.place.borders[0]
        cut = "…" if start > CONTEXT else ""
        return cut + self.text[max(0, start - CONTEXT) : start]

    @property
    def words(self) -> str:
        """The span in question."""
        return self.text[slice(*self.place.borders)]

    @property
    def after(self) -> str:
        """The text behind the place."""
        end = self.place.borders[1]
        cut = "…" if len(self.text) > end + CONTEXT else ""
        return self.text[end : end + CONTEXT] + cut

    @property
    def earlier_words(self) -> str:
        """The earlier span of a link, which some annotators take for the same entity."""
        return self.text[slice(*self.place.earlier)] if self.place.earlier else ""


def report_status_of(session: Session, project: Project) -> ReportStatus:
    """Return the stored report of a project with its status."""
    snapshot = session.get(AgreementSnapshot, project.id)
    fingerprint = fingerprint_of(session, project)
    return status_of(session, project, JobKind.AGREEMENT, snapshot, fingerprint=fingerprint)


def disputed_mentions(
    session: Session,
    project: Project,
    disputes: tuple[Dispute, ...],
    *,
    reader: User | None = None,
) -> list[DisputedMention]:
    """Return the places of disputes; `doc_id` and `mention_id` in disputes are row ids.

    What was removed since the report was computed is left out. Without a reader, as on the command
    line, nothing is withheld.
    """
    numbered = _numbered(project, {int(dispute.doc_id) for dispute in disputes})
    rows = session.execute(
        select(
            Mention.id,
            Document.doc_id,
            Mention.mention_id,
            numbered.c.number,
            Mention.span_text,
            Mention.start_offset,
            Mention.end_offset,
            Document.id,
            _first_assignment(),
            is_still_open_to(reader) if reader else false(),
        )
        .join(numbered, numbered.c.id == Mention.id)
        .join(Document, Document.id == Mention.document_id)
        .where(
            Document.project_id == project.id,
            Mention.id.in_({int(dispute.mention_id) for dispute in disputes}),
        )
    )
    places = {row[0]: row[1:] for row in rows}
    return [
        DisputedMention(dispute, *places[int(dispute.mention_id)])
        for dispute in disputes
        if int(dispute.mention_id) in places
    ]


def read_places(
    session: Session, project: Project, places: Collection[Place], *, reader: User
) -> list[PlaceInText]:
    """Find the texts of places in two queries; what was removed since is left out."""
    named = {place.doc_id for place in places}
    rows = session.execute(
        select(
            Document.doc_id,
            Document.id,
            Document.text,
            is_still_open_to(reader).label("is_withheld"),
        ).where(Document.project_id == project.id, Document.doc_id.in_(named))
    )
    documents = {row.doc_id: row for row in rows}
    assignments = _submitted_assignments(session, [row.id for row in documents.values()])
    return [
        PlaceInText(place, row.id, row.text, assignments.get(row.id, {}), row.is_withheld)
        for place in places
        if (row := documents.get(place.doc_id))
    ]


def _submitted_assignments(
    session: Session, document_ids: Collection[int]
) -> dict[int, dict[str, int]]:
    rows = session.execute(
        select(Assignment.document_id, User.name, Assignment.id)
        .join(Assignment.annotator)
        .where(Assignment.document_id.in_(document_ids), Assignment.state.in_(FINAL_STATES))
    )
    assignments: dict[int, dict[str, int]] = {}
    for document_id, annotator, assignment_id in rows:
        assignments.setdefault(document_id, {})[annotator] = assignment_id
    return assignments


def with_names(session: Session, project: Project, report: AgreementReport) -> AgreementReport:
    """Name the disputed documents and mentions as their records do, instead of by row ids."""
    named = (
        replace(mention.dispute, doc_id=mention.doc_id, mention_id=mention.mention_id)
        for mention in disputed_mentions(session, project, report.disputed)
    )
    return replace(report, disputed=tuple(named))


def _numbered(project: Project, document_ids: set[int]) -> Subquery:
    """Count the mentions that need a choice in each document, from 1 in text order.

    Where annotators correct the shared ones, these alone are counted: all can choose for them.
    """
    counted = [IS_SHARED] if project.kind is ProjectKind.ONE_PASS else []
    order = (Mention.start_offset, Mention.id)
    number = func.row_number().over(partition_by=Mention.document_id, order_by=order)
    return (
        select(Mention.id, number.label("number"))
        .where(Mention.document_id.in_(document_ids), NEEDS_CHOICE, *counted)
        .subquery()
    )


def _first_assignment() -> ScalarSelect[int | None]:
    return (
        select(func.min(Assignment.id))
        .where(Assignment.document_id == Document.id, Assignment.state.in_(FINAL_STATES))
        .correlate(Document)
        .scalar_subquery()
    )
