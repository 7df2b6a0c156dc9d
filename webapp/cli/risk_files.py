"""Assessing the documents of a file, without a project or a database."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from annotation.formats import read_documents
from annotation.records import MASK, Document, Mention, Replacement
from annotation.rendering import chosen_text
from privacy.anonymity import People
from privacy.attacks import Attack
from privacy.attacks.reading import ReadingAttack
from privacy.background import Background, build, read_people
from privacy.facts import DocumentNames, person_of, profiles_of
from privacy.figures import Figures
from privacy.payload import build_payload
from webapp.cli.output import report_progress
from webapp.cli.risk_attacks import READING, attacks_on
from webapp.cli.risk_reports import Assessed
from webapp.core.anonymizing import Outgoing
from webapp.insight.risk.checking import Checker, OutgoingText, targets_of
from webapp.platform.config import Config
from webapp.platform.errors import DomainError
from webapp.replacements.opening import (
    OntologyUnavailableError,
    opened_lexicon,
    opened_ontology,
)


def assess_file(
    config: Config, file: Path, source: Path | None, attacks: Sequence[str]
) -> Iterator[Assessed]:
    """Yield what is known of the documents of a file; raises RecordError and BackgroundError."""
    documents = list(read_documents(file))
    if not documents:
        raise DomainError(f"{file} holds no document.")
    if not any(each.is_masked for document in documents for each in document.iter_mentions()):
        hint = f"`{masking_of(file)}` suggests what to hide."
        click.echo(f"Note: {file} hides nothing yet. {hint}", err=True)
    with _opened(source, documents) as background:
        ready = attacks_on(background, attacks, config) if background else []
        reading = (
            ReadingAttack(background, opened_ontology(config))
            if background and READING in attacks
            else None
        )
        checker = Checker(_figures(config), reading)
        assessing = _Assessing.of(documents, background, ready, checker, config)
        for number, document in enumerate(documents, start=1):
            yield assessing.assess(document)
            report_progress(number)


def masking_of(path: Path) -> str:
    """Return the command that suggests what to hide in plain texts."""
    return f"palimpsest mask {shlex.quote(str(path))} -o masked.json"


@contextmanager
def _opened(source: Path | None, documents: Sequence[Document]) -> Iterator[Background | None]:
    """Open a background that does not stay."""
    if source is None:
        yield None
        return
    with TemporaryDirectory(prefix="palimpsest-background-") as folder:
        protected = (document.text for document in documents)
        build(read_people(source), Path(folder) / "index", protected=protected, name=source.name)
        yield Background.open(Path(folder) / "index")


def _figures(config: Config) -> Figures | None:
    try:
        return Figures(opened_ontology(config))
    except OntologyUnavailableError:
        return None


@dataclass(frozen=True)
class _Assessing:
    """What all documents of a file are compared with."""

    people: People
    names: DocumentNames
    background: Background | None
    attacks: Sequence[Attack]
    checker: Checker
    outgoing: Outgoing

    @classmethod
    def of(
        cls,
        documents: Sequence[Document],
        background: Background | None,
        attacks: Sequence[Attack],
        checker: Checker,
        config: Config,
    ) -> _Assessing:
        people, names = People(profiles_of(documents)), DocumentNames(documents)
        outgoing = Outgoing(opened_lexicon(config))
        return cls(people, names, background, attacks, checker, outgoing)

    def assess(self, document: Document) -> Assessed:
        """Attack a document as it would go out, and count whom it fits."""
        k = self.people.payload(document.iter_mentions(), person=person_of(document))
        key = self.names.known_as(document, self.background)
        payload = build_payload(document, self.background, person=key, k=k)
        decided = _decided(self.outgoing.decided(document))
        anonymized = self.outgoing.anonymize(decided, may_be_unmasked=True)
        text = OutgoingText.of(decided, document, anonymized)
        findings = {
            target: [attack.run(target) for attack in self.attacks]
            for target in set(targets_of(text, payload, key))
        }
        report = self.checker.check(text, payload, key, findings)
        spans = {key: span for key, (span, _) in text.chosen.items()}
        return Assessed(document.doc_id, report, anonymized.leaks, spans)


def _decided(document: Document) -> Document:
    """Return a document in which everything has a choice: `***` where nobody made one."""
    layers = (
        replace(layer, mentions=tuple(map(_decided_mention, layer.mentions)))
        for layer in document.layers
    )
    return replace(document, layers=tuple(layers))


def _decided_mention(mention: Mention) -> Mention:
    if not mention.is_masked or chosen_text(mention) is not None:
        return mention
    before = mention.replacement or Replacement({})
    return replace(mention, replacement=replace(before, selection={MASK: ("nobody",)}))
