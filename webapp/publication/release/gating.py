"""The documents of a project before the gate: as they would go out, with what was found in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from annotation import records
from annotation.hidden_words import Lexicon
from annotation.writing import Anonymized
from privacy.gate import Acceptance, Check, FindingKind, Gated, digest_of_text, judge
from webapp.core.anonymizing import outgoing_of
from webapp.core.records import confirmed_documents
from webapp.intake.backgrounds.queries import background_of
from webapp.platform.models import Document, Project, RiskAcceptance, RiskCheck
from webapp.publication.export.files import submitted_records
from webapp.publication.release.wanted import WantedRelease


@dataclass(frozen=True, slots=True)
class GatedDocument:
    """A document before the gate."""

    document_id: int
    number: int
    decided: records.Document
    """Its record; in a masking project with `***` for all that is hidden."""
    anonymized: Anonymized
    """As it would be written, with brackets or without."""
    text_digest: str
    """Of the text with brackets, by which checks know it."""
    gated: Gated
    check: Check | None
    """The check of this text and background, if it was made."""
    is_unmasked: bool
    """Whether nothing in it is hidden."""


class Gate:
    """The gate of a project: judges the documents that are wanted, one batch at a time."""

    def __init__(
        self, session: Session, project: Project, wanted: WantedRelease, lexicon: Lexicon
    ) -> None:
        self._session, self._project, self._wanted = session, project, wanted
        self._outgoing = outgoing_of(project, lexicon)
        self._confirmed = confirmed_documents(session, project)
        self._acceptances = _acceptances_in(session, project)
        background = background_of(session, project)
        self._background_at = background.made_at if background else None

    def documents(self, ids: Collection[int] | None = None) -> Iterator[GatedDocument]:
        """Yield the wanted documents as they would go out; `ids` keeps these alone."""
        submitted = submitted_records(
            self._session, self._project, only_reviewed=self._wanted.only_reviewed, ids=ids
        )
        for document_id, number, record in submitted:
            yield self._judged(document_id, number, record)

    def _judged(self, document_id: int, number: int, record: records.Document) -> GatedDocument:
        decided = self._outgoing.decided(record)
        is_confirmed = record.doc_id in self._confirmed
        whole = self._outgoing.anonymize(decided, may_be_unmasked=is_confirmed)
        digest = digest_of_text(whole.text)
        check = _check_of(self._session, document_id)
        gated = judge(
            whole,
            text_digest=digest,
            check=check,
            background_at=self._background_at,
            acceptances=self._acceptances.get(document_id, ()),
        )
        return GatedDocument(
            document_id,
            number,
            decided,
            self._as_written(decided, whole, is_confirmed=is_confirmed),
            digest,
            gated,
            check if check and check.is_current(digest, self._background_at) else None,
            is_unmasked=is_confirmed or whole.is_unmasked,
        )

    def _as_written(
        self, decided: records.Document, whole: Anonymized, *, is_confirmed: bool
    ) -> Anonymized:
        if not self._wanted.without_brackets:
            return whole
        return self._outgoing.anonymize(decided, may_be_unmasked=is_confirmed, has_brackets=False)


def _check_of(session: Session, document_id: int) -> Check | None:
    stored = session.get(RiskCheck, document_id)
    if stored is None:
        return None
    return Check.from_report(
        stored.report, text_digest=stored.text_digest, background_at=stored.background_at
    )


def _acceptances_in(session: Session, project: Project) -> Mapping[int, Sequence[Acceptance]]:
    """Return what was accepted in the documents of a project, in whatever text they had then."""
    rows = session.scalars(
        select(RiskAcceptance)
        .options(joinedload(RiskAcceptance.person))
        .join(Document, Document.id == RiskAcceptance.document_id)
        .where(Document.project_id == project.id)
        .order_by(RiskAcceptance.id)
    )
    found: defaultdict[int, list[Acceptance]] = defaultdict(list)
    for row in rows:
        kind, name = FindingKind(row.kind), row.person.name
        accepted = Acceptance(kind, row.digest, row.reason, name, row.accepted_at)
        found[row.document_id].append(accepted)
    return found
