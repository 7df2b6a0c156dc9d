"""The documents of a project before the gate: as they would go out, with what was found in them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from annotation import records
from annotation.hidden_words import Lexicon
from annotation.rendering import as_chosen
from annotation.writing import Anonymized, Anonymizer, all_masked
from ontology.rules.grammar import fit
from privacy.gate import Acceptance, Check, FindingKind, Gated, digest_of_text, judge
from webapp.export.files import submitted_records
from webapp.models import Background, Project, RiskAcceptance, RiskCheck
from webapp.records import confirmed_documents
from webapp.release.wanted import WantedRelease


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

    @property
    def is_stale(self) -> bool:
        """Whether it has to be attacked before it may go out."""
        return any(each.kind is FindingKind.UNCHECKED for each in self.gated.findings)


@dataclass(frozen=True, slots=True)
class Outgoing:
    """Puts the choices of a project's documents in their places, as releases and attacks do."""

    lexicon: Lexicon
    chooses: bool
    fits_grammar: bool

    @classmethod
    def of(cls, project: Project, lexicon: Lexicon) -> Outgoing:
        """Get ready for a project."""
        return cls(lexicon, project.kind.chooses, project.fits_grammar)

    def decided(self, record: records.Document) -> records.Document:
        """Return a record in which everything has the choice that goes out."""
        return record if self.chooses else all_masked(record)

    def anonymize(
        self, decided: records.Document, *, may_be_unmasked: bool, has_brackets: bool = True
    ) -> Anonymized:
        """Return a decided record as it goes out; attacks are made on its text with brackets."""
        fitter = fit if self.fits_grammar else as_chosen
        anonymizer = Anonymizer(self.lexicon, fitter, has_brackets)
        return anonymizer.anonymize(decided, may_be_unmasked=may_be_unmasked)


class Gate:
    """The gate of a project: judges the documents that are wanted, one batch at a time."""

    def __init__(
        self, session: Session, project: Project, wanted: WantedRelease, lexicon: Lexicon
    ) -> None:
        self._session, self._project, self._wanted = session, project, wanted
        self._outgoing = Outgoing.of(project, lexicon)
        self._confirmed = confirmed_documents(session, project)
        background = session.get(Background, project.id)
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
            acceptances=acceptances_of(self._session, document_id),
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


def acceptances_of(session: Session, document_id: int) -> Sequence[Acceptance]:
    """Return what was accepted in a document, in whatever text it had then."""
    rows = session.scalars(
        select(RiskAcceptance)
        .options(joinedload(RiskAcceptance.person))
        .where(RiskAcceptance.document_id == document_id)
        .order_by(RiskAcceptance.id)
    )
    return [
        Acceptance(FindingKind(row.kind), row.digest, row.reason, row.person.name, row.accepted_at)
        for row in rows
    ]
