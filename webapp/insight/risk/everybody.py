"""What the documents of a project are compared with: its people, and what an attacker knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotation import records
from palimpsest.checking import Checker
from privacy.anonymity import People
from privacy.attacks.reading import ReadingAttack
from privacy.background import Background as Opened
from privacy.facts import DocumentNames, profiles_of
from privacy.payload import FORMAT
from webapp.insight.risk.documents import ids_of, iter_documents
from webapp.insight.risk.figures import opened_figures
from webapp.intake.backgrounds.folders import folder_of
from webapp.intake.backgrounds.queries import background_of
from webapp.platform.config import Config
from webapp.platform.models import Document, DocumentRisk, Project
from webapp.replacements.opening import OntologyUnavailableError, opened_ontology


@dataclass(frozen=True)
class Everybody:
    """What all documents of a project are compared with."""

    project_id: int
    people: People
    names: DocumentNames
    digests: Mapping[int, bytes]
    """Document → SHA-256 of what it says of its person."""
    background: Opened | None
    folder: Path | None
    """Where the background lies."""
    background_at: datetime | None
    checker: Checker

    @classmethod
    def of(cls, session: Session, config: Config, project_id: int) -> Everybody:
        """Read what all documents of a project say."""
        names, digests = DocumentNames(), dict[int, bytes]()
        people = People(profiles_of(_noted(session, project_id, names, digests)))
        row = background_of(session, session.get_one(Project, project_id))
        folder = folder_of(config, row) if row else None
        opened = Opened.open(folder) if folder else None
        return cls(
            project_id,
            people,
            names,
            digests,
            opened,
            folder,
            row.made_at if row else None,
            Checker(opened_figures(config), _reading(config, opened)),
        )

    def known_as(self, document: records.Document) -> str | None:
        """Return the name that the background has for whom a document is about, if it has one."""
        return self.names.known_as(document, self.background)

    def facts_of(self, document: records.Document) -> str:
        """Return the digest of what figures of a document rest on: its own facts, and all others.

        Figures that were made of the same facts need not be made anew.
        """
        return self._facts(_digest_of(document))

    def behind(self, session: Session) -> Sequence[int]:
        """Return the documents whose figures are lacking, or rest on other facts or background."""
        stored = (
            select(DocumentRisk.document_id, DocumentRisk.facts, DocumentRisk.background_at)
            .join(Document, Document.id == DocumentRisk.document_id)
            .where(Document.project_id == self.project_id)
        )
        made = {row.document_id: (row.facts, row.background_at) for row in session.execute(stored)}
        wanted = {key: (self._facts(own), self.background_at) for key, own in self.digests.items()}
        return [key for key, facts in wanted.items() if made.get(key) != facts]

    def _facts(self, own: bytes) -> str:
        return sha256(self._digest + own).hexdigest()

    @cached_property
    def _digest(self) -> bytes:
        """Of what all say, and of the format that figures are stored in."""
        return sha256(b"".join([b"%d" % FORMAT, *self.digests.values()])).digest()


def _noted(
    session: Session, project_id: int, names: DocumentNames, digests: dict[int, bytes]
) -> Iterator[records.Document]:
    for document_id, document in iter_documents(session, ids_of(session, project_id)):
        names.add(document)
        digests[document_id] = _digest_of(document)
        yield document


def _digest_of(document: records.Document) -> bytes:
    return sha256(repr((document.doc_id, document.task, document.layers)).encode()).digest()


def _reading(config: Config, background: Opened | None) -> ReadingAttack | None:
    """Return what reads originals into spans: it needs a background and the ontology."""
    try:
        return ReadingAttack(background, opened_ontology(config)) if background else None
    except OntologyUnavailableError:
        return None
