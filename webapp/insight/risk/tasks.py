"""Computing the figures of a project in the worker: payloads for pages, checks of what goes out.

What is lacking or behind is found anew at each start, so a job that was killed loses nothing but
its time. Each document is written by itself; attacked are many at once, by a process of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from flask import current_app
from sqlalchemy import ColumnElement, delete, exists, select, update
from sqlalchemy.orm import Session

from annotation import records
from annotation.errors import RecordError
from annotation.formatting import counted
from annotation.hidden_words import NoLexicon
from palimpsest.checking import (
    Findings,
    OutgoingText,
    Report,
    outgoing_text,
    places_of,
    targets_of,
)
from privacy.attacks import Target
from privacy.facts import person_of
from privacy.payload import RiskPayload, build_payload
from webapp.core.anonymizing import outgoing_of
from webapp.core.jobs.running import RunningJob
from webapp.core.jobs.tasks import JobHandler
from webapp.core.records import Layers, NumberedRecords
from webapp.core.work.corrections import load_corrected
from webapp.insight.risk.attacking import attack
from webapp.insight.risk.documents import iter_documents
from webapp.insight.risk.everybody import Everybody
from webapp.insight.risk.measures import live_attacks, measures_of, measures_of_work
from webapp.insight.risk.reading import look_with, spans_of
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    Document,
    DocumentRisk,
    Project,
    RiskCheck,
    RiskOfWork,
    utc_now,
)
from webapp.platform.models.states import FINAL_STATES
from webapp.versions import folders

ATTACKED_AT_ONCE = 200
"""How many documents one process attacks: what it said is kept, whatever becomes of the next."""
ATTACKING = "Attacking what would go out"


def run(job: RunningJob) -> str:
    """Make the payloads that are lacking or behind, then check the texts that would go out.

    All payloads come first: pages wait for them, and an attack may take long.
    """
    config: Config = current_app.extensions["palimpsest"]
    with Session(db.engine) as session:
        everybody = Everybody.of(session, config, job.project_id)
        made, behind = 0, everybody.behind(session)
        for number, one in enumerate(_iter_work(session, config, everybody, behind)):
            job.heartbeat(number, 3 * len(behind), "Computing privacy figures")
            made += one.renew()
        submitted = _submitted(session, job.project_id)
        checks = _Checks(job, everybody, documents=len(submitted))
        for one in _iter_work(session, config, everybody, submitted):
            checks.take(one)
        checks.attack()
    return f"{counted(made, 'document')} counted anew, {counted(checks.made, 'text')} checked."


def close(job: RunningJob) -> None:
    """Remove the texts that were attacked."""
    folders.clear(current_app.extensions["palimpsest"], job.id)


def _submitted(session: Session, project_id: int) -> Sequence[int]:
    """Return the documents of which a text would go out, and those that have a check."""
    work = exists().where(Assignment.document_id == Document.id, Assignment.state.in_(FINAL_STATES))
    checked = exists().where(RiskCheck.document_id == Document.id)
    in_project = select(Document.id).where(Document.project_id == project_id, work | checked)
    return session.scalars(in_project.order_by(Document.position, Document.id)).all()


def _iter_work(
    session: Session, config: Config, everybody: Everybody, ids: Sequence[int]
) -> Iterator[_Document]:
    for document_id, document in iter_documents(session, ids):
        session.rollback()  # nothing is held while one is computed
        yield _Document(config, everybody, document_id, document)


HANDLER = JobHandler(run, close)


@dataclass
class _Document:
    """One document at work."""

    config: Config
    everybody: Everybody
    document_id: int
    counted: records.Document

    def renew(self) -> bool:
        """Make the payload anew where it is lacking or behind; return whether it was."""
        with Session(db.engine) as session:
            stored = session.get(DocumentRisk, self.document_id)
            if self._current(stored) is not None:
                return False
            before = (stored.payload, stored.background_at) if stored else None
            session.rollback()
            at = utc_now()
            after = (self._build().to_bytes(), self.everybody.background_at)
            if session.get(Document, self.document_id) is None:
                return False  # deleted meanwhile
            if after == before:  # what others are said to be changes nothing here
                of_this = update(DocumentRisk).where(self._is_of(DocumentRisk))
                session.execute(of_this.values(facts=self._facts))
            else:
                self._replace(session, *after, at=at)
            session.commit()
        return after != before

    def _replace(
        self, session: Session, payload: bytes, background_at: datetime | None, *, at: datetime
    ) -> None:
        session.execute(delete(DocumentRisk).where(self._is_of(DocumentRisk)))
        session.add(
            DocumentRisk(
                document_id=self.document_id,
                facts=self._facts,
                payload=payload,
                made_at=at,
                background_at=background_at,
            )
        )

    @cached_property
    def _facts(self) -> str:
        return self.everybody.facts_of(self.counted)

    def _build(self) -> RiskPayload:
        mentions = self.counted.iter_mentions()
        k = self.everybody.people.payload(mentions, person=person_of(self.counted))
        person = self.everybody.known_as(self.counted)
        return build_payload(self.counted, self.everybody.background, person=person, k=k)

    def _current(self, stored: DocumentRisk | None) -> RiskPayload | None:
        """Return the payload that is stored, unless people, background or spans are others now."""
        if stored is None or stored.facts != self._facts:
            return None
        if stored.background_at != self.everybody.background_at:
            return None
        return RiskPayload.from_bytes(stored.payload)

    def begin_check(self) -> _Check | None:
        """Return what is to be attacked of the text that would go out, None where that was done."""
        with Session(db.engine) as session:
            counted_now = session.get(DocumentRisk, self.document_id)
            payload = self._current(counted_now)
            if counted_now is None or payload is None:
                return None  # its lists are new since a moment ago, and a job follows
            project = session.get_one(Project, self.everybody.project_id)
            at = utc_now()  # what is changed from now on is not in the check
            outgoing, work = self._outgoing(session, project), self._work(session)
            if outgoing is None:
                session.execute(delete(RiskCheck).where(self._is_of(RiskCheck)))
                session.commit()
                return None
            stored = session.get(RiskCheck, self.document_id)
            if stored and _is_current(stored, counted_now, outgoing, work):
                return None
        return _Check(self, outgoing, payload, self.everybody.known_as(self.counted), at)

    def write(self, check: _Check, report: Report) -> bool:
        """Write the report of a check; return whether the document was still there."""
        with Session(db.engine) as session:
            if session.get(Document, self.document_id) is None:
                return False  # deleted meanwhile
            work = [
                self._of_annotator(session, check, report, each) for each in self._work(session)
            ]
            session.execute(delete(RiskCheck).where(self._is_of(RiskCheck)))
            present = self._present(session)
            session.add(
                RiskCheck(
                    document_id=self.document_id,
                    text_digest=check.outgoing.digest,
                    background_at=self.everybody.background_at,
                    report=report,
                    checked_at=check.at,
                    work=[each for each in work if each.assignment_id in present],
                    **measures_of(report),
                )
            )
            session.commit()
        return True

    def _of_annotator(
        self, session: Session, check: _Check, report: Report, assignment: Assignment
    ) -> RiskOfWork:
        """Measure the choices of an annotator; of those that go out the report says all."""
        work, _ = load_corrected(session, assignment)
        if places_of(spans_of(work)) == places_of(check.outgoing.spans):
            measured = report["attacks"], report["k"]["project"], report["kept"]
        else:
            looked = look_with(self.config, check.payload, work)
            measured = live_attacks(looked.live.attack), looked.fitting, looked.kept
        return RiskOfWork(assignment_id=assignment.id, **measures_of_work(*measured))

    def _present(self, session: Session) -> Collection[int]:
        """Return the work that was not taken away meanwhile, and is not before all is written."""
        of_document = select(Assignment.id).where(Assignment.document_id == self.document_id)
        return session.scalars(of_document.with_for_update(read=True, key_share=True)).all()

    def _outgoing(self, session: Session, project: Project) -> OutgoingText | None:
        wanted = NumberedRecords(
            session,
            project,
            states=FINAL_STATES,
            approved_first=True,
            ids=[self.document_id],
            layers=Layers.OUTGOING,
        )
        for each in wanted:
            if not isinstance(each.found, RecordError):
                return outgoing_text(each.found, self.counted, outgoing_of(project, NoLexicon()))
        return None

    def _work(self, session: Session) -> Sequence[Assignment]:
        submitted = select(Assignment).where(
            Assignment.document_id == self.document_id, Assignment.state.in_(FINAL_STATES)
        )
        return session.scalars(submitted.order_by(Assignment.id)).all()

    def _is_of(self, table: type[DocumentRisk | RiskCheck]) -> ColumnElement[bool]:
        return table.document_id == self.document_id


@dataclass(frozen=True)
class _Check:
    """The check of a document, as long as it is not known what attacks say."""

    document: _Document
    outgoing: OutgoingText
    payload: RiskPayload
    person: str | None
    at: datetime

    @property
    def targets(self) -> Sequence[Target]:
        """What has to be attacked."""
        return targets_of(self.outgoing, self.payload, self.person)

    def finish(self, findings: Findings) -> bool:
        """Write what comes of it; return whether the document was still there."""
        checker = self.document.everybody.checker
        report = checker.check(self.outgoing, self.payload, self.person, findings)
        return self.document.write(self, report)


@dataclass
class _Checks:
    """The checks of a project that are lacking or behind: many are attacked at once."""

    job: RunningJob
    everybody: Everybody
    documents: int
    """How many may have to be checked."""
    made: int = 0
    part: list[_Check] = field(default_factory=list)
    seen: int = 0
    """How many documents were looked at, and of how many the attacks are over."""
    over: int = 0

    def take(self, document: _Document) -> None:
        """Look whether a document lacks a check, and attack where enough do."""
        self._show()
        self.seen += 1
        if check := document.begin_check():
            self.part.append(check)
        if len(self.part) == ATTACKED_AT_ONCE:
            self.attack()

    def attack(self) -> None:
        """Attack what was taken, and write the checks."""
        if not self.part:
            return
        targets = dict.fromkeys(target for check in self.part for target in check.targets)
        findings = attack(self.job.id, self.everybody.folder, targets, self._show)
        for check in self.part:
            self._show(1.0)
            self.made += check.finish(findings)
        self.part.clear()
        self.over = self.seen

    def _show(self, share: float = 0.0) -> None:
        """Say how far all is: each document is counted, looked at and attacked."""
        attacked = self.over + round(share * (self.seen - self.over))
        documents = self.documents
        self.job.heartbeat(documents + self.seen + attacked, 3 * documents, ATTACKING)


def _is_current(
    stored: RiskCheck, counted_now: DocumentRisk, outgoing: OutgoingText, work: Sequence[Assignment]
) -> bool:
    """Whether a check is about this text, this background, these people and this work."""
    return (
        stored.text_digest == outgoing.digest
        and stored.background_at == counted_now.background_at
        and stored.checked_at >= counted_now.made_at
        and all(each.changed_at <= stored.checked_at for each in work)
    )
