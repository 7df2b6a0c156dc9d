"""Computing the figures of a project in the worker: payloads for pages, checks of what goes out.

What is lacking or behind is found anew at each start, so a job that was killed loses nothing but
its time. Each document is written by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from flask import current_app
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from annotation import records
from annotation.errors import RecordError
from annotation.formatting import counted
from privacy.anonymity import KPayload, People
from privacy.attacks import Attack
from privacy.attacks.words import WordsAttack
from privacy.background import Background as Opened
from privacy.errors import PayloadError
from privacy.facts import person_of, profiles_of
from privacy.payload import RiskPayload, build_payload
from webapp.config import Config
from webapp.extensions import db
from webapp.jobs.running import RunningJob
from webapp.jobs.tasks import JobHandler
from webapp.models import (
    Assignment,
    Background,
    Document,
    DocumentRisk,
    Project,
    RiskCheck,
    utc_now,
)
from webapp.models.states import FINAL_STATES
from webapp.records import Layers, NumberedRecords
from webapp.review.deciding import load_corrected
from webapp.risk.checking import Checker, OutgoingText, Report, live_attacks, outgoing_text
from webapp.risk.documents import iter_documents
from webapp.risk.figures import opened_figures
from webapp.risk.reading import look_with


def run(job: RunningJob) -> str:
    """Make the payloads that are lacking or behind, and check the texts that would go out."""
    config: Config = current_app.extensions["palimpsest"]
    with Session(db.engine) as session:
        everybody = _Everybody.of(session, config, job.project_id)
        total = everybody.documents
        made = checked = 0
        for number, (document_id, document) in enumerate(iter_documents(session, job.project_id)):
            job.heartbeat(number, total, "Computing privacy figures")
            session.rollback()  # nothing is held while one is computed
            one = _Document(config, everybody, document_id, document)
            made += one.renew()
            checked += one.check()
    return f"{counted(made, 'document')} counted anew, {counted(checked, 'text')} checked."


HANDLER = JobHandler(run)


@dataclass(frozen=True)
class _Everybody:
    """What all documents of a project are compared with."""

    project_id: int
    documents: int
    people: People
    named: Mapping[str, Sequence[str]]
    """Person → the names of the documents about them."""
    background: Opened | None
    background_at: datetime | None
    checker: Checker

    @classmethod
    def of(cls, session: Session, config: Config, project_id: int) -> _Everybody:
        names: dict[str, list[str]] = {}
        people = People(profiles_of(_counted(session, project_id, names)))
        row = session.get(Background, project_id)
        opened = Opened.open(config.home / "backgrounds" / row.folder) if row else None
        attacks: list[Attack] = [WordsAttack(opened)] if opened else []
        return cls(
            project_id,
            sum(map(len, names.values())),
            people,
            names,
            opened,
            row.made_at if row else None,
            Checker(attacks, opened_figures(config)),
        )

    def key_of(self, document: records.Document) -> str | None:
        """Return the name that the background has for whom a document is about, if it has one."""
        names = [document.doc_id, *self.named[person_of(document)]]
        known = self.background
        return next((each for each in names if known and known.number_of(each) is not None), None)


def _counted(
    session: Session, project_id: int, names: dict[str, list[str]]
) -> Iterator[records.Document]:
    for _, document in iter_documents(session, project_id):
        names.setdefault(person_of(document), []).append(document.doc_id)
        yield document


@dataclass
class _Document:
    """One document at work."""

    config: Config
    everybody: _Everybody
    document_id: int
    counted: records.Document
    payload: RiskPayload | None = None
    is_renewed: bool = False

    def renew(self) -> bool:
        """Make the payload anew where it is lacking or behind; return whether it was."""
        everybody = self.everybody
        with Session(db.engine) as session:
            self.payload = self._current(session.get(DocumentRisk, self.document_id))
            if self.payload is not None:
                return False
            session.rollback()
            at = utc_now()
            self.payload = self._build()
            if session.get(Document, self.document_id) is None:
                return False  # deleted meanwhile
            session.execute(delete(DocumentRisk).where(self._is_of(DocumentRisk)))
            session.add(
                DocumentRisk(
                    document_id=self.document_id,
                    payload=self.payload.to_bytes(),
                    made_at=at,
                    background_at=everybody.background_at,
                )
            )
            session.commit()
        self.is_renewed = True
        return True

    @cached_property
    def _k(self) -> KPayload:
        mentions = self.counted.iter_mentions()
        return self.everybody.people.payload(mentions, person=person_of(self.counted))

    def _build(self) -> RiskPayload:
        person = self.everybody.key_of(self.counted)
        return build_payload(self.counted, self.everybody.background, person=person, k=self._k)

    def _current(self, stored: DocumentRisk | None) -> RiskPayload | None:
        """Return the payload that is stored, unless people, background or spans are others now."""
        if stored is None or stored.background_at != self.everybody.background_at:
            return None
        try:
            payload = RiskPayload.from_bytes(stored.payload)
        except PayloadError:
            return None
        return payload if payload.k == self._k else None

    def check(self) -> bool:
        """Check the text that would go out, unless that was done; return whether it was now."""
        with Session(db.engine) as session:
            project = session.get_one(Project, self.everybody.project_id)
            stored = session.get(RiskCheck, self.document_id)
            outgoing = self._outgoing(session, project)
            work = self._work(session)
            if outgoing is None:
                session.execute(delete(RiskCheck).where(self._is_of(RiskCheck)))
                session.commit()
                return False
            if stored and self._is_current(stored, outgoing, work):
                return False
            at = utc_now()
            report = self._report(session, outgoing, work)
            session.execute(delete(RiskCheck).where(self._is_of(RiskCheck)))
            session.add(
                RiskCheck(
                    document_id=self.document_id,
                    text_digest=outgoing.digest,
                    background_at=self.everybody.background_at,
                    report=report,
                    checked_at=at,
                )
            )
            session.commit()
        return True

    def _report(
        self, session: Session, outgoing: OutgoingText, work: Sequence[Assignment]
    ) -> Report:
        assert self.payload is not None  # noqa: S101 - it was renewed before
        person = self.everybody.key_of(self.counted)
        report = self.everybody.checker.check(outgoing, self.payload, person)
        return report | {"annotators": [self._of_annotator(session, each) for each in work]}

    def _of_annotator(self, session: Session, assignment: Assignment) -> Report:
        assert self.payload is not None  # noqa: S101 - likewise
        looked = look_with(self.config, self.payload, load_corrected(session, assignment)[0])
        return {
            "id": assignment.annotator_id,
            "k": looked.fitting,
            "kept": looked.kept,
            "attacks": live_attacks(looked.live.attack),
        }

    def _outgoing(self, session: Session, project: Project) -> OutgoingText | None:
        wanted = NumberedRecords(
            session, project, states=FINAL_STATES, ids=[self.document_id], layers=Layers.OUTGOING
        )
        for each in wanted:
            if not isinstance(each.found, RecordError):
                return outgoing_text(
                    each.found,
                    self.counted,
                    chooses=project.kind.chooses,
                    fits_grammar=project.fits_grammar,
                )
        return None

    def _work(self, session: Session) -> Sequence[Assignment]:
        submitted = select(Assignment).where(
            Assignment.document_id == self.document_id, Assignment.state.in_(FINAL_STATES)
        )
        return session.scalars(submitted.order_by(Assignment.id)).all()

    def _is_current(
        self, stored: RiskCheck, outgoing: OutgoingText, work: Sequence[Assignment]
    ) -> bool:
        return (
            not self.is_renewed
            and stored.text_digest == outgoing.digest
            and stored.background_at == self.everybody.background_at
            and all(each.changed_at <= stored.checked_at for each in work)
        )

    def _is_of(self, table: type[DocumentRisk] | type[RiskCheck]):  # noqa: ANN202 - a condition
        return table.document_id == self.document_id
