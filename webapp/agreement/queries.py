"""What the page and the command read: how far the figures are, where the disputes stand."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import ScalarSelect, Subquery, false, func, select
from sqlalchemy.orm import Session

from annotation.agreement import AgreementReport, Dispute, Place
from webapp.agreement.computing import fingerprint_of
from webapp.models import (
    IS_SHARED,
    NEEDS_CHOICE,
    AgreementSnapshot,
    Assignment,
    Document,
    Job,
    JobKind,
    JobState,
    Mention,
    Project,
    ProjectKind,
    User,
)
from webapp.models.states import FINAL_STATES
from webapp.projects.queries import is_still_open_to

AROUND = 60
"""Characters of the text that are shown on either side of a place."""
REST = timedelta(minutes=1)
"""How old figures must be before an open page asks for new ones by itself."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The figures kept for a project, whether they still hold, and the job that renews them."""

    snapshot: AgreementSnapshot | None
    is_current: bool
    job: Job | None
    """The latest computation, whatever became of it."""

    @property
    def is_pending(self) -> bool:
        """Whether new figures are on their way."""
        return self.job is not None and not self.job.state.is_over

    @property
    def has_failed(self) -> bool:
        """Whether the last attempt to renew the figures came to nothing."""
        return not self.is_current and self.job is not None and self.job.state is JobState.FAILED

    def renews_itself(self, now: datetime) -> bool:
        """Whether the page should ask for new figures without being told to."""
        if self.is_current or self.is_pending or self.has_failed:
            return False
        return self.snapshot is None or now - self.snapshot.computed_at > REST


@dataclass(frozen=True, slots=True)
class DisputedMention:
    """A disputed mention with the place where it stands."""

    dispute: Dispute
    doc_id: str
    mention_id: str
    number: int
    """Of the mention among those to be replaced, in text order, from 1."""
    span_text: str
    assignment_id: int | None
    """A submitted assignment of the document, to read the mention in its text."""
    is_withheld: bool
    """Whether the reader has to choose for the same document first."""


@dataclass(frozen=True, slots=True)
class ReadPlace:
    """A place where annotators differ, with the text around it."""

    place: Place
    document_id: int
    text: str
    readings: Mapping[str, int]
    """The submitted assignments of the document, by annotator."""
    is_withheld: bool
    """Whether the reader has to choose for the same document first."""

    @property
    def before(self) -> str:
        """What stands before the place."""
        start = self.place.borders[0]
        cut = "…" if start > AROUND else ""
        return cut + self.text[max(0, start - AROUND) : start]

    @property
    def words(self) -> str:
        """The span in question."""
        return self.text[slice(*self.place.borders)]

    @property
    def after(self) -> str:
        """What stands behind the place."""
        end = self.place.borders[1]
        cut = "…" if len(self.text) > end + AROUND else ""
        return self.text[end : end + AROUND] + cut

    @property
    def earlier_words(self) -> str:
        """The span that some take for the same entity, of a link."""
        return self.text[slice(*self.place.earlier)] if self.place.earlier else ""


def standing_of(session: Session, project: Project) -> Standing:
    """Look up the stored figures and the latest computation."""
    snapshot = session.get(AgreementSnapshot, project.id)
    job = session.scalars(
        select(Job)
        .where(Job.project_id == project.id, Job.kind == JobKind.AGREEMENT)
        .order_by(Job.id.desc())
        .limit(1)
    ).first()
    is_current = snapshot is not None and snapshot.fingerprint == fingerprint_of(session, project)
    return Standing(snapshot, is_current, job)


def disputed_mentions(
    session: Session,
    project: Project,
    disputes: tuple[Dispute, ...],
    *,
    reader: User | None = None,
) -> list[DisputedMention]:
    """Find where disputes stand; `doc_id` and `mention_id` in them are row ids.

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
            _first_reading(),
            is_still_open_to(reader) if reader else false(),
        )
        .join(numbered, numbered.c.id == Mention.id)
        .join(Document, Document.id == Mention.document_id)
        .where(
            Document.project_id == project.id,
            Mention.id.in_({int(dispute.mention_id) for dispute in disputes}),
        )
    )
    places = {row.id: row[1:] for row in rows}
    return [
        DisputedMention(dispute, *places[int(dispute.mention_id)])
        for dispute in disputes
        if int(dispute.mention_id) in places
    ]


def read_places(
    session: Session, project: Project, places: Collection[Place], *, reader: User
) -> list[ReadPlace]:
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
    readings = _readings(session, [row.id for row in documents.values()])
    return [
        ReadPlace(place, row.id, row.text, readings.get(row.id, {}), row.is_withheld)
        for place in places
        if (row := documents.get(place.doc_id))
    ]


def _readings(session: Session, document_ids: Collection[int]) -> dict[int, dict[str, int]]:
    rows = session.execute(
        select(Assignment.document_id, User.name, Assignment.id)
        .join(Assignment.annotator)
        .where(Assignment.document_id.in_(document_ids), Assignment.state.in_(FINAL_STATES))
    )
    readings: dict[int, dict[str, int]] = {}
    for document_id, annotator, assignment_id in rows:
        readings.setdefault(document_id, {})[annotator] = assignment_id
    return readings


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


def _first_reading() -> ScalarSelect[int | None]:
    return (
        select(func.min(Assignment.id))
        .where(Assignment.document_id == Document.id, Assignment.state.in_(FINAL_STATES))
        .correlate(Document)
        .scalar_subquery()
    )
